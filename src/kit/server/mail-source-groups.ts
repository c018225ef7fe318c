import type { MailSource } from './mail-composer.ts'

/** Copies in groups of one mail each. */
export function groupsOf<Copy extends MailSource & { readonly composer: string }>(copies: readonly Copy[]): Copy[][] {
  const groups = new Map<string, Copy[]>()
  for (const copy of copies) {
    const key = `${copy.composer} ${copy.sourceId} ${copy.part}`
    groups.set(key, [...(groups.get(key) ?? []), copy])
  }
  return [...groups.values()]
}
