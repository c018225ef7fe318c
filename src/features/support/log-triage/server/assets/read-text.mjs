// Applies the rule pack to a text: facts, signatures and secrets. A character is a byte here, so that places in the
// text are places in the file.
import { eachMatch, lineAround } from './each-match.mjs'
import { findSecrets, overlaps, within, withoutSecrets } from './find-secrets.mjs'
import { linearPattern } from './linear-pattern.mjs'

const PIECE = 8 * 1024 * 1024
const LONGEST_BLOCK = 32 * 1024
const MOST_VALUES = 50
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
    const view = {
      text,
      small: Buffer.from(piece.map((byte) => lower[byte])).toString('latin1'),
      lineOf: lineCounter(text, firstLine),
      file,
    }
    const secrets = findSecrets(view, rules, findings.known)
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

function factsIn(view, { facts }, findings, secrets) {
  for (const rule of facts) {
    let seen = 0
    eachMatch(view, rule, ({ from, to, groups }) => {
      if (seen++ > 20_000 || overlaps(secrets, from, to)) return
      const of = groups.of === undefined ? undefined : Number(groups.of)
      const value = rule.of ? String(of - Number(groups.value)) : groups.value.replaceAll(',', '')
      addFact(findings.facts, {
        fact: rule.fact,
        value,
        product: rule.product ?? null,
        line: view.lineOf(from) + 1,
        file: view.file,
      })
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
    const shown = withoutSecrets(Buffer.from(text.slice(from, to), 'latin1'), within(secrets, from, to))
      .toString('utf8')
      .trim()
    findings.signatures.push({ signature, line: lineOf(at) + 1, text: shown.slice(0, 250), file })
  }
}
