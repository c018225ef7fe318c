import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import type { Prepared } from './check-fields.ts'
import { saveAttendees } from './save-attendees.ts'
import { nextReminder } from './time/reminders.ts'

type Owner = { readonly accountId: number | null; readonly organizerId: number }
type Place = { readonly uid: string; readonly seriesId?: number; readonly recurrenceId?: string }

/** Stores a new event, series, or changed instance of a series; returns its id. */
export async function insertEvent(tx: Tx, prepared: Prepared, owner: Owner, place: Place): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into calendar_events (account_id, organizer_id, uid, series_id, recurrence_id, subject, location, description, start_at, end_at,
      time_zone, is_all_day, rule, exdates, rdates, last_start, first_start, last_end, notification, next_reminder_at, maintenance, invited)
    select ${owner.accountId}::bigint, ${owner.organizerId}::bigint, ${place.uid}, ${place.seriesId ?? null}::bigint,
      ${place.recurrenceId ?? null}::timestamp, ${columnsOf(prepared)} returning id`.execute(tx)
  const { id } = rows[0]!
  await saveRelations(tx, id, prepared, owner.accountId)
  return id
}

/** Stores the changes of an event; calendar programs see a higher SEQUENCE. */
export async function updateEvent(tx: Tx, id: number, prepared: Prepared, accountId: number | null): Promise<void> {
  await sql`
    update calendar_events set (subject, location, description, start_at, end_at, time_zone, is_all_day, rule, exdates, rdates, last_start,
      first_start, last_end, notification, next_reminder_at, maintenance, invited) = (select ${columnsOf(prepared)}),
      version = version + 1, sequence = sequence + 1, stamp = null, updated_at = now() where id = ${id}`.execute(tx)
  await saveRelations(tx, id, prepared, accountId)
}

function columnsOf({ fields, timing, extent }: Prepared) {
  const { subject, location, description, notification, maintenance, attendees } = fields
  const { start, end, timeZone, isAllDay, rule, exdates, rdates } = timing
  const reminder = nextReminder({ ...timing, notification }, Date.now())
  const lastEnd = extent.lastEnd === null ? 'infinity' : new Date(extent.lastEnd).toISOString()
  return sql`${subject}::text, ${location}::text, ${description}::text, ${start}::timestamp, ${end}::timestamp, ${timeZone}::text,
    ${isAllDay}::boolean, ${rule}::text, ${[...exdates]}::timestamp[], ${[...rdates]}::timestamp[], ${extent.lastStart}::timestamp,
    ${new Date(extent.firstStart).toISOString()}::timestamptz, ${lastEnd}::timestamptz, ${[...notification]}::integer[],
    ${reminder === null ? null : new Date(reminder)}::timestamptz,
    ${maintenance === null ? null : JSON.stringify(maintenance)}::jsonb, ${JSON.stringify(attendees)}::jsonb`
}

async function saveRelations(tx: Tx, id: number, { fields }: Prepared, accountId: number | null): Promise<void> {
  await sql`delete from calendar_event_tags where event_id = ${id} and tag_id <> all(${fields.tags}::bigint[])`.execute(
    tx,
  )
  await sql`
    insert into calendar_event_tags (event_id, tag_id) select ${id}, t from unnest(${fields.tags}::bigint[]) t on conflict do nothing`.execute(
    tx,
  )
  await sql`delete from calendar_event_deployments where event_id = ${id} and deployment_id <> all(${fields.deployments}::bigint[])`.execute(
    tx,
  )
  await sql`
    insert into calendar_event_deployments (event_id, deployment_id)
    select ${id}, d from unnest(${fields.deployments}::bigint[]) d on conflict do nothing`.execute(tx)
  await saveAttendees(tx, { id, accountId }, fields.attendees)
}
