import { sql } from 'kysely'
import type { EventChanges } from '../contract.ts'
import { type Fields, fieldsOf } from './check-fields.ts'
import { type EventRow, findEvents } from './event-row.ts'
import { instantOfTime } from './ics/file-zones.ts'
import type { FileEvent } from './ics/read-event.ts'
import { movedBy } from './move-series.ts'
import {
  cancelEvent,
  createVersion,
  excludeInstance,
  type ImportPlace,
  mergeFields,
  type Outcome,
  replaceVersion,
} from './save-version.ts'
import { endBefore, followSeries, splitRecurrence } from './split-series.ts'
import { isNewer, type StoredVersion, storedVersions } from './stored-versions.ts'
import { instanceAt, type Times } from './time/instances.ts'
import { instantOf, wallAt, wallOf, wallText } from './time/wall-clock.ts'

const NO_INSTANCE = 'its series has no event at its RECURRENCE-ID'
export const OLD = { left: 'it is in the calendar already, as new or newer' }
export const UNKNOWN = { left: 'it is cancelled, and not in the calendar' }

/** Stores an instance whose series is not in the calendar: an event of its own, until the series comes. */
export async function storeLone(
  place: ImportPlace,
  event: FileEvent,
  versions: readonly StoredVersion[],
): Promise<Outcome> {
  const instant = instantOfTime(event.recurrenceId!)
  const version = versions.find(
    ({ recurrenceId, seriesId, timeZone }) =>
      seriesId === null && recurrenceId !== null && instantOf(wallOf(recurrenceId), timeZone) === instant,
  )
  if (version && !isNewer(event, version)) return OLD
  if (event.isCancelled) return version ? cancelEvent(place, event, version) : UNKNOWN
  const fields = mergeFields(place, event, version && fieldsOf(version))
  if (version) return replaceVersion(place, event, { known: version, fields })
  const recurrenceId = wallText(wallAt(instant, fields.timeZone))
  return createVersion(place, event, { fields, place: { uid: event.uid, recurrenceId } })
}

/** Stores a changed or cancelled instance of a series, named by the start that the series gives it. */
export async function storeInstance(
  place: ImportPlace,
  event: FileEvent,
  { series, at }: { readonly series: EventRow; readonly at: string },
): Promise<Outcome> {
  const times = instanceAt(series, at)
  if (!series.isSeries) return times ? storeOnly(place, event, series) : { left: NO_INSTANCE }
  if (event.isFollowing) return storeFollowing(place, event, { series, times, at })
  const versions = await storedVersions(place.tx, place.accountId, [event.uid])
  const own = versions.get(event.uid)?.find((one) => one.seriesId === series.id && one.recurrenceId === at)
  if (own && !isNewer(event, own)) return OLD
  if (event.isCancelled) {
    if (times || own) return excludeInstance(place, series, at)
    return series.exdates.includes(at) ? OLD : UNKNOWN
  }
  const whole = { ...fieldsOf(series), location: '', description: '', maintenance: null }
  const fields = { ...mergeFields(place, event, own ? fieldsOf(own) : whole), recurrence: null }
  if (own) return replaceVersion(place, event, { known: own, fields })
  return createVersion(place, event, { fields, place: { uid: event.uid, seriesId: series.id, recurrenceId: at } })
}

/** An event that does not repeat is its only instance. */
async function storeOnly(place: ImportPlace, event: FileEvent, row: EventRow): Promise<Outcome> {
  if (event.isCancelled) return cancelEvent(place, event, row)
  return replaceVersion(place, event, { known: row, fields: mergeFields(place, event, fieldsOf(row)) })
}

type From = { readonly series: EventRow; readonly times: Times | undefined; readonly at: string }

/** Ends a series before an instance, and stores what follows as a series of its own, which always gets the same UID. */
async function storeFollowing(place: ImportPlace, event: FileEvent, { series, times, at }: From): Promise<Outcome> {
  const { tx, accountId } = place
  const uid = `${event.uid.slice(0, 270)}/${at}`
  const version = (await storedVersions(tx, accountId, [uid])).get(uid)?.find(({ seriesId }) => seriesId === null)
  if (!times && !version) return { left: NO_INSTANCE }
  const isFirst = times !== undefined && times.wall <= wallOf(series.start)
  if (isFirst && event.isCancelled) return cancelEvent(place, event, series)
  const body = event.fields && onClockOf(series, mergeFields(place, event, fieldsOf(series)))
  if (isFirst) return replaceVersion(place, event, { known: series, fields: movedBy(fieldsOf(series), body!).fields })
  const base = times ? followingFields(series, times, at) : fieldsOf(version!)
  if (times) await endBefore(tx, series, times)
  if (version && !isNewer(event, version)) return times ? 'updated' : OLD
  if (!body) {
    await sql`delete from calendar_events where id = ${version?.id ?? null}::bigint
      or series_id = ${series.id} and recurrence_id >= ${at}::timestamp`.execute(tx)
    return 'updated'
  }
  const { fields, delta } = movedBy(base, body)
  const outcome = version
    ? await replaceVersion(place, event, { known: version, fields })
    : await createVersion(place, event, { fields, place: { uid } })
  const [following] = await findEvents(tx, sql`e.account_id = ${accountId} and e.uid = ${uid} and e.series_id is null`)
  await followSeries(tx, { from: series.id, series: following!, delta, since: at })
  return outcome
}

function followingFields(series: EventRow, times: Times, at: string): Fields {
  const end = wallText(wallOf(at) + wallOf(series.end) - wallOf(series.start))
  return { ...fieldsOf(series), start: at, end, recurrence: splitRecurrence(series, times).after }
}

/** The changes that an instance makes to the series from it on, on the clock of the series. */
function onClockOf(series: EventRow, { recurrence: _, ...fields }: Fields): EventChanges {
  const local = (time: string) =>
    series.isAllDay ? time : wallText(wallAt(instantOf(wallOf(time), fields.timeZone), series.timeZone))
  const [start, end] = [local(fields.start), local(fields.end)]
  return { ...fields, notification: [...fields.notification], timeZone: series.timeZone, start, end }
}
