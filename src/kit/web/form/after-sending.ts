/** What is left of a text when a part of it was sent: nothing, or what was written after it. */
export function afterSending(text: string, sentText: string): string {
  const [now, sentPart] = [text.trim(), sentText.trim()]
  if (now === sentPart) return ''
  return now.startsWith(sentPart) ? now.slice(sentPart.length).trimStart() : text
}
