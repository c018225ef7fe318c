/** A part of a regular expression. */
export type PatternNode =
  | { readonly kind: 'characters'; readonly accepts: (character: string) => boolean }
  | { readonly kind: 'start' | 'end' }
  | { readonly kind: 'sequence' | 'either'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly part: PatternNode; readonly least: number; readonly most: number }

const DEEPEST = 50
const MOST_REPEATS = 1_000
const classes: Readonly<Record<string, (character: string) => boolean>> = {
  d: (character) => /[0-9]/.test(character),
  w: (character) => /[0-9A-Za-z_]/.test(character),
  s: (character) => /[\t\n\f\r ]/.test(character),
}
const controls: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', f: '\f', v: '\v', a: '\x07' }

/** Parses the syntax of RE2 without Unicode classes, POSIX classes, word boundaries and flags other than a leading `(?i)`. */
export function parsePattern(text: string): PatternNode {
  const foldCase = text.startsWith('(?i)')
  const characters = [...(foldCase ? text.slice(4) : text)]
  let at = 0
  let depth = 0

  function either(): PatternNode {
    const parts = [sequence()]
    while (characters[at] === '|') {
      at += 1
      parts.push(sequence())
    }
    return parts.length === 1 ? parts[0]! : { kind: 'either', parts }
  }

  function sequence(): PatternNode {
    const parts: PatternNode[] = []
    while (at < characters.length && characters[at] !== '|' && characters[at] !== ')') parts.push(repeat(single()))
    return { kind: 'sequence', parts }
  }

  function repeat(part: PatternNode): PatternNode {
    const [least, most] = bounds() ?? []
    if (least === undefined || most === undefined) return part
    // A lazy repetition matches the same values as a whole.
    if (characters[at] === '?') at += 1
    if (bounds()) throw new Error('a repetition follows a repetition')
    return { kind: 'repeat', part, least, most }
  }

  function bounds(): readonly [number, number] | undefined {
    const simple = { '*': [0, Number.POSITIVE_INFINITY], '+': [1, Number.POSITIVE_INFINITY], '?': [0, 1] } as const
    const character = characters[at]
    if (character === '*' || character === '+' || character === '?') {
      at += 1
      return simple[character]
    }
    const [whole, least, comma, most] = /^\{(\d{1,4})(,?)(\d{0,4})\}/.exec(characters.slice(at, at + 12).join('')) ?? []
    if (whole === undefined) return undefined
    at += whole.length
    const last = comma === '' ? Number(least) : most === '' ? Number.POSITIVE_INFINITY : Number(most)
    if (Number(least) > last || Number(least) > MOST_REPEATS || (Number.isFinite(last) && last > MOST_REPEATS))
      throw new Error('a repetition has invalid bounds')
    return [Number(least), last]
  }

  function single(): PatternNode {
    const character = characters[at]!
    at += 1
    if (character === '(') return group()
    if (character === '[') return set()
    if (character === '^') return { kind: 'start' }
    if (character === '$') return { kind: 'end' }
    if (character === '.') return { kind: 'characters', accepts: (one) => one !== '\n' }
    if ('*+?'.includes(character)) throw new Error(`nothing is repeated by ${character}`)
    if (character !== '\\') return literal(character)
    const meaning = escapeSequence()
    return typeof meaning === 'string' ? literal(meaning) : { kind: 'characters', accepts: meaning }
  }

  function group(): PatternNode {
    if (characters[at] === '?') {
      if (characters[at + 1] !== ':') throw new Error('the pattern has a group that is not supported')
      at += 2
    }
    depth += 1
    if (depth > DEEPEST) throw new Error('the pattern is nested too deeply')
    const inside = either()
    depth -= 1
    if (characters[at] !== ')') throw new Error('a parenthesis is not closed')
    at += 1
    return inside
  }

  function set(): PatternNode {
    const isNegated = characters[at] === '^'
    if (isNegated) at += 1
    const members: ((character: string) => boolean)[] = []
    for (let first = true; first || characters[at] !== ']'; first = false) {
      const from = setMember()
      if (typeof from !== 'string') members.push(from)
      else if (characters[at] === '-' && characters[at + 1] !== ']') {
        at += 1
        const to = setMember()
        if (typeof to !== 'string' || to < from) throw new Error('a character range is invalid')
        members.push(withFoldedCase((one) => one >= from && one <= to))
      } else members.push(withFoldedCase((one) => one === from))
    }
    at += 1
    return { kind: 'characters', accepts: (one) => members.some((accepts) => accepts(one)) !== isNegated }
  }

  function setMember(): string | ((character: string) => boolean) {
    const character = characters[at]
    if (character === undefined) throw new Error('a bracket is not closed')
    at += 1
    if (character === '[' && characters[at] === ':') throw new Error('POSIX classes are not supported')
    return character === '\\' ? escapeSequence() : character
  }

  function escapeSequence(): string | ((character: string) => boolean) {
    const character = characters[at]
    at += 1
    if (character === undefined) throw new Error('the pattern ends with a backslash')
    const characterClass = classes[character.toLowerCase()]
    if (characterClass) return character === character.toLowerCase() ? characterClass : (one) => !characterClass(one)
    if (/[0-9A-Za-z]/.test(character)) return controls[character] ?? fail(`the escape \\${character} is not supported`)
    return character
  }

  function literal(character: string): PatternNode {
    return { kind: 'characters', accepts: withFoldedCase((one) => one === character) }
  }

  function withFoldedCase(accepts: (character: string) => boolean) {
    return foldCase ? (one: string) => accepts(one.toLowerCase()) || accepts(one.toUpperCase()) : accepts
  }

  const pattern = either()
  if (at < characters.length) throw new Error('a parenthesis is not opened')
  return pattern
}

function fail(reason: string): never {
  throw new Error(reason)
}
