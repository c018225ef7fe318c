// Patterns of the rule pack run over logs of any content, so each is checked before it is used: every repeat is of one
// character or class, has an upper bound, and is followed by nothing that it could take itself. Such a pattern needs
// time in proportion to its length at each place, whatever the text is.

const MOST_REPEATS = 4096
const MOST_BRANCHES = 20_000

/** The expression of a pattern of a rule; throws, with the reason, when it could backtrack. */
export function linearPattern(source) {
  const parser = { source, at: 0, branches: 1 }
  const node = alternatives(parser)
  if (parser.at < source.length) reject(parser, 'has a bracket too many')
  if (parser.branches > MOST_BRANCHES) reject(parser, 'has too many branches')
  checkRepeats(parser, node, new Set())
  return new RegExp(source, 'dgi')
}

function reject({ source }, reason) {
  throw new Error(`The pattern ${JSON.stringify(source)} ${reason}.`)
}

function alternatives(parser) {
  const options = [sequence(parser)]
  while (parser.source[parser.at] === '|') {
    parser.at += 1
    options.push(sequence(parser))
  }
  parser.branches *= options.length
  return { kind: 'either', options }
}

function sequence(parser) {
  const parts = []
  while (parser.at < parser.source.length && !'|)'.includes(parser.source[parser.at])) parts.push(repeated(parser))
  return { kind: 'sequence', parts }
}

function repeated(parser) {
  const node = single(parser)
  const rest = parser.source.slice(parser.at)
  const quantifier = /^(?:\?|\{(\d{1,4})(?:,(\d{1,4}))?\})/.exec(rest)
  if (!quantifier) return /^[*+{]/.test(rest) ? reject(parser, 'has a repeat without an upper bound') : node
  parser.at += quantifier[0].length
  if (/^[?+*{]/.test(parser.source.slice(parser.at))) reject(parser, 'repeats a repeat')
  const [least, most] = quantifier[0] === '?' ? [0, 1] : [Number(quantifier[1]), Number(quantifier[2] ?? quantifier[1])]
  if (most > MOST_REPEATS || least > most) reject(parser, 'has a repeat out of bounds')
  if (most > 1 && node.kind === 'set') return { kind: 'repeat', set: node.set, least, most }
  if (most !== 1) reject(parser, 'repeats a group')
  if (least === 1) return node
  parser.branches *= 2
  return { kind: 'either', options: [node, { kind: 'sequence', parts: [] }] }
}

function single(parser) {
  const { source } = parser
  const sign = source[parser.at]
  if (sign === '(') {
    const open = /^\((?:\?:|\?<[a-z]{1,20}>)/.exec(source.slice(parser.at))
    if (!open) reject(parser, 'has a group that is neither (?: nor named')
    parser.at += open[0].length
    const inner = alternatives(parser)
    if (source[parser.at] !== ')') reject(parser, 'has a group without an end')
    parser.at += 1
    return inner
  }
  // Each matches no character, only a place.
  const place = /^(?:\\b|\^|\$)/.exec(source.slice(parser.at))
  if (place) {
    parser.at += place[0].length
    return { kind: 'sequence', parts: [] }
  }
  const written = /^(?:\[(?:[^\]\\]|\\.)*\]|\\[dsw]|\\[^\p{L}\p{N}]|[^\\()[\]{}*+?|^$])/u.exec(source.slice(parser.at))
  if (!written) reject(parser, `has something else than characters, classes and groups at ${parser.at}`)
  parser.at += written[0].length
  return { kind: 'set', set: charactersOf(written[0]) }
}

/** The characters, of one byte, that a class or a character matches in either case. */
function charactersOf(written) {
  const pattern = new RegExp(`^${written}$`, 'i')
  return new Set(
    Array.from({ length: 256 }, (_, code) => code).filter((code) => pattern.test(String.fromCharCode(code))),
  )
}

/** Returns the characters with which a match of the node may begin, `follow` included where it may be empty. */
function checkRepeats(parser, node, follow) {
  if (node.kind === 'set') return node.set
  if (node.kind === 'either') return union(node.options.map((option) => checkRepeats(parser, option, follow)))
  if (node.kind === 'sequence') return node.parts.reduceRight((next, part) => checkRepeats(parser, part, next), follow)
  if (node.least !== node.most && [...follow].some((code) => node.set.has(code)))
    reject(parser, 'has a repeat that the next part could continue')
  return node.least === 0 ? union([node.set, follow]) : node.set
}

function union(sets) {
  return new Set(sets.flatMap((set) => [...set]))
}
