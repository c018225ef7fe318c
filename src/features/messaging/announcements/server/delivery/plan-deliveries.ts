import { sql } from 'kysely'
import { occurrencesOf, recurrenceOf } from '#features/messaging/delivery-times/server/index.ts'
import { zoneOfUser } from '#features/messaging/templates/server/index.ts'
import { momentOf, wallTimeOf } from '#kit/contract/wall-time.ts'
import type { Tx } from '#kit/server/database.ts'
import { addJob, defineJob } from '#kit/server/job.ts'
import type { AnnouncementRecord } from '../announcement-record.ts'

const DAY = 24 * 60 * 60_000
/**
 * Occurrences are planned this far ahead: in the zone that is furthest east one begins a day before the zone furthest
 * west.
 */
const AHEAD = 2 * DAY

/** The job that delivers what is due. */
export const DELIVER = defineJob('announcements.deliver')

type PlannedRow = { row: AnnouncementRecord & { state: string; planned: number; plannedWall: string | null } }

/**
 * Plans the deliveries of the next two days, and the next one where it is later. `from` leaves out earlier occurrences,
 * except the first one of an announcement that was never planned.
 */
export async function planDeliveries(tx: Tx, id: number, { from }: { from?: Date } = {}): Promise<void> {
  const { rows } = await sql<PlannedRow>`
    select jsonb_build_object('deliveryTime', a.delivery_time, 'timeZone', a.time_zone, 'timeZoneOf', a.time_zone_of, 'recurrence', a.recurrence,
      'interval', a.repeat_every, 'daysOfWeek', a.days_of_week, 'daysOfMonth', a.days_of_month, 'stoppingPoint', a.stopping_point,
      'state', a.state, 'planned', a.planned, 'plannedWall', a.planned_wall) as row
    from announcements a where a.id = ${id} for update`.execute(tx)
  const announcement = rows[0]?.row
  if (announcement?.state !== 'ENABLED') return
  const now = Date.now()
  const { planned: plannedCount, plannedWall, timeZone, timeZoneOf } = announcement
  const after = Math.max(
    plannedWall === null ? Number.NEGATIVE_INFINITY : Date.parse(`${plannedWall}Z`),
    from && (plannedCount > 0 || announcement.recurrence !== 'ONCE')
      ? wallTimeOf(from.getTime(), timeZone) - 60_000
      : Number.NEGATIVE_INFINITY,
  )
  const waiting = await sql`
    select from announcement_deliveries where announcement_id = ${id} and state = 'WAITING' limit 1`.execute(tx)
  let needsOne = waiting.rows.length === 0
  const walls: number[] = []
  for (const wall of occurrencesOf(recurrenceOf(announcement))) {
    if (wall <= after) continue
    if (!needsOne && wall > now + AHEAD) break
    walls.push(wall)
    needsOne = false
  }
  if (walls.length === 0) return
  const zones = timeZoneOf === 'RECIPIENT' ? await zonesInUse(tx) : [null]
  const deliveries = walls.flatMap((wall, index) => deliveriesOf(wall, plannedCount + index + 1, zones, timeZone))
  await sql`
    insert into announcement_deliveries (announcement_id, occurrence, time_zone, takes_rest, due_at)
    select ${id}, occurrence, time_zone, takes_rest, due_at
    from jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb) as d(occurrence integer, time_zone text, takes_rest boolean, due_at timestamptz)`.execute(
    tx,
  )
  await sql`update announcements set planned = planned + ${walls.length}, planned_wall = ${new Date(walls.at(-1)!).toISOString().slice(0, -1)}::timestamp
    where id = ${id}`.execute(tx)
  for (const dueTime of new Set(deliveries.map(({ due_at }) => due_at)))
    await addJob(tx, DELIVER, {}, { key: `${DELIVER.name} ${dueTime}`, runAt: new Date(dueTime) })
}

function deliveriesOf(wall: number, occurrence: number, zones: readonly (string | null)[], authorZone: string) {
  const dueMoments = zones.map((zone) => ({ zone, at: momentOf(wall, zone ?? authorZone) })).sort((a, b) => a.at - b.at)
  return dueMoments.map(({ zone, at }, index) => ({
    occurrence,
    time_zone: zone,
    takes_rest: index === dueMoments.length - 1,
    due_at: new Date(at).toISOString(),
  }))
}

/** The time zones of all users who can be recipients. */
async function zonesInUse(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ zone: string }>`
    select distinct ${zoneOfUser} as zone from users u where u.state in ('active', 'candidateForDeletion') and u.erased_at is null`.execute(
    tx,
  )
  return rows.length === 0 ? ['UTC'] : rows.map(({ zone }) => zone)
}
