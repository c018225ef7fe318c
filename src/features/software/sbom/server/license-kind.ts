import type { LicenseKind } from '../contract.ts'

const permissive =
  /^(Apache|MIT|BSD|ISC|Zlib|curl|OpenSSL|PostgreSQL|Python|PSF|Unlicense|0BSD|BSL-1\.0|CC0|X11|bzip2|libtiff|Libpng|Unicode|NTP|blessing|Public)\b/i
const copyleft = /^(A?GPL|LGPL|MPL|EPL|CDDL|EUPL|CC-BY-SA|OSL|Sleepycat)\b/i

const strictness: readonly LicenseKind[] = ['PERMISSIVE', 'COPYLEFT', 'OTHER']
const OTHER = 2
/** The rank of what is missing: it makes the whole no expression. */
const MISSING = Number.NaN

/**
 * The kind of a license or an SPDX expression (SPDX 2.3, Annex D): of alternatives (OR) the mildest counts, of licenses
 * together (AND) the strictest, and AND binds closer than OR. What no list knows is `OTHER`, and so is what is no
 * expression.
 */
export function licenseKindOf(license: string | null): LicenseKind {
  const words = license?.match(/[()]|[^\s()]+/g) ?? []
  const place = { at: 0 }
  const rank = alternatives(words, place)
  return strictness[place.at < words.length || Number.isNaN(rank) ? OTHER : rank]!
}

/** How far an expression was read. */
type Place = { at: number }

function alternatives(words: readonly string[], place: Place): number {
  let mildest = together(words, place)
  while (takes(words, place, 'OR')) mildest = Math.min(mildest, together(words, place))
  return mildest
}

function together(words: readonly string[], place: Place): number {
  let strictest = one(words, place)
  while (takes(words, place, 'AND')) strictest = Math.max(strictest, one(words, place))
  return strictest
}

/** A license, perhaps with an exception, which does not change its kind; or an expression in parentheses. */
function one(words: readonly string[], place: Place): number {
  if (takes(words, place, '(')) {
    const rank = alternatives(words, place)
    return takes(words, place, ')') ? rank : MISSING
  }
  const name = nameAt(words, place)
  if (name === '' || (takes(words, place, 'WITH') && nameAt(words, place) === '')) return MISSING
  if (permissive.test(name)) return 0
  return copyleft.test(name) ? 1 : OTHER
}

/** An identifier, or the words of a name that is none. */
function nameAt(words: readonly string[], place: Place): string {
  const start = place.at
  while (place.at < words.length && !/^([()]|AND|OR|WITH)$/i.test(words[place.at]!)) place.at += 1
  return words.slice(start, place.at).join(' ')
}

function takes(words: readonly string[], place: Place, word: string): boolean {
  if (words[place.at]?.toUpperCase() !== word) return false
  place.at += 1
  return true
}
