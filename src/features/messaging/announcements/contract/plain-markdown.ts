/** Markdown without links, emphasis and headings; `linkText` is what stands for a link. */
export function plainMarkdown(markdown: string, linkText = (text: string, _url: string) => text): string {
  return markdown
    .replaceAll('\r', '')
    .replaceAll(/!?\[([^[\]]*)\]\(([^()\s]*)[^()]*\)/g, (_, text: string, url: string) => linkText(text, url))
    .replaceAll(/(\*\*|__|`)/g, '')
    .replaceAll(/^#{1,6}\s+/gm, '')
}

/** Markdown as one line of plain text, for places without formatting. */
export function plainLine(markdown: string): string {
  return plainMarkdown(markdown)
    .replaceAll(/^([-*]\s+|>\s?)/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
