import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { fileCheckJson } from '#kit/server/files/file-scans.ts'
import type { Session } from '#kit/server/session.ts'
import { isoJson } from '#kit/server/sql-text.ts'
import type { Attendee, CalendarEvent, EventFile, EventInstance } from '../contract.ts'
import type { EventRow } from './event-row.ts'
import { maySave } from './event-scope.ts'
import { type Times, timesAt } from './time/instances.ts'
import { wallOf, wallText } from './time/wall-clock.ts'

function sharedOf(row: EventRow, times: Times, session: Session) {
  const { account, accountName, subject, location, timeZone, isAllDay, tags, deployments, maintenance, version } = row
  return {
    account,
    accountName,
    accountId: row.accountId === null ? null : String(row.accountId),
    subject,
    location,
    start: times.start,
    end: times.end,
    timeZone,
    startTime: new Date(times.from).toISOString(),
    endTime: new Date(times.to).toISOString(),
    isAllDay,
    tags,
    deployments,
    maintenance,
    isEditable: maySave(session, row.accountId),
    version,
  }
}

/** An event at one of its times. */
export function instanceOf(row: EventRow, times: Times, session: Session): EventInstance {
  const { id, seriesId, isSeries, attendeeCount, attachmentCount } = row
  return {
    id: String(id),
    seriesMasterId: isSeries ? String(id) : seriesId === null ? null : String(seriesId),
    recurrenceId: isSeries ? wallText(times.wall) : row.recurrenceId,
    ...sharedOf(row, times, session),
    isChanged: seriesId !== null,
    attendeeCount,
    attachmentCount,
  }
}

/** When an event is that does not repeat, or the first instance of a series. */
export function ownTimes(row: EventRow): Times {
  return timesAt(row, wallOf(row.start))
}

type Details = {
  changedInstances: string[]
  people: Attendee[]
  myAnswer: CalendarEvent['myAnswer']
  attachments: EventFile[]
}

/** An event with everything that an editor needs. */
export async function eventJson(db: Database | Tx, session: Session, row: EventRow): Promise<CalendarEvent> {
  const { rows } = await sql<{ details: Details }>`
    select json_build_object(
      'changedInstances', coalesce((select json_agg(to_char(recurrence_id, 'YYYY-MM-DD"T"HH24:MI:SS') order by recurrence_id)
        from calendar_events where series_id = ${row.id}), '[]'),
      'people', coalesce((select json_agg(json_build_object('email', p.email, 'fullName', u.full_name, 'side', p.side, 'answer', p.answer)
        order by p.email) from calendar_attendees p left join users u on u.id = p.user_id where p.event_id = ${row.id}), '[]'),
      'myAnswer', (select answer from calendar_attendees where event_id = ${row.id} and user_id = ${session.userId}),
      'attachments', coalesce((select json_agg(${fileJson} order by f.id)
        from calendar_files f join users u on u.id = f.author_id where f.event_id = ${row.id}), '[]')) as details`.execute(
    db,
  )
  const { rule, exdates, rdates, uid, description, notification, organizer, sequence, created, updated } = row
  return {
    id: String(row.id),
    seriesMasterId: row.seriesId === null ? null : String(row.seriesId),
    recurrenceId: row.recurrenceId,
    ...sharedOf(row, ownTimes(row), session),
    ...{ uid, description, notification, organizer, sequence, created, updated },
    recurrence: row.isSeries ? { rule, exdates: [...exdates], rdates: [...rdates] } : null,
    attendees: row.invited,
    ...rows[0]!.details,
  }
}

/** The JSON of a file `f` with its author `u`. */
export const fileJson = sql<EventFile>`json_build_object('id', f.id::text, 'filename', f.filename, 'size', f.size, 'mediaType', f.media_type,
  'isPicture', f.is_picture, 'check', ${fileCheckJson('f.digest')},
  'author', json_build_object('id', u.id::text, 'username', u.email, 'fullName', u.full_name), 'created', ${sql.raw(isoJson('f.created_at'))})`
