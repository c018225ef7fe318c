/** The values that canonical JSON can represent: no fractions, no undefined, so that there is one representation. */
export type Canonical =
  | string
  | number
  | boolean
  | null
  | readonly Canonical[]
  | { readonly [member: string]: Canonical }

/**
 * JSON in one form (RFC 8785 for strings and whole numbers): members sorted by UTF-16 code units, no white space. The
 * same value always gives the same bytes, so its digests and signatures are stable.
 */
export function canonicalJson(value: Canonical): string {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) throw new Error('only whole numbers are canonical')
  if (typeof value === 'string' && /\p{Cs}/u.test(value)) throw new Error('half a surrogate pair is not canonical')
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`
}
