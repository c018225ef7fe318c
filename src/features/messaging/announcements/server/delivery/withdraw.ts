import { sql } from 'kysely'
import { dropPushes } from '#features/messaging/web-push/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { dropQueuedMails } from '#kit/server/mail.ts'
import { mailKey, pushKey } from './mail-key.ts'

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
  const { rows } = await sql<{ announcementId: number; occurrence: number; email: string }>`
    select i.announcement_id as "announcementId", i.occurrence, u.email from announcement_inbox i join users u on u.id = i.user_id
    where i.announcement_id = ${ids} and i.mailed`.execute(tx)
  await dropQueuedMails(
    tx,
    rows.map((mail) => mailKey(mail, mail.email)),
  )
  for (const announcementId of announcements) await dropPushes(tx, pushKey({ announcementId }))
}
