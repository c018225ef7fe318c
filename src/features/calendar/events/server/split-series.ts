import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { writeRule } from '../contract.ts'
import { type Fields, fieldsOf, prepare } from './check-fields.ts'
import type { EventRow } from './event-row.ts'
import { type Renewal, updateEvent } from './save-event.ts'
import { countBefore, ruleOf, startsOf } from './time/expand.ts'
import { instanceAt, type Times } from './time/instances.ts'
import { wallText } from './time/wall-clock.ts'

/** The recurrence of a series before an instance, and from it on. */
export function splitRecurrence(
  master: EventRow,
  { wall }: Times,
): { before: Fields['recurrence']; after: Fields['recurrence'] } {
  const rule = ruleOf(master)
  const at = wallText(wall)
  const usedCount = rule?.count == null ? 0 : countBefore(master, wall)
  const parts = (isIn: (time: string) => boolean) => ({
    exdates: master.exdates.filter(isIn),
    rdates: master.rdates.filter(isIn),
  })
  const early =
    rule && (rule.count === null ? { ...rule, until: wallText(wall - 1000) } : { ...rule, count: usedCount })
  const late = rule && (rule.count === null ? rule : { ...rule, count: rule.count - usedCount })
  return {
    before: { rule: early && writeRule(early), ...parts((time) => time < at) },
    after: { rule: late && writeRule(late), ...parts((time) => time >= at) },
  }
}

/** Ends a series before an instance. */
export async function endBefore(tx: Tx, master: EventRow, times: Times): Promise<Renewal> {
  const { before } = splitRecurrence(master, times)
  return updateEvent(tx, master, prepare({ ...fieldsOf(master), recurrence: before }))
}

/** Whether the series has an instance left. */
export function hasInstances(series: EventRow): boolean {
  return startsOf(series, { most: 1 }).length > 0
}

/** Moves the changed instances of a series from a start on, and deletes those that its rule no longer gives. */
export async function followSeries(
  tx: Tx,
  { from, series, delta, since }: { from: number; series: EventRow; delta: number; since: string | null },
): Promise<void> {
  await sql`
    update calendar_events set series_id = ${series.id}, uid = ${series.uid},
      recurrence_id = recurrence_id + ${delta / 1000} * interval '1 second'
    where series_id = ${from} and ${since === null ? sql`true` : sql`recurrence_id >= ${since}::timestamp`}`.execute(tx)
  const { rows } = await sql<{ id: number; start: string }>`
    select id, to_char(recurrence_id, 'YYYY-MM-DD"T"HH24:MI:SS') as start from calendar_events where series_id = ${series.id}`.execute(
    tx,
  )
  const removedIds = rows.filter(({ start }) => !instanceAt(series, start)).map(({ id }) => id)
  await sql`delete from calendar_events where id = any(${removedIds}::bigint[])`.execute(tx)
}
