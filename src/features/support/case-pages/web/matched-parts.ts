/** A part of a text and whether it is one of the search words. */
export type TextPart = { text: string; matched: boolean; at: number }

/** Splits a text where its words begin with a search word; only letters count, in upper or lower case. */
export function matchedParts(text: string, words: readonly string[]): TextPart[] {
  const wantedWords = words.map((word) => word.toLowerCase()).filter((word) => word.length > 1)
  const parts: TextPart[] = []
  for (const { 0: piece, index } of text.matchAll(/[\p{L}\p{N}]+|[^\p{L}\p{N}]+/gu)) {
    const lower = piece.toLowerCase()
    const isMatch = wantedWords.some((word) => lower.startsWith(word) || (lower.length > 3 && word.startsWith(lower)))
    const last = parts.at(-1)
    if (last && last.matched === isMatch) last.text += piece
    else parts.push({ text: piece, matched: isMatch, at: index })
  }
  return parts
}
