/** Markdown as one line of plain text, for places without formatting. */
export function plainWords(markdown: string): string {
  return markdown
    .replaceAll(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replaceAll(/(\*\*|__|`|^#{1,6}\s+|^[-*]\s+|^>\s?)/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
