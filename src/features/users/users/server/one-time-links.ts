import { sql } from 'kysely'
import { hashOf, newToken } from '#features/access/sessions/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'

/** What a link is for: the first password of somebody invited (72 h), or a new one (1 h). */
export type LinkPurpose = 'activation' | 'reset'

const lifetime = { activation: '72 hours', reset: '1 hour' } as const

/** Makes a link's token; older ones of the same purpose are void unless `keepOthers`. Only its hash is kept. */
export async function makeLink(
  tx: Tx,
  userId: number,
  purpose: LinkPurpose,
  { keepOthers = false } = {},
): Promise<string> {
  const token = newToken()
  if (!keepOthers)
    await tx.deleteFrom('one_time_links').where('user_id', '=', userId).where('purpose', '=', purpose).execute()
  await tx
    .insertInto('one_time_links')
    .values({
      hash: hashOf(token),
      user_id: userId,
      purpose,
      expires_at: sql<Date>`now() + ${lifetime[purpose]}::interval`,
    })
    .execute()
  return token
}

/** Whose link it is, while it holds. */
export async function readLink(db: Database, token: string) {
  return db
    .selectFrom('one_time_links as l')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .select(['u.id', 'u.email', 'u.full_name', 'u.state', 'u.issuer', 'l.purpose'])
    .where('l.hash', '=', hashOf(token))
    .where('l.used_at', 'is', null)
    .where('l.expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

/** Uses a link up; false when somebody was faster. Every other link of the person is void with it. */
export async function useLink(tx: Tx, token: string, userId: number): Promise<boolean> {
  const used = await tx
    .updateTable('one_time_links')
    .set({ used_at: sql<Date>`now()` })
    .where('hash', '=', hashOf(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  if (used.numUpdatedRows !== 1n) return false
  await tx.deleteFrom('one_time_links').where('user_id', '=', userId).where('used_at', 'is', null).execute()
  return true
}
