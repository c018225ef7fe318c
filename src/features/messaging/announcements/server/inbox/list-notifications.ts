import { sql } from 'kysely'
import { ownNotifications } from '#features/messaging/notifications/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import { directionOf, findJsonPage } from '#kit/server/list/find-page.ts'
import type { Session } from '#kit/server/session.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import type { Notification } from '../../contract/notification-calls.ts'
import { inboxItemOf, inboxJson, inboxSources, isShown, type StoredItem } from './inbox-store.ts'

type Query = {
  readonly page: number
  readonly size: number
  readonly descending: boolean
  readonly group?: readonly string[] | undefined
  readonly unread?: boolean | undefined
}
type Row = Omit<Notification, 'announcement'> & { readonly announcement: StoredItem | null }

/** A page of what the caller was notified of: the newest of each thread, and the total of threads. */
export async function findNotifications(db: Database, session: Session, query: Query) {
  const { page, size, descending, group, unread } = query
  const hasUnread = sql`bool_or(unread)`
  const threads = sql`
    select (array_agg(source order by at desc, id desc))[1] as source, (array_agg(id order by at desc, id desc))[1] as id, max(at) as at,
      ${hasUnread} as unread, count(*)::int as count
    from (
      select 'n' as source, n.id, n.at, 'n' || coalesce(n.thread, n.id::text) as thread, n.read_at is null as unread, n.group_name as "group"
      ${ownNotifications(session)}
      union all
      select 'a', i.id, i.delivered_at, 'a' || i.announcement_id, i.acknowledged_at is null and not i.muted, 'announcements'
      from ${inboxSources} where i.user_id = ${session.userId} and ${isShown}
    ) item
    where ${group?.length ? sql`"group" = any(${[...group]}::text[])` : sql`true`}
    group by thread having ${unread === undefined ? sql`true` : unread ? hasUnread : sql`not ${hasUnread}`}`
  const direction = directionOf(descending)
  const { rows, ...figures } = await findJsonPage(db, {
    page,
    size,
    rows: (limit) => sql<{ row: Row }>`
      select json_build_object('id', t.source || t.id, 'group', coalesce(n.group_name, 'announcements'), 'title', coalesce(n.title, i.title),
        'text', coalesce(n.text, i.message), 'link', case when n.id is not null then n.link else i.link end, 'at', ${isoSql('t.at')}, 'unread', t.unread, 'count', t.count,
        'announcement', i.item) as row
      from (${threads} order by max(at) ${direction}, max(id) ${direction} ${limit}) t
        left join notifications n on t.source = 'n' and n.id = t.id
        left join lateral (select ${inboxJson} as item, a.title, a.message, a.link from ${inboxSources} where t.source = 'a' and i.id = t.id) i on true
      order by t.at ${direction}, t.id ${direction}`,
    of: sql`from (${threads}) t`,
    newest: sql`t.at`,
  })
  return { ...figures, rows: rows.map(notificationOf) }
}

/** An announcement has the texts of its recipient. */
function notificationOf({ announcement, ...row }: Row): Notification {
  if (!announcement) return { ...row, announcement: null }
  const item = inboxItemOf(announcement)
  return { ...row, title: item.title, text: item.message, link: item.link, announcement: item }
}
