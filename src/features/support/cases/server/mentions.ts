import { addressable, type StoredCase } from '#features/support/case-access/server/index.ts'
import { mentionedIn } from '#kit/contract/mentioned-in.ts'
import type { Tx } from '#kit/server/database.ts'
import type { Session } from '#kit/server/session.ts'
import { addWatchers } from './case-writes.ts'

/**
 * Makes the mentioned users watchers, as far as the author may address them; for an internal text vendor staff alone.
 */
export async function watchMentioned(
  tx: Tx,
  session: Session,
  storedCase: StoredCase,
  text: string,
  { internal }: { internal: boolean },
): Promise<string[]> {
  const users = await addressable(
    tx,
    session,
    { ...storedCase, internal: internal || storedCase.internal },
    mentionedIn(text),
  )
  return addWatchers(tx, storedCase.id, users)
}
