/** Whether the texts have every word that was typed, in any order and case. */
export function matchesWords(typedWords: string, texts: readonly (string | null | undefined)[]): boolean {
  const all = texts.join(' ').toLowerCase()
  return typedWords
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word))
}
