/**
 * Values of one body. A megabyte of what programs send has 34,000 to 66,000 (lock files, SBOMs, API descriptions, changes
 * of plans), and the longest lists that a call takes have 12,000.
 */
export const MOST_VALUES = 80_000
/** Lists and objects within each other. */
export const DEEPEST = 50

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d]

/**
 * Whether JSON has more values, or more lists and objects within each other, than a body may have. It is asked before the
 * text is parsed: a megabyte of empty lists takes the parser, and what reads the result, seconds. Text that is not JSON
 * is measured too, so that the parser gets no large one.
 */
export function excessOf(text: string, most = MOST_VALUES): 'values' | 'depth' | undefined {
  let values = 1
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at)
    if (character === QUOTE) at = endOfText(text, at)
    else if (character === COMMA) values += 1
    else if (character === OPEN_OBJECT || character === OPEN_LIST) {
      values += 1
      depth += 1
      if (depth > DEEPEST) return 'depth'
    } else if (character === CLOSE_OBJECT || character === CLOSE_LIST) depth -= 1
    if (values > most) return 'values'
  }
  return undefined
}

/** The place of the quote that ends the text which begins at `from`. */
function endOfText(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const character = text.charCodeAt(at)
    if (character === QUOTE) return at
    if (character === BACKSLASH) at += 1
  }
  return text.length
}
