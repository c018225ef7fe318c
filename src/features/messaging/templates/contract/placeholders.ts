/** A place in a text: `start` and `end` count characters, line and column from 1. */
export type Place = {
  readonly start: number
  readonly end: number
  readonly line: number
  readonly column: number
}
/** `{{name}}` in a text. */
export type Placeholder = Place & { readonly name: string }

const placeholder = /\{\{([^{}]*)\}\}/g

/** Splits a text into literal texts and placeholders, in order. */
export function readPlaceholders(text: string): (string | Placeholder)[] {
  const parts: (string | Placeholder)[] = []
  let end = 0
  let line = 1
  let lineStart = 0
  for (const match of text.matchAll(placeholder)) {
    const literal = text.slice(end, match.index)
    if (literal !== '') parts.push(literal)
    const breaks = literal.split('\n').length - 1
    if (breaks > 0) {
      line += breaks
      lineStart = text.lastIndexOf('\n', match.index) + 1
    }
    const start = match.index
    end = start + match[0].length
    parts.push({ name: match[1]!.trim(), start, end, line, column: start - lineStart + 1 })
  }
  if (end < text.length) parts.push(text.slice(end))
  return parts
}

/** The places of `{{` that no `}}` closes. */
export function unclosedPlaceholders(text: string): Place[] {
  const closedAt = new Set([...text.matchAll(placeholder)].map(({ index }) => index))
  const places: Place[] = []
  let line = 1
  let lineStart = 0
  for (const match of text.matchAll(/\n|\{\{(?!\{)/g)) {
    if (match[0] === '\n') {
      line += 1
      lineStart = match.index + 1
    } else if (!closedAt.has(match.index))
      places.push({ start: match.index, end: match.index + 2, line, column: match.index - lineStart + 1 })
  }
  return places
}
