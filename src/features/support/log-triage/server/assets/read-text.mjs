// Applies the rule pack to a text: facts, signatures and secrets. A character is a byte here, so that places in the
// text are places in the file.
import { linearPattern } from './linear-pattern.mjs'

const PIECE = 8 * 1024 * 1024
const LONGEST_BLOCK = 32 * 1024
/** Of a line, what stands before a word of a rule and after it. */
const BEFORE = 200
const AFTER = 3_000
const MOST_VALUES = 50
const MOST_KNOWN = 200
const MOST_PLACES = 10_000
const lower = Uint8Array.from({ length: 256 }, (_, code) => (code >= 65 && code <= 90 ? code + 32 : code))

/** The rules of a pack, with their patterns checked. Throws with the reason for a pattern that could backtrack. */
export function compileRules({ facts, secrets, blocks, signatures }) {
  const compiled = (rules) => rules.map((rule) => ({ ...rule, expression: linearPattern(rule.pattern) }))
  return { facts: compiled(facts), secrets: compiled(secrets), blocks, signatures: signatures.map(({ text }) => text) }
}

/** Also finds signatures of known issues, in small letters as those of the pack. */
export function withSignatures(rules, more) {
  const texts = new Set([...rules.signatures, ...more].map((text) => text.toLowerCase()))
  return { ...rules, signatures: [...texts].filter((text) => text.length >= 5) }
}

/** What the texts of a file hold, in the order in which they are read. */
export function newFindings() {
  return { facts: [], signatures: [], secrets: {}, lines: 0, known: new Map() }
}

/** Reads a text: adds to the findings, and returns the text with its secrets replaced, or undefined without any. */
export function readText(bytes, file, rules, findings) {
  const hidden = []
  let firstLine = findings.lines
  for (let from = 0; from < bytes.length; ) {
    const to = endOfPiece(bytes, from)
    const piece = bytes.subarray(from, to)
    const text = piece.toString('latin1')
    const view = { text, small: Buffer.from(piece.map((byte) => lower[byte])).toString('latin1'), lineOf: lineCounter(text, firstLine), file }
    const found = secretsIn(view, rules)
    const secrets = merged([...found, ...repetitionsIn(view, findings, found)])
    factsIn(view, rules, findings, secrets)
    signaturesIn(view, rules, findings, secrets)
    for (const secret of secrets) {
      hidden.push({ from: from + secret.from, to: from + secret.to })
      findings.secrets[secret.kind] = (findings.secrets[secret.kind] ?? 0) + 1
    }
    firstLine = view.lineOf(text.length)
    from = to
  }
  findings.lines = firstLine
  return hidden.length === 0 ? undefined : withoutSecrets(bytes, hidden)
}

/** A piece ends with a line, and not within a block such as a private key. */
function endOfPiece(bytes, from) {
  if (bytes.length - from <= PIECE) return bytes.length
  const line = bytes.lastIndexOf(10, from + PIECE)
  if (line <= from) return from + PIECE
  const block = bytes.lastIndexOf('-----BEGIN', line)
  return block > from && line - block < LONGEST_BLOCK ? block : line + 1
}

function lineCounter(text, before) {
  let at = 0
  let line = before
  return (place) => {
    if (place < at) [at, line] = [0, before]
    for (let next = text.indexOf('\n', at); next >= 0 && next < place; next = text.indexOf('\n', at)) {
      line += 1
      at = next + 1
    }
    return place === text.length ? line + (text.endsWith('\n') || text === '' ? 0 : 1) : line
  }
}

