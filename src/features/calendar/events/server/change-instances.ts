import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { type Fields, fieldsOf, prepare } from './check-fields.ts'
import { type EventRow, findEvents } from './event-row.ts'
import { updateEvent } from './save-event.ts'
import { wallOf, wallText } from './time/wall-clock.ts'

const texts = [
  'subject',
  'location',
  'description',
  'tags',
  'notification',
  'attendees',
  'deployments',
  'maintenance',
] as const

/**
 * Makes the change of a whole series at its changed instances too: in what an instance has from the series, and not in what
 * was changed there. One that was not moved moves with the series.
 */
export async function changeInstances(
  tx: Tx,
  before: EventRow,
  { fields, delta }: { readonly fields: Fields; readonly delta: number },
): Promise<void> {
  const series = fieldsOf(before)
  for (const row of await findEvents(tx, sql`e.series_id = ${before.id}`)) {
    const own = fieldsOf(row)
    const followedTexts = texts
      .filter((name) => isDeepStrictEqual(own[name], series[name]))
      .map((name) => [name, fields[name]])
    const instanceFields = { ...own, ...Object.fromEntries(followedTexts), ...timesOf(row, series, { fields, delta }) }
    if (!isDeepStrictEqual(instanceFields, own)) await updateEvent(tx, row, prepare(instanceFields))
  }
}

/** The new times of an instance that was not moved. */
function timesOf(
  { start, end, timeZone, isAllDay, recurrenceId }: EventRow,
  series: Fields,
  { fields, delta }: { readonly fields: Fields; readonly delta: number },
): Partial<Fields> {
  const length = (of: Pick<Fields, 'start' | 'end'>) => wallOf(of.end) - wallOf(of.start)
  const isMoved = start !== recurrenceId || length({ start, end }) !== length(series)
  if (isMoved || timeZone !== series.timeZone || isAllDay !== series.isAllDay) return {}
  const from = wallOf(start) + delta
  return {
    start: wallText(from),
    end: wallText(from + length(fields)),
    timeZone: fields.timeZone,
    isAllDay: fields.isAllDay,
  }
}
