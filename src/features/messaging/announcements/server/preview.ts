import { sql } from 'kysely'
import {
  nextOccurrences,
  recurrenceOf,
  usesLastDayOfMonth,
  zoneOfAuthor,
} from '#features/messaging/delivery-times/server/index.ts'
import type { Values } from '#features/messaging/templates/contract.ts'
import { type RecipientRow, recipientValues, zoneOfUser } from '#features/messaging/templates/server/index.ts'
import { momentOf } from '#kit/contract/wall-time.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { RequestContext } from '#kit/server/serve/request-context.ts'
import type { AnnouncementPreview, previewAnnouncement } from '../contract.ts'
import { completeAnnouncement } from './announcement-record.ts'
import { requireValid } from './announcement-rules.ts'
import { previewValues } from './preview-values.ts'
import { isMailed, isMuted, settingsJoin } from './recipient-facts.ts'
import { isRecipient } from './recipients.ts'
import { limitOf, recipientsOf, requireRecipients } from './require-recipients.ts'

const SHOWN = 50
const OCCURRENCES = 5

/** The dry run: the same condition as the delivery, and nothing is saved. */
export async function preview(
  { db }: AppContext,
  call: RequestContext<typeof previewAnnouncement>,
): Promise<AnnouncementPreview> {
  const now = new Date()
  const record = completeAnnouncement(call.body, { now, timeZone: await zoneOfAuthor(db, call.session.userId) })
  requireValid(record, { now, timeChanged: true })
  await requireRecipients(db, call.session, record)
  const schedule = recurrenceOf(record)
  const walls = nextOccurrences(schedule, Number.NEGATIVE_INFINITY, OCCURRENCES)
  const notification = {
    method: sql`${record.deliveryMethod}::text`,
    system: sql`${record.system}::boolean`,
    emailCopy: sql`${record.emailCopy}::boolean`,
    categoryId: sql`${record.categoryId}::bigint`,
  }
  const values = await previewValues(db, record)
  const ownZones = record.timeZoneOf === 'RECIPIENT'
  const { rows } = await sql<{
    row: Omit<AnnouncementPreview, 'occurrences' | 'zones' | 'lastDayOfMonth' | 'recipients'> & {
      zones: string[]
      recipients: (AnnouncementPreview['recipients'][number] & { row: RecipientRow | null })[]
    }
  }>`
    with reached as materialized (
      select u.id, u.email, u.full_name, ${isMuted(notification)} as muted, ${isMailed(notification)} as mailed,
        ${ownZones ? zoneOfUser : sql`null::text`} as zone
      from users u ${settingsJoin(notification)} where ${isRecipient(recipientsOf(record, limitOf(call.session)))}
    ), shown as (select * from reached order by full_name collate "und-x-icu", id limit ${SHOWN})
    select json_build_object('count', (select count(*) from reached),
      'accounts', (select count(distinct g.account_id) from role_grants g join reached r on r.id = g.user_id),
      'mails', (select count(*) from reached where mailed), 'muted', (select count(*) from reached where muted),
      'recipients', (select coalesce(json_agg(json_build_object('username', s.email, 'fullName', s.full_name, 'accounts', array(
        select distinct a.display_name from role_grants g join accounts a on a.id = g.account_id where g.user_id = s.id order by 1 limit 5),
        'row', (select ${values.ofUser} from users u where u.id = s.id))
        order by s.full_name collate "und-x-icu", s.id), '[]') from shown s),
      'missing', ${values.missing},
      'zones', (select coalesce(json_agg(distinct zone), '[]') from reached where zone is not null),
      'banners', (select coalesce(json_agg(b), '[]') from (
        select a.id::text as id, a.title, count(distinct i.user_id)::int as users
        from announcements a join announcement_inbox i on i.announcement_id = a.id join reached r on r.id = i.user_id
        where a.state = 'ENABLED' and a.delivery_method = 'Banner' and (a.expiration_at is null or a.expiration_at > now()) and i.acknowledged_at is null
        group by a.id order by a.id desc limit 5) b)) as row`.execute(db)
  const { zones, recipients, ...figures } = rows[0]!.row
  const first = walls[0]
  return {
    ...figures,
    recipients: recipients.map(({ row, ...recipient }) => ({
      ...recipient,
      ...(row ? { values: givenValues(recipientValues(row, now)) } : {}),
    })),
    occurrences: walls.map((wall) => isoOf(wall, record.timeZone)),
    zones: first === undefined ? [] : zones.sort().map((timeZone) => ({ timeZone, first: isoOf(first, timeZone) })),
    lastDayOfMonth: usesLastDayOfMonth(schedule),
  }
}

function givenValues(values: Values): Record<string, string> {
  return Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : [])))
}

function isoOf(wall: number, timeZone: string): string {
  return new Date(momentOf(wall, timeZone)).toISOString()
}
