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
  const words = license
    .replace(/[()]/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '')
  const ranks = splitAt(words, 'OR').map((choice) => Math.max(...splitAt(choice, 'AND').map(rankOf)))
  return strictness[Math.min(...ranks)]!
}

/** The words between the places of one word. */
function splitAt(words: readonly string[], separator: string): string[][] {
  const parts: string[][] = [[]]
  for (const word of words)
    if (word.toUpperCase() === separator) parts.push([])
    else parts.at(-1)!.push(word)
  return parts
}

/** An exception (WITH) does not change the kind. */
function rankOf(words: readonly string[]): number {
  const name = splitAt(words, 'WITH')[0]!.join(' ')
  if (permissive.test(name)) return 0
  return copyleft.test(name) ? 1 : 2
}
