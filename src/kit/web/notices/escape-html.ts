/** Text as HTML: what a toast says is HTML. */
export function escapeHtml(words: string): string {
  return words.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
