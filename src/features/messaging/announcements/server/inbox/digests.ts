import { sql } from 'kysely'
import type { DigestLine, DigestSource } from '#features/messaging/notifications/server/index.ts'
import { plainLine } from '#features/messaging/templates/contract.ts'
import type { Tx } from '#kit/server/database.ts'
import { isMailed, settingsJoin, storedNotification } from '../recipient-facts.ts'
import { inboxItemOf, inboxJson, inboxSources, isShown, type StoredItem } from './inbox-store.ts'

type DueDigest = { readonly userId: number; readonly email: string; readonly items: readonly StoredItem[] }

/** The announcements that wait for digests: of these the ones that are still shown, and were not acknowledged. */
export const announcementDigests: DigestSource = {
  due: sql`select user_id from announcement_inbox where digest_at <= now()`,
  async take(tx, userIds, digestId) {
    const { rows } = await sql<{ digests: DueDigest[]; taken: number[] }>`
      with taken as (
        update announcement_inbox i set digest_at = null where i.user_id = any(${[...userIds]}::bigint[]) and i.digest_at <= now() returning i.id
      ), digests as (
        select u.id as "userId", u.email, json_agg(${inboxJson} order by i.id) as items
        from ${inboxSources} ${settingsJoin(storedNotification)}
        where i.id in (select id from taken) and i.acknowledged_at is null and ${isShown} and ${isMailed(storedNotification)}
        group by u.id, u.email
      )
      select (select coalesce(json_agg(id), '[]') from taken) as taken, (select coalesce(json_agg(d), '[]') from digests d) as digests`.execute(
      tx,
    )
    const { digests, taken } = rows[0]!
    await noteDigests(tx, { digests, taken, digestId })
    return digests.flatMap(({ userId, email, items }) => items.map((item) => lineOf({ userId, email, item })))
  },
}

/** Records in which digest each of these items is; those in none are not mailed. */
async function noteDigests(
  tx: Tx,
  { digests, taken: takenIds, digestId }: { digests: readonly DueDigest[]; taken: readonly number[]; digestId: number },
): Promise<void> {
  const included = digests.flatMap(({ items }) => items.map(({ id }) => Number(id)))
  await sql`
    update announcement_inbox set digest_id = case when id = any(${included}::bigint[]) then ${digestId}::bigint end, mailed = id = any(${included}::bigint[])
    where id = any(${[...takenIds]}::bigint[])`.execute(tx)
}

function lineOf({ userId, email, item }: { userId: number; email: string; item: StoredItem }): DigestLine {
  const { id, title, message, link, categoryId } = inboxItemOf(item)
  return {
    userId,
    address: email,
    thread: `announcement ${id}`,
    title,
    text: plainLine(message),
    link,
    ends: Number(categoryId),
  }
}
