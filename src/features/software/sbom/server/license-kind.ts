import type { LicenseKind } from '../contract.ts'

const permissive =
  /^(Apache|MIT|BSD|ISC|Zlib|curl|OpenSSL|PostgreSQL|Python|PSF|Unlicense|0BSD|BSL-1\.0|CC0|X11|bzip2|libtiff|Libpng|Unicode|NTP|blessing|Public)\b/i
const copyleft = /^(A?GPL|LGPL|MPL|EPL|CDDL|EUPL|CC-BY-SA|OSL|Sleepycat)\b/i

const strictness: readonly LicenseKind[] = ['PERMISSIVE', 'COPYLEFT', 'OTHER']

/**
 * The kind of a license or an SPDX expression, by its identifiers: of alternatives (OR) the mildest counts, of licenses
 * together (AND) the strictest. What no list knows is `OTHER`.
 */
export function licenseKindOf(license: string | null): LicenseKind {
  if (license === null) return 'OTHER'
  const choices = license.replace(/[()]/g, ' ').split(/\s+OR\s+/i)
  const ranks = choices.map((choice) => Math.max(...choice.split(/\s+AND\s+/i).map(rankOf)))
  return strictness[Math.min(...ranks)]!
}

function rankOf(id: string): number {
  const name = id.trim().replace(/\s+WITH\s.*$/i, '')
  if (permissive.test(name)) return 0
  return copyleft.test(name) ? 1 : 2
}
