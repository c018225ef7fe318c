/**
 * The parts of a structured header (RFC 5322 3.2), without comments: each separator `;` or `=` by itself, and what
 * stands between white space as one word, with its quoted strings unquoted. Undefined where a string or a comment does
 * not end: what such a header says depends on who reads it.
 */
export function partsOf(header: string): readonly Part[] | undefined {
  const parts: Part[] = []
  let word: string | undefined
  const endWord = () => {
    if (word !== undefined) parts.push({ word })
    word = undefined
  }
  for (let at = 0; at < header.length; ) {
    const sign = header[at]!
    if (sign === '"') {
      const end = endOfString(header, at)
      if (end < 0) return undefined
      word = (word ?? '') + header.slice(at + 1, end).replaceAll(/\\(.)/gs, '$1')
      at = end + 1
    } else if (sign === '(') {
      const end = endOfComment(header, at)
      if (end < 0) return undefined
      endWord()
      at = end + 1
    } else {
      if (/[;=\s]/.test(sign)) endWord()
      if (sign === ';' || sign === '=') parts.push({ separator: sign })
      else if (!/\s/.test(sign)) word = (word ?? '') + sign
      at += 1
    }
  }
  endWord()
  return parts
}

export type Part =
  | { readonly word: string; readonly separator?: never }
  | { readonly separator: ';' | '='; readonly word?: never }

function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '"') return at
    if (text[at] === '\\') at += 1
  }
  return -1
}

/** Comments nest; a quotation mark in one is an ordinary character. */
function endOfComment(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '(') depth += 1
    else if (text[at] === ')' && --depth === 0) return at
  }
  return -1
}
