import { type RawBuilder, sql } from 'kysely'
import { tagJson } from '#features/calendar/tags/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { isoJson } from '#kit/server/sql-text.ts'
import type { CalendarEvent } from '../contract.ts'
import type { Timing } from './time/instances.ts'

type EventFields = Pick<
  CalendarEvent,
  | 'account'
  | 'accountName'
  | 'subject'
  | 'location'
  | 'description'
  | 'tags'
  | 'deployments'
  | 'maintenance'
  | 'notification'
  | 'sequence'
  | 'version'
  | 'uid'
  | 'created'
  | 'updated'
  | 'organizer'
>

/** An event, a series or a changed instance as stored. Clock times are texts, local to its zone. */
export type EventRow = EventFields &
  Timing & {
    readonly id: number
    readonly accountId: number | null
    readonly seriesId: number | null
    /** What a changed instance has its `recurrenceId` from. */
    readonly series: Pick<Timing, 'timeZone' | 'isAllDay'> | null
    readonly recurrenceId: string | null
    readonly lastStart: string | null
    readonly isSeries: boolean
    readonly invited: CalendarEvent['attendees']
    readonly attendeeCount: number
    readonly attachmentCount: number
  }

const clock = `'YYYY-MM-DD"T"HH24:MI:SS'`
const local = (column: string) => sql.raw(`to_char(${column}, ${clock})`)
const locals = (column: string) =>
  sql.raw(`coalesce((select json_agg(to_char(t, ${clock}) order by t) from unnest(${column}) t), '[]')`)

/** Events `e` with their account `a`. */
export const events = sql`calendar_events e left join accounts a on a.id = e.account_id`

const json = sql`json_build_object('id', e.id, 'accountId', e.account_id, 'account', a.name, 'accountName', a.display_name,
  'seriesId', e.series_id,
  'series', (select json_build_object('timeZone', s.time_zone, 'isAllDay', s.is_all_day) from calendar_events s where s.id = e.series_id),
  'recurrenceId', ${local('e.recurrence_id')}, 'uid', e.uid, 'subject', e.subject, 'location', e.location,
  'description', e.description, 'start', ${local('e.start_at')}, 'end', ${local('e.end_at')}, 'timeZone', e.time_zone,
  'isAllDay', e.is_all_day, 'rule', e.rule, 'exdates', ${locals('e.exdates')}, 'rdates', ${locals('e.rdates')},
  'lastStart', ${local('e.last_start')}, 'isSeries', e.is_series, 'notification', e.notification, 'maintenance', e.maintenance,
  'invited', e.invited, 'sequence', e.sequence, 'version', e.version,
  'created', ${sql.raw(isoJson('e.created_at'))}, 'updated', ${sql.raw(isoJson('e.updated_at'))},
  'organizer', (select json_build_object('id', u.id::text, 'username', u.email, 'fullName', u.full_name) from users u where u.id = e.organizer_id),
  'tags', coalesce((select json_agg(${tagJson} order by t.name, t.id) from calendar_event_tags et join calendar_tags t on t.id = et.tag_id
    where et.event_id = e.id), '[]'),
  'deployments', coalesce((select json_agg(json_build_object('id', d.id::text, 'name', d.name) order by d.name)
    from calendar_event_deployments ed join deployments d on d.id = ed.deployment_id where ed.event_id = e.id), '[]'),
  'attendeeCount', (select count(*) from calendar_attendees where event_id = e.id),
  'attachmentCount', (select count(*) from calendar_files where event_id = e.id))`

/** The events that meet a condition on `e`; `rest` orders and limits them. */
export async function findEvents(
  db: Database | Tx,
  where: RawBuilder<unknown>,
  rest: RawBuilder<unknown> = sql`order by e.id`,
): Promise<EventRow[]> {
  const { rows } = await sql<{ row: EventRow }>`${eventsWhere(where)} ${rest}`.execute(db)
  return rows.map(({ row }) => row)
}

/** Selects the events that meet a condition on `e`, without an order. */
export function eventsWhere(where: RawBuilder<unknown>): RawBuilder<{ row: EventRow }> {
  return sql<{ row: EventRow }>`
    select ${json} as row from ${events} where ${where}`
}
