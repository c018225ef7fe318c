import { sql } from 'kysely'
import { dropPushes } from '#features/messaging/web-push/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { dropCopies } from '#kit/server/mail-composer.ts'
import { COPIES } from './compose-copies.ts'
import { pushKey } from './push-key.ts'

/** Makes announcements inactive: waiting deliveries are cancelled, unsent mail and notifications of browsers are dropped. */
export async function withdrawAnnouncements(tx: Tx, announcements: readonly number[]): Promise<void> {
  const ids = sql`any(${[...announcements]}::bigint[])`
  await sql`update announcements set state = 'INACTIVE', version = version + 1, updated_at = clock_timestamp() where id = ${ids}`.execute(
    tx,
  )
  await sql`delete from announcement_deliveries where announcement_id = ${ids} and state = 'WAITING' and delivered = 0`.execute(
    tx,
  )
  await sql`update announcement_deliveries set state = 'DONE', finished_at = now() where announcement_id = ${ids} and state = 'WAITING'`.execute(
    tx,
  )
  await dropCopies(tx, COPIES, announcements)
  for (const announcementId of announcements) await dropPushes(tx, pushKey({ announcementId }))
}
