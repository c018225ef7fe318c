import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import type { ImportReport } from '../contract.ts'
import { type Fields, fieldsOf, newFields, prepare } from './check-fields.ts'
import type { EventRow } from './event-row.ts'
import type { FileEvent } from './ics/read-event.ts'
import { insertEvent, updateEvent } from './save-event.ts'
import { hasInstances } from './split-series.ts'

/** Where events are imported to, and what is said about it. */
export type ImportPlace = {
  readonly tx: Tx
  readonly accountId: number
  readonly organizerId: number
  /** Ids by name in lower case. */
  readonly tags: ReadonlyMap<string, string>
  readonly report: ImportReport
}
/** What was done with an event of a file, or why nothing was. */
export type Outcome = 'created' | 'updated' | { readonly left: string }

/** The fields of an event: what the file does not mention stays as it is. */
export function mergeFields({ tags }: ImportPlace, event: FileEvent, base: Fields | undefined): Fields {
  const fileFields = event.fields!
  const fileTags = event.tags && {
    tags: [...new Set(event.tags.flatMap((name) => tags.get(name.toLowerCase()) ?? []))].slice(0, 20),
  }
  return {
    ...(base ?? newFields({ subject: '(no subject)', ...fileFields }, fileFields.timeZone)),
    ...fileFields,
    ...fileTags,
  }
}

/** Stores an event of a file that the calendar does not have. */
export async function createVersion(
  { tx, accountId, organizerId }: ImportPlace,
  event: FileEvent,
  { fields, place }: { readonly fields: Fields; readonly place: Parameters<typeof insertEvent>[3] },
): Promise<Outcome> {
  await keepVersion(tx, event, await insertEvent(tx, prepare(fields), { accountId, organizerId }, place))
  return 'created'
}

/** Stores a later version of an event. */
export async function replaceVersion(
  { tx }: ImportPlace,
  event: FileEvent,
  { known, fields }: { readonly known: EventRow; readonly fields: Fields },
): Promise<Outcome> {
  await updateEvent(tx, known, prepare(fields))
  await keepVersion(tx, event, known.id)
  return 'updated'
}

/** A file that does not say when it was made is older than one that does. */
async function keepVersion(tx: Tx, { sequence, stamp }: Pick<FileEvent, 'sequence' | 'stamp'>, id: number) {
  await sql`update calendar_events set sequence = ${sequence}, stamp = ${new Date(stamp ?? 0)} where id = ${id}`.execute(
    tx,
  )
}

/** Announced work stays in the calendar as cancelled, where it holds nothing; another event is deleted. */
export async function cancelEvent(place: ImportPlace, event: FileEvent, row: EventRow): Promise<Outcome> {
  if (row.maintenance) {
    const maintenance = { ...row.maintenance, status: 'CANCELLED' }
    return replaceVersion(place, event, { known: row, fields: { ...fieldsOf(row), maintenance } })
  }
  await sql`delete from calendar_events where id = ${row.id}`.execute(place.tx)
  return 'updated'
}

/** Takes an instance out of a series, which stays the version that it is. */
export async function excludeInstance({ tx }: ImportPlace, series: EventRow, start: string): Promise<Outcome> {
  const fields = fieldsOf(series)
  const exdates = [...new Set([...series.exdates, start])].sort()
  if (!hasInstances({ ...series, exdates })) {
    await sql`delete from calendar_events where id = ${series.id}`.execute(tx)
    return 'updated'
  }
  const { rows } = await sql<{ stamp: Date | null; sequence: number }>`
    select stamp, sequence from calendar_events where id = ${series.id}`.execute(tx)
  const [{ stamp, sequence }] = rows as [(typeof rows)[0]]
  await updateEvent(tx, series, prepare({ ...fields, recurrence: { ...fields.recurrence!, exdates } }))
  await sql`update calendar_events set stamp = ${stamp}, sequence = ${sequence} where id = ${series.id}`.execute(tx)
  await sql`delete from calendar_events where series_id = ${series.id} and recurrence_id = ${start}::timestamp`.execute(
    tx,
  )
  return 'updated'
}
