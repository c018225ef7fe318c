import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { Acknowledgement } from '../../contract/inbox-calls.ts'
import { announcementProblems } from '../../contract.ts'

/**
 * Acknowledges one item with the earlier occurrences of its announcement, all of a delivery method, or all. Returns the
 * number of changed items and their delivery methods: none where all were acknowledged before.
 */
export async function acknowledgeItems(
  tx: Tx,
  userId: number,
  { id, deliveryMethod }: z.output<typeof Acknowledgement>,
): Promise<{ acknowledged: number; methods: string[] }> {
  if (id !== undefined) {
    const inboxItem = await sql`select from announcement_inbox where id = ${id} and user_id = ${userId}`.execute(tx)
    if (inboxItem.rows.length === 0) throwProblem(announcementProblems['inbox-item-not-found'])
  }
  const { rows } = await sql<{ method: string }>`
    update announcement_inbox i set acknowledged_at = now() from announcements a
    where a.id = i.announcement_id and i.user_id = ${userId} and i.acknowledged_at is null
      and ${id === undefined ? sql`true` : sql`i.announcement_id = (select announcement_id from announcement_inbox where id = ${id}) and i.id <= ${id}`}
      and ${deliveryMethod === undefined ? sql`true` : sql`a.delivery_method = ${deliveryMethod}`}
    returning a.delivery_method as method`.execute(tx)
  return { acknowledged: rows.length, methods: [...new Set(rows.map(({ method }) => method))] }
}
