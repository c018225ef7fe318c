import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { mapInSlices, startSlices } from '#kit/server/slices.ts'
import { calendarProblems, LONGEST_EVENT_DAYS } from '../contract.ts'
import { ownTimes } from './event-json.ts'
import { type EventRow, findEvents } from './event-row.ts'
import { eachInstanceIn, type Times } from './time/instances.ts'
import { wallText } from './time/wall-clock.ts'

const DAY = 86_400_000
/** The most instances that a range may hold. */
const MOST_IN_RANGE = 20_000

/** An event at one of its times. */
export type EventInstance = { readonly row: EventRow; readonly times: Times }

/**
 * The instances that overlap a range of instants, earliest first. A range finds events that do not repeat by an index on
 * their start, and series by an index on their end. They are found in slices.
 */
export async function instancesBetween(
  db: Database,
  where: RawBuilder<unknown>,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<EventInstance[]> {
  const [begin, end] = [new Date(from), new Date(to)]
  const limit = sql`limit ${MOST_IN_RANGE + 1}`
  const [single, series] = await Promise.all([
    findEvents(
      db,
      sql`not e.is_series and e.first_start > ${new Date(from - (LONGEST_EVENT_DAYS + 2) * DAY)} and e.first_start < ${end}
        and e.last_end > ${begin} and ${where}`,
      limit,
    ),
    findEvents(db, sql`e.is_series and e.last_end > ${begin} and e.first_start < ${end} and ${where}`, limit),
  ])
  requireFew(single.length + series.length)
  const startsBySeries = await changedStarts(
    db,
    series.map(({ id }) => id),
  )
  const slices = startSlices()
  const instances = await mapInSlices(single, (row): EventInstance => ({ row, times: ownTimes(row) }), slices)
  for (const row of series) {
    const skippedStarts = startsBySeries.get(row.id)
    for (const times of eachInstanceIn(row, { from, to, most: MOST_IN_RANGE + 1 })) {
      if (slices.isOver) await slices.next()
      if (!skippedStarts?.has(wallText(times.wall))) instances.push({ row, times })
    }
    requireFew(instances.length)
  }
  return instances.sort((a, b) => a.times.from - b.times.from || a.row.id - b.row.id)
}

function requireFew(count: number): void {
  if (count > MOST_IN_RANGE) throwProblem(calendarProblems['calendar-too-many-instances'], { limit: MOST_IN_RANGE })
}

/** The starts that the rules of series give and that have an instance of their own, by series. */
export async function changedStarts(db: Database | Tx, ids: readonly number[]): Promise<Map<number, Set<string>>> {
  const { rows } = await sql<{ id: number; starts: string[] }>`
    select series_id as id, array_agg(to_char(recurrence_id, 'YYYY-MM-DD"T"HH24:MI:SS')) as starts
    from calendar_events where series_id = any(${[...ids]}::bigint[]) group by series_id`.execute(db)
  return new Map(rows.map(({ id, starts }) => [id, new Set(starts)]))
}
