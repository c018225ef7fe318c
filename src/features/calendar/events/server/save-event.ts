import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { type CheckedFields, type Fields, fieldsOf } from './check-fields.ts'
import type { EventRow } from './event-row.ts'
import { type Invitee, inviteesOf } from './invitations.ts'
import { saveAttendees } from './save-attendees.ts'
import { nextReminder } from './time/reminders.ts'

type Owner = { readonly accountId: number | null; readonly organizerId: number | null }
type Place = {
  readonly uid: string
  readonly seriesId?: number
  readonly recurrenceId?: string
  readonly sequence?: number
}
/** What people who are invited learn of a change. */
export type Renewal = {
  /** The invitation says something else now. */
  readonly isRenewed: boolean
  readonly kept: readonly Invitee[]
  readonly added: readonly Invitee[]
  readonly removed: readonly Invitee[]
}

/** Stores a new event, series, or changed instance of a series; returns its id. */
export async function insertEvent(tx: Tx, checkedFields: CheckedFields, owner: Owner, place: Place): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into calendar_events (account_id, organizer_id, uid, series_id, recurrence_id, sequence, subject, location, description, start_at, end_at,
      time_zone, is_all_day, rule, exdates, rdates, last_start, first_start, last_end, notification, next_reminder_at, maintenance, invited)
    select ${owner.accountId}::bigint, ${owner.organizerId}::bigint, ${place.uid}, ${place.seriesId ?? null}::bigint,
      ${place.recurrenceId ?? null}::timestamp, ${place.sequence ?? 0}::integer, ${columnsOf(checkedFields)} returning id`.execute(
    tx,
  )
  const { id } = rows[0]!
  await saveRelations(tx, id, checkedFields, owner.accountId)
  return id
}

/**
 * Stores the changes of an event. What an invitation shows raises SEQUENCE, and so does who is removed, for whom the
 * withdrawal is the later version; reminders, tags and deployments do not (RFC 5546 §2.1.4).
 */
export async function updateEvent(tx: Tx, before: EventRow, checkedFields: CheckedFields): Promise<Renewal> {
  const { id, accountId } = before
  const people = await inviteesOf(tx, id)
  await sql`
    update calendar_events set (subject, location, description, start_at, end_at, time_zone, is_all_day, rule, exdates, rdates, last_start,
      first_start, last_end, notification, next_reminder_at, maintenance, invited) = (select ${columnsOf(checkedFields)}),
      version = version + 1, stamp = null, updated_at = now() where id = ${id}`.execute(tx)
  await saveRelations(tx, id, checkedFields, accountId)
  const isRenewed = isOther(fieldsOf(before), checkedFields.fields)
  const renewal = renewalOf(isRenewed, people, await inviteesOf(tx, id))
  if (isRenewed || renewal.removed.length > 0) await raiseSequence(tx, id)
  return renewal
}

/** What people learn of a change, by who was invited before it and who is after it. */
export function renewalOf(isRenewed: boolean, before: readonly Invitee[], after: readonly Invitee[]): Renewal {
  const isIn = (people: readonly Invitee[]) => (one: Invitee) => people.some(({ email }) => email === one.email)
  return {
    isRenewed,
    kept: after.filter(isIn(before)),
    added: after.filter((one) => !isIn(before)(one)),
    removed: before.filter((one) => !isIn(after)(one)),
  }
}

const shownFields = [
  ...['subject', 'start', 'end', 'timeZone', 'isAllDay', 'location', 'description', 'recurrence', 'maintenance'],
] as (keyof Fields)[]

/** Whether an invitation to the event shows something else. */
export function isOther(before: Fields, after: Fields): boolean {
  return shownFields.some((name) => !isDeepStrictEqual(before[name], after[name]))
}

/** A higher SEQUENCE than that of the event and its series; its instances have no lower one than the series. */
async function raiseSequence(tx: Tx, id: number): Promise<void> {
  await sql`
    with raised as (
      update calendar_events e set sequence = 1 + greatest(sequence,
        (select s.sequence from calendar_events s where s.id = e.series_id)) where id = ${id} returning sequence)
    update calendar_events i set sequence = greatest(i.sequence, raised.sequence) from raised where i.series_id = ${id}`.execute(
    tx,
  )
}

function columnsOf({ fields, timing, extent }: CheckedFields) {
  const { subject, location, description, notification, maintenance, attendees } = fields
  const { start, end, timeZone, isAllDay, rule, exdates, rdates } = timing
  const reminder = nextReminder({ ...timing, lastStart: extent.lastStart, notification }, Date.now())
  const lastEnd = extent.lastEnd === null ? 'infinity' : new Date(extent.lastEnd).toISOString()
  return sql`${subject}::text, ${location}::text, ${description}::text, ${start}::timestamp, ${end}::timestamp, ${timeZone}::text,
    ${isAllDay}::boolean, ${rule}::text, ${[...exdates]}::timestamp[], ${[...rdates]}::timestamp[], ${extent.lastStart}::timestamp,
    ${new Date(extent.firstStart).toISOString()}::timestamptz, ${lastEnd}::timestamptz, ${[...notification]}::integer[],
    ${reminder === null ? null : new Date(reminder)}::timestamptz,
    ${maintenance === null ? null : JSON.stringify(maintenance)}::jsonb, ${JSON.stringify(attendees)}::jsonb`
}

async function saveRelations(tx: Tx, id: number, { fields }: CheckedFields, accountId: number | null): Promise<void> {
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
