import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import type { Session } from '#kit/server/session.ts'
import { isReadableIn } from './readable.ts'

/** The notifications `n` in the caller's inbox: those they may still read. */
export function ownNotifications(session: Session): RawBuilder<unknown> {
  return sql`from notifications n where n.user_id = ${session.userId} and n.listed and ${isReadableIn(session)}`
}

/** How many things the caller was notified of and has not read. */
export function unreadNotifications(session: Session): RawBuilder<number> {
  return sql<number>`(select count(distinct coalesce(n.thread, n.id::text)) ${ownNotifications(session)} and n.read_at is null)`
}

/** Marks the caller's notifications as read: one with all earlier ones of its thread, those of a group, or all. Returns how many. */
export async function markRead(
  tx: Tx,
  userId: number,
  { id, group }: { readonly id?: number | undefined; readonly group?: string | undefined },
): Promise<number> {
  const { numAffectedRows } = await sql`
    update notifications set read_at = now() where user_id = ${userId} and listed and read_at is null
      and ${
        id === undefined
          ? sql`true`
          : sql`(id = ${id} or (id < ${id} and thread = (select thread from notifications where id = ${id} and user_id = ${userId})))`
      }
      and ${group === undefined ? sql`true` : sql`group_name = ${group}`}`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
