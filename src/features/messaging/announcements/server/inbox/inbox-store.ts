import { sql } from 'kysely'
import { unreadNotifications } from '#features/messaging/notifications/server/index.ts'
import type { DeliveryMethod, Parts } from '#features/messaging/templates/contract.ts'
import { type RecipientRow, recipientRow } from '#features/messaging/templates/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { directionOf, findJsonPage } from '#kit/server/list/find-page.ts'
import type { Session } from '#kit/server/session.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import type { InboxItem, InboxState } from '../../contract.ts'
import { fillFor } from '../fill-for-recipient.ts'
import { accountsNamed, isRecipient, storedRecipients } from '../recipients.ts'

/** An item as JSON (`StoredItem`), from the rows of `inboxSources`. */
export const inboxJson = sql`json_build_object('id', i.id::text, 'announcementId', a.id::text, 'title', a.title, 'message', a.message, 'type', a.type,
  'link', a.link, 'queryParams', a.query_params, 'attachmentsUrls', a.attachments_urls, 'deliveryMethod', a.delivery_method,
  'category', c.name || coalesce(' / ' || c.sub_category, ''), 'categoryId', c.id::text, 'system', a.is_system, 'muted', i.muted, 'test', i.is_test,
  'delivered', ${isoSql('i.delivered_at')}, 'seen', ${isoSql('i.seen_at')}, 'acknowledged', ${isoSql('i.acknowledged_at')},
  'personal', a.personal, 'recipient', case when a.personal is not null then ${recipientRow(accountsNamed)} end)`
export const inboxSources = sql`announcement_inbox i join announcements a on a.id = i.announcement_id
  join announcement_categories c on c.id = a.category_id join users u on u.id = i.user_id`
/** Not deactivated, not expired, and the user is still a recipient; or a test. */
export const isShown = sql`(i.is_test or (a.state = 'ENABLED' and (a.expiration_at is null or a.expiration_at > now())
  and ${isRecipient(storedRecipients)}))`
const isUnread = sql`i.acknowledged_at is null and not i.muted`
const SHOWN_AT_ONCE = 50

type InboxQuery = {
  readonly page: number
  readonly size: number
  readonly descending: boolean
  readonly deliveryMethod?: readonly DeliveryMethod[] | undefined
  readonly categoryId?: readonly string[] | undefined
  readonly unread?: boolean | undefined
}

/** A page of a user's inbox, and the total. */
export async function findInbox(db: Database, userId: number, query: InboxQuery) {
  const { page, size, descending, deliveryMethod, categoryId, unread: wantsUnread } = query
  const where = sql`i.user_id = ${userId} and ${isShown}
    and ${deliveryMethod?.length ? sql`a.delivery_method = any(${[...deliveryMethod]}::text[])` : sql`true`}
    and ${categoryId?.length ? sql`a.category_id::text = any(${[...categoryId]}::text[])` : sql`true`}
    and ${wantsUnread === undefined ? sql`true` : wantsUnread ? isUnread : sql`not (${isUnread})`}`
  const direction = directionOf(descending)
  const inboxPage = await findJsonPage(db, {
    page,
    size,
    rows: sql<{
      row: StoredItem
    }>`select ${inboxJson} as row from ${inboxSources} where ${where} order by i.id ${direction}`,
    of: sql`from ${inboxSources} where ${where}`,
  })
  return { ...inboxPage, rows: inboxPage.rows.map(inboxItemOf) }
}

/**
 * How much is unread, announcements and notifications, and the banners and modal alerts to show, newest first: of each
 * announcement the last occurrence.
 */
export async function inboxStateOf(db: Database | Tx, session: Session): Promise<InboxState> {
  const { rows } = await sql<{ unread: number; items: StoredItem[] }>`
    with unread as materialized (
      select distinct on (i.announcement_id) i.id, a.delivery_method as method from ${inboxSources}
      where i.user_id = ${session.userId} and ${isUnread} and ${isShown} order by i.announcement_id, i.id desc
    ), shown as (select id from unread where method <> 'BellAlert' order by id desc limit ${SHOWN_AT_ONCE})
    select (select count(*) from unread) + ${unreadNotifications(session)} as unread,
      (select coalesce(json_agg(${inboxJson} order by i.id desc), '[]') from ${inboxSources} where i.id in (select id from shown)) as items`.execute(
    db,
  )
  const items = rows[0]!.items.map(inboxItemOf)
  return {
    unread: rows[0]!.unread,
    banners: items.filter(({ deliveryMethod }) => deliveryMethod === 'Banner'),
    modals: items.filter(({ deliveryMethod }) => deliveryMethod === 'ModalAlert'),
  }
}

/** The unread announcements of a delivery method, newest first. */
export async function unreadOf(db: Database, userId: number, method: DeliveryMethod): Promise<InboxItem[]> {
  const query = { page: 0, size: SHOWN_AT_ONCE, descending: true, deliveryMethod: [method], unread: true }
  return (await findInbox(db, userId, query)).rows
}

/** An item before the values of its recipient are filled in. */
export type StoredItem = InboxItem & {
  readonly queryParams: Readonly<Record<string, string>>
  readonly personal: Parts | null
  readonly recipient: RecipientRow | null
}

/** The item with the recipient's values, and its link with the query. */
export function inboxItemOf({ queryParams, personal, recipient, ...stored }: StoredItem): InboxItem {
  const item = personal && recipient ? { ...stored, ...fillFor(personal, recipient, stored) } : stored

  const query = new URLSearchParams(queryParams).toString()
  if (item.link === null || query === '') return item
  const [address, fragment] = item.link.split('#')
  const link = `${address}${address!.includes('?') ? '&' : '?'}${query}${fragment === undefined ? '' : `#${fragment}`}`
  return { ...item, link }
}
