/** Escaped punctuation as characters of the private use area while the marks of Markdown are removed. */
const HIDDEN = 0xe000
function hideEscaped(markdown: string): string {
  return markdown.replaceAll(/\\([!-/:-@[-`{-~])/g, (_, sign: string) =>
    String.fromCharCode(HIDDEN + sign.charCodeAt(0)),
  )
}
function showEscaped(text: string): string {
  return text.replaceAll(/[\ue021-\ue07e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - HIDDEN))
}

/** Markdown without links, emphasis and headings; `linkText` is what stands for a link. */
export function plainMarkdown(markdown: string, linkText = (text: string, _url: string) => text): string {
  const plain = hideEscaped(markdown)
    .replaceAll('\r', '')
    .replaceAll(/!?\[([^[\]]*)\]\(([^()\s]*)[^()]*\)/g, (_, text: string, url: string) => linkText(text, url))
    .replaceAll(/(\*\*|__|`)/g, '')
    .replaceAll(/^#{1,6}\s+/gm, '')
  return showEscaped(plain)
}

/** Markdown as one line of plain text, for places without formatting. */
export function plainLine(markdown: string): string {
  return plainMarkdown(markdown)
    .replaceAll(/^([-*]\s+|>\s?)/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
