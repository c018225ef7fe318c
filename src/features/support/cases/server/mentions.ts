import { addressable, type StoredCase } from '#features/support/case-access/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import type { Session } from '#kit/server/session.ts'
import { addWatchers } from './case-writes.ts'

const MOST = 20
const mention = /(?:(?:^|[\s(])@|\[@[^\]\n]{1,200}\]\(mailto:)([A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9.-]{1,255})/g

/** User names mentioned in a text as `@name@domain`, or as the editor writes it: `[@Full Name](mailto:name@domain)`. */
export function mentionedIn(text: string): string[] {
  const names = new Set<string>()
  for (const [, name] of text.matchAll(mention)) {
    if (names.size < MOST) names.add(name!.replace(/\.$/, '').toLowerCase())
  }
  return [...names]
}

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
