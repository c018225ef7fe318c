/** A part of a title: matched by the typed text, or not. `at` is its start. */
export type Part = { readonly text: string; readonly matched: boolean; readonly at: number }

/** Splits a title where the typed words occur, in any case; the longest word first, none twice. */
export function matchedParts(title: string, words: string): readonly Part[] {
  const wantedWords = words.toLowerCase().split(/\s+/).filter(Boolean)
  if (wantedWords.length === 0) return [{ text: title, matched: false, at: 0 }]
  const pattern = wantedWords
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('|')
  let at = 0
  return title.split(new RegExp(`(${pattern})`, 'gi')).flatMap((text, index) => {
    const part = { text, matched: index % 2 === 1, at }
    at += text.length
    return text === '' ? [] : [part]
  })
}
