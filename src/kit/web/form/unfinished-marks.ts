/** Whether a mark of Markdown was opened and not closed yet, as in `**bo`. */
export function isUnfinished(text: string): boolean {
  const rest = text.replace(/\*\*[^*\n]+\*\*|\*[^*\n]+\*|`[^`\n]+`|~~[^~\n]+~~/g, '')
  return /[*`~]/.test(rest.replace(/^\* /gm, ''))
}
