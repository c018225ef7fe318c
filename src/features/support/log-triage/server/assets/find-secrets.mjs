import { eachMatch } from './each-match.mjs'

const LONGEST_BLOCK = 32 * 1024
const MOST_KNOWN = 200
const MOST_PLACES = 10_000

/** The places of secrets in a piece of a text, in order; `known` collects values, to find them again. */
export function findSecrets(view, rules, known) {
  const found = secretsIn(view, rules)
  return merged([...found, ...repetitionsIn(view, known, found)])
}

function secretsIn({ text, small }, { secrets, blocks }) {
  const found = []
  for (const { kind, from, to } of blocks)
    for (let at = small.indexOf(from); at >= 0; at = small.indexOf(from, at + 1)) {
      const body = at + from.length
      const end = small.indexOf(to, body)
      // A block that is cut off is hidden as far as it may reach.
      found.push({
        kind,
        from: body,
        to: end >= 0 && end - body < LONGEST_BLOCK ? end : Math.min(text.length, body + 4_096),
      })
    }
  for (const rule of secrets)
    eachMatch({ text, small }, rule, ({ from, to }) => found.push({ kind: rule.kind, from, to: endOfWord(text, to) }))
  return found
}

/** A value that is longer than its pattern, or than the compared part of its line, is hidden as a whole. */
function endOfWord(text, at) {
  let end = at
  while (end < text.length && /[A-Za-z0-9+/=_~.-]/.test(text[end])) end += 1
  return end
}

/** Other places with a value that was found: there it may stand without a word that names it. */
function repetitionsIn({ text }, known, found) {
  for (const { kind, from, to } of found) {
    const value = text.slice(from, to)
    if (known.size < MOST_KNOWN && value.length >= 8 && value.length <= 200 && /\d/.test(value) && /[a-z]/i.test(value))
      known.set(value, kind)
  }
  return [...known].flatMap(([value, kind]) => {
    const places = []
    for (
      let at = text.indexOf(value);
      at >= 0 && places.length < MOST_PLACES;
      at = text.indexOf(value, at + value.length)
    )
      places.push({ kind, from: at, to: at + value.length })
    return places
  })
}

/** In order. Of two that overlap, the second is part of the first. */
function merged(found) {
  found.sort((one, other) => one.from - other.from || other.to - one.to)
  const kept = []
  for (const secret of found) {
    const last = kept.at(-1)
    if (last && secret.from < last.to) last.to = Math.max(last.to, secret.to)
    else kept.push({ ...secret })
  }
  return kept
}

export function overlaps(secrets, from, to) {
  let low = 0
  let high = secrets.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (secrets[middle].to <= from) low = middle + 1
    else high = middle
  }
  return low < secrets.length && secrets[low].from < to
}

export function within(secrets, from, to) {
  return secrets
    .filter((secret) => secret.from < to && secret.to > from)
    .map((secret) => ({ from: Math.max(0, secret.from - from), to: Math.min(to, secret.to) - from }))
}

/** Every secret has the same replacement, whatever its length. */
export function withoutSecrets(bytes, hidden) {
  const parts = []
  let at = 0
  for (const { from, to } of hidden.toSorted((one, other) => one.from - other.from)) {
    if (from < at) continue
    parts.push(bytes.subarray(at, from), Buffer.from('[hidden]'))
    at = to
  }
  return Buffer.concat([...parts, bytes.subarray(at)])
}
