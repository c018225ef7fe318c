import type { Notice } from './channel.ts'

/** The key of the mail of a notice in the outbox: one of the kind with its key for each recipient. */
export function mailKeyOf({ kind, key, userId, address }: Pick<Notice, 'kind' | 'key' | 'userId' | 'address'>): string {
  return `${kind.name} ${key} ${userId ?? address}`
}
