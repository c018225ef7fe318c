/** What is left of a text when a part of it was sent: nothing, or what was written after it. */
export function afterSending(text: string, sent: string): string {
  const [now, gone] = [text.trim(), sent.trim()]
  if (now === gone) return ''
  return now.startsWith(gone) ? now.slice(gone.length).trimStart() : text
}
