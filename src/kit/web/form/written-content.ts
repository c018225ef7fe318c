/** What was typed into a plain field as Markdown: each line a paragraph, and the spaces at its end, which Markdown drops. */
export function asMarkdown(text: string): { markdown: string; spaces: string } {
  const trimmed = text.replace(/[ \t]+$/, '')
  return { markdown: trimmed.replace(/\n+/g, '\n\n'), spaces: text.slice(trimmed.length) }
}

/** The letters and figures of a text, to see whether all of it arrived. */
export function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '')
}

/** Whether a mark of Markdown was opened and not closed yet, as in `**bo`. */
export function isUnfinished(text: string): boolean {
  const rest = text.replace(/\*\*[^*\n]+\*\*|\*[^*\n]+\*|`[^`\n]+`|~~[^~\n]+~~/g, '')
  return /[*`~]/.test(rest.replace(/^\* /gm, ''))
}
