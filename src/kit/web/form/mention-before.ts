/** The words of a mention at the end of a text: what follows its @, at most two words; null when there is none. */
export function mentionBefore(text: string): string | null {
  return /(?:^|[\s(])@([\p{L}\p{N}._-]{0,40}(?: [\p{L}\p{N}._-]{1,40})?)$/u.exec(text)?.[1] ?? null
}
