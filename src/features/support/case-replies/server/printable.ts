/** The text without control characters, which a comment cannot have. */
export function printable(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, (one) => (/[\t\r\n]/.test(one) ? one : ''))
}
