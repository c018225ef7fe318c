/** What was typed into a plain field as Markdown: each line a paragraph, and the spaces at its end, which Markdown drops. */
export function asMarkdown(text: string): { markdown: string; spaces: string } {
  const trimmed = text.replace(/[ \t]+$/, '')
  return { markdown: trimmed.replace(/\n+/g, '\n\n'), spaces: text.slice(trimmed.length) }
}

/** The letters and figures of a text, to see whether all of it arrived. */
export function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '')
}
