/** As many words in the same order are no chance. */
const ENOUGH_WORDS = 5

/** Text of which the words are known, however a mail program broke its lines. */
export function knownText(texts: readonly string[], markerLine: string) {
  const whole = texts.map((text) => ` ${wordsOf(text).join(' ')} `)
  const units = new Set(
    texts
      .flatMap((text) => [...text.split('\n'), ...text.split(/\n\s*\n/), ...text.split(/(?<=[.!?])\s+/)])
      .map(joinWords),
  )
  const marker = joinWords(markerLine)
  /** Whether these words were sent: as a line, a paragraph or a sentence, or enough of them in this order. */
  const has = (text: string): boolean => {
    const words = wordsOf(text)
    const of = words.join(' ')
    if (words.length === 0) return /https?:/i.test(text)
    return (
      units.has(of) || of === marker || (words.length >= ENOUGH_WORDS && whole.some((one) => one.includes(` ${of} `)))
    )
  }
  return {
    has,
    isMarker: (text: string) => joinWords(text) === marker,
    /** Whether most words of these lines are known; the marker line says it by itself. */
    mostOf(lines: readonly string[]): boolean {
      if (lines.some((line) => joinWords(line) === marker)) return true
      if (has(lines.join(' '))) return true
      const counts = lines.map((line) => ({ all: wordsOf(line).length, known: has(line) ? wordsOf(line).length : 0 }))
      const [all, knownWords] = (['all', 'known'] as const).map((of) => counts.reduce((sum, one) => sum + one[of], 0))
      return knownWords! > 0 && knownWords! * 2 >= all!
    },
  }
}

function joinWords(text: string): string {
  return wordsOf(text).join(' ')
}

/** Without addresses, which programs rewrite, and punctuation. */
function wordsOf(text: string): readonly string[] {
  return (
    text
      .replaceAll(/<?\bhttps?:\/\/[^\s<>]+>?/gi, ' ')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  )
}
