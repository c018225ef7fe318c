/** Text of a plain field as Markdown: each line a paragraph, and the spaces at its end, which Markdown drops. */
export function asMarkdown(text: string): { markdown: string; spaces: string } {
  let end = text.length
  while (text[end - 1] === ' ' || text[end - 1] === '\t') end--
  const trimmed = text.slice(0, end)
  return { markdown: trimmed.replace(/\n+/g, '\n\n'), spaces: text.slice(trimmed.length) }
}

/** The letters and digits of a text, to check that all of it arrived. */
export function charactersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '')
}

/** Whether a mark of Markdown was opened and not closed yet, as in `**bo`. */
export function isUnfinished(text: string): boolean {
  const rest = text.replace(/\*\*[^*\n]+\*\*|\*[^*\n]+\*|`[^`\n]+`|~~[^~\n]+~~/g, '')
  return /[*`~]/.test(rest.replace(/^\* /gm, ''))
}