function secretsIn({ text, small }, { secrets, blocks }) {
  const found = []
  for (const { kind, from, to } of blocks)
    for (let at = small.indexOf(from); at >= 0; at = small.indexOf(from, at + 1)) {
      const body = at + from.length
      const end = small.indexOf(to, body)
      // A block that is cut off is hidden as far as it may reach.
      found.push({ kind, from: body, to: end >= 0 && end - body < LONGEST_BLOCK ? end : Math.min(text.length, body + 4_096) })
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

/** Other places with a value that was found: there it may stand without a word that tells what it is. */
function repetitionsIn({ text }, { known }, found) {
  for (const { kind, from, to } of found) {
    const value = text.slice(from, to)
    if (known.size < MOST_KNOWN && value.length >= 8 && value.length <= 200 && /\d/.test(value) && /[a-z]/i.test(value)) known.set(value, kind)
  }
  return [...known].flatMap(([value, kind]) => {
    const places = []
    for (let at = text.indexOf(value); at >= 0 && places.length < MOST_PLACES; at = text.indexOf(value, at + value.length))
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

function factsIn(view, { facts }, findings, secrets) {
  for (const rule of facts) {
    let seen = 0
    eachMatch(view, rule, ({ from, to, groups }) => {
      if (seen++ > 20_000 || overlaps(secrets, from, to)) return
      const of = groups.of === undefined ? undefined : Number(groups.of)
      const value = rule.of ? String(of - Number(groups.value)) : groups.value.replaceAll(',', '')
      addFact(findings.facts, { fact: rule.fact, value, product: rule.product ?? null, line: view.lineOf(from) + 1, file: view.file })
    })
  }
}

/** Each value once, with its first line; of counts the largest. */
function addFact(facts, added) {
  if (added.fact === 'modems') {
    const known = facts.find(({ fact }) => fact === 'modems')
    if (!known) facts.push(added)
    else if (Number(added.value) > Number(known.value)) Object.assign(known, added)
    return
  }
  const same = facts.filter(({ fact }) => fact === added.fact)
  const known = same.find(({ value, product }) => value === added.value && product === added.product)
  if (!known && same.length < MOST_VALUES) facts.push(added)
}

function signaturesIn({ text, small, lineOf, file }, { signatures }, findings, secrets) {
  for (const signature of signatures) {
    if (findings.signatures.some((found) => found.signature === signature)) continue
    const at = small.indexOf(signature)
    if (at < 0) continue
    const [from, to] = lineAround(text, at)
    const shown = withoutSecrets(Buffer.from(text.slice(from, to), 'latin1'), within(secrets, from, to)).toString('utf8').trim()
    findings.signatures.push({ signature, line: lineOf(at) + 1, text: shown.slice(0, 250), file })
  }
}

function within(secrets, from, to) {
  return secrets
    .filter((secret) => secret.from < to && secret.to > from)
    .map((secret) => ({ from: Math.max(0, secret.from - from), to: Math.min(to, secret.to) - from }))
}

function overlaps(secrets, from, to) {
  let low = 0
  let high = secrets.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (secrets[middle].to <= from) low = middle + 1
    else high = middle
  }
  return low < secrets.length && secrets[low].from < to
}

function lineAround(text, at) {
  const start = text.lastIndexOf('\n', at - 1) + 1
  const end = text.indexOf('\n', at)
  return [Math.max(start, at - BEFORE), Math.min(end < 0 ? text.length : end, at + AFTER)]
}

/** Every match of a rule: its pattern is tried on lines alone that have one of its words. */
function eachMatch({ text, small }, { words, expression }, found) {
  for (const word of words) {
    for (let at = small.indexOf(word); at >= 0; ) {
      const [from, to] = lineAround(text, at)
      const line = text.slice(from, to)
      expression.lastIndex = 0
      for (let match = expression.exec(line); match; match = expression.exec(line)) {
        const [start, end] = match.indices.groups.value
        found({ from: from + start, to: from + end, groups: match.groups })
        if (match[0] === '') expression.lastIndex += 1
      }
      at = small.indexOf(word, Math.max(to, at + word.length))
    }
  }
}

/** Every secret has the same replacement, whatever its length. */
function withoutSecrets(bytes, hidden) {
  const parts = []
  let at = 0
  for (const { from, to } of hidden.toSorted((one, other) => one.from - other.from)) {
    if (from < at) continue
    parts.push(bytes.subarray(at, from), Buffer.from('[hidden]'))
    at = to
  }
  return Buffer.concat([...parts, bytes.subarray(at)])
}
