import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { directionOf, findJsonPage } from '#kit/server/list/find-page.ts'
import type { Session } from '#kit/server/session.ts'
import { isoSql, likeText } from '#kit/server/sql-text.ts'
import { visibleAccounts } from '#kit/server/visible.ts'
import { type Announcement, announcementProblems, manageAnnouncements } from '../contract.ts'
import type { AnnouncementRecord } from './announcement-record.ts'

/** The status of the row `a` of announcements. */
export const statusOfAnnouncement: RawBuilder<string> = sql<string>`case when a.state <> 'ENABLED' then a.state when a.expiration_at <= now() then 'ENDED'
  when exists (select from announcement_deliveries d where d.announcement_id = a.id and (d.state = 'DONE' or d.delivered > 0)) then 'ACTIVE'
  else 'SCHEDULED' end`
const json = sql`jsonb_build_object('id', a.id::text, 'title', a.title, 'message', a.message, 'type', a.type, 'link', a.link,
  'queryParams', a.query_params, 'attachmentsUrls', a.attachments_urls, 'deliveryMethod', a.delivery_method, 'emailCopy', a.email_copy,
  'categoryId', a.category_id::text, 'category', jsonb_build_object('name', c.name, 'subCategory', c.sub_category),
  'expirationTs', ${isoSql('a.expiration_at')}, 'system', a.is_system, 'recipientsType', a.recipients_type, 'recipients', a.recipients,
  'deliveryTimeType', a.delivery_time_type, 'deliveryTime', ${isoSql('a.delivery_time')}, 'timeZone', a.time_zone, 'timeZoneOf', a.time_zone_of,
  'recurrence', a.recurrence, 'interval', a.repeat_every, 'daysOfWeek', a.days_of_week, 'daysOfMonth', a.days_of_month,
  'stoppingPoint', a.stopping_point) || jsonb_build_object('status', ${statusOfAnnouncement}, 'author', u.full_name,
  'templateId', a.template_id::text, 'inputs', a.template_inputs, 'templateName', t.name, 'automatic', a.event_id is not null,
  'nextDelivery', (select ${isoSql('min(d.due_at)')} from announcement_deliveries d where d.announcement_id = a.id and d.state = 'WAITING'),
  'delivered', (select coalesce(sum(d.delivered), 0) from announcement_deliveries d where d.announcement_id = a.id),
  'created', ${isoSql('a.created_at')}, 'updated', ${isoSql('a.updated_at')}, 'version', a.version)`
const sources = sql`announcements a join announcement_categories c on c.id = a.category_id join users u on u.id = a.author_id
  left join templates t on t.id = a.template_id`

/** The announcements that the session may manage: all, or those limited to accounts that are assigned to it. */
export function manageable(session: Session): RawBuilder<boolean> {
  const accounts = visibleAccounts(session, manageAnnouncements)
  return accounts === 'all' ? sql<boolean>`true` : sql<boolean>`a.limited_to <@ ${accounts}::bigint[]`
}

type AnnouncementQuery = {
  readonly page: number
  readonly size: number
  readonly descending: boolean
  readonly q?: string | undefined
  readonly type?: readonly string[] | undefined
  readonly deliveryMethod?: readonly string[] | undefined
  readonly status?: readonly string[] | undefined
  readonly categoryId?: readonly string[] | undefined
}

/** A page of announcements, and the total up to one more than the cap. */
export async function findAnnouncements(db: Database, session: Session, query: AnnouncementQuery) {
  const { page, size, descending, q, type, deliveryMethod, categoryId } = query
  const anyOf = (column: RawBuilder<unknown>, values: readonly string[] | undefined) =>
    values?.length ? sql`${column} = any(${[...values]}::text[])` : sql`true`
  const where = sql`${manageable(session)} and ${q ? sql`a.title ilike ${`%${likeText(q)}%`}` : sql`true`}
    and ${anyOf(sql`a.type`, type)} and ${anyOf(sql`a.delivery_method`, deliveryMethod)}
    and ${anyOf(statusOfAnnouncement, query.status)} and ${anyOf(sql`a.category_id::text`, categoryId)}`
  const direction = directionOf(descending)
  return findJsonPage(db, {
    page,
    size,
    rows: sql<{ row: Announcement }>`select ${json} as row from ${sources} where ${where} order by a.id ${direction}`,
    of: sql`from ${sources} where ${where}`,
    newest: sql`a.updated_at`,
    capped: true,
  })
}

/** An announcement that the session may manage, else 404; `lock` holds it for the transaction. */
export async function announcementOf(
  db: Database | Tx,
  session: Session,
  id: string,
  { lock = false } = {},
): Promise<Announcement> {
  if (lock) await sql`select from announcements where id = ${id} for update`.execute(db)
  const { rows } = await sql<{ row: Announcement }>`
    select ${json} as row from ${sources} where a.id = ${id} and ${manageable(session)}`.execute(db)
  return rows[0]?.row ?? throwProblem(announcementProblems['announcement-not-found'])
}

/** The columns of the fields that an author writes. */
export function columnsOf(record: AnnouncementRecord) {
  return {
    title: record.title,
    template_id: record.templateId === null ? null : Number(record.templateId),
    template_inputs: JSON.stringify(record.inputs),
    message: record.message,
    type: record.type,
    link: record.link,
    query_params: JSON.stringify(record.queryParams),
    attachments_urls: record.attachmentsUrls,
    delivery_method: record.deliveryMethod,
    email_copy: record.emailCopy,
    category_id: Number(record.categoryId),
    expiration_at: record.expirationTs,
    is_system: record.system,
    recipients_type: record.recipientsType,
    recipients: JSON.stringify(record.recipients),
    delivery_time_type: record.deliveryTimeType,
    delivery_time: record.deliveryTime,
    time_zone: record.timeZone,
    time_zone_of: record.timeZoneOf,
    recurrence: record.recurrence,
    repeat_every: record.interval,
    days_of_week: record.daysOfWeek,
    days_of_month: record.daysOfMonth,
    stopping_point: JSON.stringify(record.stoppingPoint),
  }
}
