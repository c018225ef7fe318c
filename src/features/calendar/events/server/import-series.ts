import { sql } from 'kysely'
import { HttpProblem } from '#kit/server/http-problem.ts'
import { fieldsOf } from './check-fields.ts'
import { type EventRow, findEvents } from './event-row.ts'
import { instantOfTime, localIn } from './ics/file-zones.ts'
import type { FileEvent } from './ics/read-event.ts'
import { OLD, storeInstance, storeLone, UNKNOWN } from './import-instance.ts'
import {
  cancelEvent,
  createVersion,
  type ImportPlace,
  mergeFields,
  type Outcome,
  replaceVersion,
} from './save-version.ts'
import { isNewer, newestOf, type StoredVersion } from './stored-versions.ts'
import { instanceAt } from './time/instances.ts'
import { instantOf, wallAt, wallOf, wallText } from './time/wall-clock.ts'

/**
 * Stores what a file says of one UID: an event, or a series and instances that differ from it. Of several versions the
 * newest counts, in the file and in the calendar.
 */
export async function importSeries(
  place: ImportPlace,
  events: readonly FileEvent[],
  versionsBefore: readonly StoredVersion[],
): Promise<void> {
  const whole = events.filter(({ recurrenceId }) => recurrenceId === null)
  const changedInstances = events.filter(({ recurrenceId }) => recurrenceId !== null)
  const master = takeNewest(place, whole)
  const wasStored =
    master !== undefined && (await attempt(place, master, () => storeWhole(place, master, versionsBefore)))
  const { uid } = events[0] as FileEvent
  const series = await seriesOf(place, uid)
  if (!series) {
    for (const versions of groupEvents(changedInstances, (event) => String(instantOfTime(event.recurrenceId!)))) {
      const event = takeNewest(place, versions)!
      await attempt(place, event, () => storeLone(place, event, versionsBefore))
    }
    return
  }
  if (wasStored) await adoptInstances(place, series, versionsBefore)
  const at = (event: FileEvent) => localIn(event.recurrenceId!, series)
  const groups = groupEvents(changedInstances, (event) => `${at(event)} ${event.isFollowing}`)
  for (const versions of groups.sort((a, b) => at(a[0]!).localeCompare(at(b[0]!)))) {
    const event = takeNewest(place, versions)!
    // The one before may have changed the series.
    await attempt(place, event, async () => {
      const now = await seriesOf(place, uid)
      return now ? storeInstance(place, event, { series: now, at: at(event) }) : UNKNOWN
    })
  }
  if (wasStored) await removeAbsent(place, series.id, changedInstances.map(at))
}

/** The newest version in the file; the others are reported. */
function takeNewest({ report }: ImportPlace, versions: readonly FileEvent[]): FileEvent | undefined {
  const newestVersion = newestOf(versions)
  for (const { uid, subject } of versions.filter((one) => one !== newestVersion))
    report.skipped.push({ uid, subject, reason: 'the file has another version of it, which is as new or newer' })
  return newestVersion
}

function groupEvents(events: readonly FileEvent[], keyOf: (event: FileEvent) => string): FileEvent[][] {
  const groups = new Map<string, FileEvent[]>()
  for (const event of events) groups.set(keyOf(event), [...(groups.get(keyOf(event)) ?? []), event])
  return [...groups.values()]
}

/** Stores an event, or says why not; what a rule rejects leaves nothing behind. */
async function attempt(
  { tx, report, tags }: ImportPlace,
  event: FileEvent,
  store: () => Promise<Outcome>,
): Promise<boolean> {
  const { uid, subject } = event
  await sql`savepoint event`.execute(tx)
  const outcome = await store().catch(async (flaw: unknown): Promise<Outcome> => {
    if (!(flaw instanceof HttpProblem)) throw flaw
    await sql`rollback to savepoint event`.execute(tx)
    return { left: reasonOf(flaw) }
  })
  await sql`release savepoint event`.execute(tx)
  if (typeof outcome === 'object') {
    report.skipped.push({ uid, subject, reason: outcome.left })
    return false
  }
  report[outcome] += 1
  const unknownTags = (event.tags ?? []).filter((name) => !tags.has(name.toLowerCase()))
  const notes =
    unknownTags.length > 0 ? [`no tag is named as its CATEGORIES ${unknownTags.join(', ').slice(0, 200)}`] : []
  for (const note of [...event.notes, ...notes]) report.notes.push({ uid, subject, note })
  return true
}

/** The first rule that an event breaks, in words. */
function reasonOf({ message, extras }: HttpProblem): string {
  const [field] = extras.fields ?? []
  return field ? `its ${field.path} ${field.message}` : message
}

/** Stores an event or a whole series. */
async function storeWhole(place: ImportPlace, event: FileEvent, versions: readonly StoredVersion[]): Promise<Outcome> {
  const version = versions.find(({ seriesId, recurrenceId }) => seriesId === null && recurrenceId === null)
  if (version && !isNewer(event, version)) return OLD
  if (event.isCancelled) return version ? cancelEvent(place, event, version) : UNKNOWN
  const fields = mergeFields(place, event, version && fieldsOf(version))
  return version
    ? replaceVersion(place, event, { known: version, fields })
    : createVersion(place, event, { fields, place: { uid: event.uid } })
}

async function seriesOf({ tx, accountId }: ImportPlace, uid: string): Promise<EventRow | undefined> {
  const own = sql`e.account_id = ${accountId} and e.uid = ${uid} and e.series_id is null and e.recurrence_id is null`
  return (await findEvents(tx, own))[0]
}

/** Makes events that came without their series instances of it. */
async function adoptInstances(
  { tx }: ImportPlace,
  series: EventRow,
  versions: readonly StoredVersion[],
): Promise<void> {
  for (const { id, seriesId, recurrenceId, timeZone } of versions) {
    if (seriesId !== null || recurrenceId === null) continue
    const at = wallText(wallAt(instantOf(wallOf(recurrenceId), timeZone), series.timeZone))
    await sql`update calendar_events set series_id = ${series.id}, recurrence_id = ${at}::timestamp where id = ${id}`.execute(
      tx,
    )
  }
}

/**
 * Removes the instances that a newer version of a series has no more: those of an older file, and those that were changed
 * here when the series no longer gives their start.
 */
async function removeAbsent({ tx }: ImportPlace, seriesId: number, keptStarts: readonly string[]): Promise<void> {
  const [series] = await findEvents(tx, sql`e.id = ${seriesId}`)
  const { rows } = await sql<{ id: number; start: string; isImported: boolean }>`
    select id, to_char(recurrence_id, 'YYYY-MM-DD"T"HH24:MI:SS') as start, stamp is not null as "isImported"
    from calendar_events where series_id = ${seriesId}`.execute(tx)
  const isGiven = (start: string) => series !== undefined && instanceAt(series, start) !== undefined
  const removedRows = rows.filter(
    ({ start, isImported }) => !keptStarts.includes(start) && (isImported || !isGiven(start)),
  )
  await sql`delete from calendar_events where id = any(${removedRows.map(({ id }) => id)}::bigint[])`.execute(tx)
}
