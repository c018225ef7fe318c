import { sql } from 'kysely'
import {
  claimMinutes,
  finishMinutes,
  keepsState,
  runAlone,
  type SampleReader,
} from '#features/monitoring/metrics/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { DAY_MINUTES } from '../contract.ts'
import { type Baseline, baselineAt } from './baselines.ts'
import { type HeldObjects, nothingHeld, type ReadHeld } from './holds.ts'
import { readSegments, segmentMetrics } from './read-segments.ts'

const MINUTE_MS = 60_000
/** Samples before a minute that its baseline needs. */
const BEFORE = 75
/** Baselines are taken again after as many minutes. */
const BASELINE_EVERY = 15
/** Minutes whose samples are in memory at once. */
const LONGEST = 240
/** A segment that is new is measured by its first hour: its earlier minutes wait for that. */
const reader: SampleReader = { name: 'uptime', metrics: segmentMetrics, reach: 60 }

type Run = { readonly id: number; readonly name: string; readonly accountId: number }
type Baselines = Readonly<Record<string, Baseline>>
type Range = { readonly from: number; readonly to: number }

/**
 * Measures the minutes of every monitored deployment since the last time, and again those for which samples came late,
 * with all that follow. Safe to run in several processes: a minute has the same figures in each. A deployment
 * that cannot be measured is shown as such and tried again with the next run.
 */
export async function measureMinutes(
  portal: Pick<AppContext, 'db' | 'log'>,
  { now, readHeld = nothingHeld }: { now: number; readHeld?: ReadHeld },
  stopping?: AbortSignal,
): Promise<void> {
  const { db } = portal
  const last = Math.floor(now / MINUTE_MS) - 1
  const { rows } = await sql<Run>`
    select d.id, d.name, d.account_id as "accountId"
    from metric_totals t join deployments d on d.id = t.deployment_id and d.enable_monitoring join accounts a on a.id = d.account_id and a.deleted_at is null
    where t.newest_ms >= ${(last - DAY_MINUTES) * MINUTE_MS} order by d.id`.execute(db)
  for (const run of rows) {
    if (stopping?.aborted) return
    await runAlone(portal, 'uptime', run, async () => {
      const heldObjects = await readHeld(db, { accountId: run.accountId, from: last - DAY_MINUTES + 1, to: last })
      await measureDeployment(db, run, last)
      await markMaintenance(db, run, { held: heldObjects, last })
    })
  }
  await sql`delete from deployment_minutes where minute < ${last - DAY_MINUTES}`.execute(db)
}

async function measureDeployment(db: Database, { id }: Run, last: number): Promise<void> {
  const place = await claimMinutes<Baselines>(db, reader, { deployment: id, last })
  if (place.next > last) return
  const minutes: Minute[] = []
  const states = new Map<number, string>()
  let baselines = place.state ?? {}
  for (let from = place.from; from <= last; from += LONGEST) {
    const range = { from, to: Math.min(last, from + LONGEST - 1) }
    const segments = await readSegments(db, id, { from: from - BEFORE, to: range.to })
    baselines = Object.fromEntries(Object.entries(baselines).filter(([name]) => segments.has(name)))
    for (const measuredMinute of measureRange(segments, range, baselines)) {
      if (measuredMinute.found) minutes.push(measuredMinute)
      baselines = measuredMinute.known
      if (keepsState(reader, measuredMinute.minute, last)) states.set(measuredMinute.minute, JSON.stringify(baselines))
    }
  }
  await inTransaction(db, async (tx) => {
    if (await finishMinutes(tx, place, { to: last, states })) await storeMinutes(tx, id, minutes)
  })
}

/**
 * Marks the minutes of the day at which announced work concerns the deployment, measured or not: work may be announced,
 * moved or cancelled afterwards.
 */
async function markMaintenance(
  db: Database,
  { id, name }: Run,
  { held, last }: { held: HeldObjects; last: number },
): Promise<void> {
  const minutes = Array.from({ length: DAY_MINUTES }, (_, index) => last - index).filter((minute) =>
    held([name], minute),
  )
  await sql`
    delete from deployment_minutes where deployment_id = ${id} and is_maintenance and expected = 0 and not minute = any(${minutes}::int[])`.execute(
    db,
  )
  await sql`
    update deployment_minutes set is_maintenance = false where deployment_id = ${id} and is_maintenance and not minute = any(${minutes}::int[])`.execute(
    db,
  )
  await sql`
    insert into deployment_minutes as m (deployment_id, minute, online, expected, is_maintenance)
    select ${id}, minute, 0, 0, true from unnest(${minutes}::int[]) minute order by minute
    on conflict (deployment_id, minute) do update set is_maintenance = true where not m.is_maintenance`.execute(db)
}

type Minute = { readonly minute: number; readonly online: number; readonly expected: number }
type MeasuredMinute = Minute & { readonly found: boolean; readonly known: Baselines }

/** Adds up the segments that have a sample in each minute, with the baselines that are known after it. */
function* measureRange(
  segments: Awaited<ReturnType<typeof readSegments>>,
  { from, to }: Range,
  baselinesBefore: Baselines,
): Generator<MeasuredMinute> {
  let baselines = baselinesBefore
  for (let minute = from; minute <= to; minute += 1) {
    let [online, expectedModems, hasValues] = [0, 0, false]
    const newBaselines: Record<string, Baseline> = {}
    for (const [name, { minutes }] of segments) {
      const before = baselines[name]
      const own = before && minute % BASELINE_EVERY !== 0 ? before : baselineAt(minutes, minute, before)
      if (!own) continue
      if (own !== before) newBaselines[name] = own
      const value = minutes.get(minute)
      if (value === undefined) continue
      hasValues = true
      online += value
      expectedModems += own.value
    }
    if (Object.keys(newBaselines).length > 0) baselines = { ...baselines, ...newBaselines }
    yield { minute, online, expected: expectedModems, found: hasValues, known: baselines }
  }
}

async function storeMinutes(tx: Tx, id: number, minutes: readonly Minute[]): Promise<void> {
  await sql`
    insert into deployment_minutes as m (deployment_id, minute, online, expected)
    select ${id}, g.minute, g.online, g.expected from unnest(${minutes.map(({ minute }) => minute)}::int[],
      ${minutes.map(({ online }) => online)}::float8[], ${minutes.map(({ expected }) => expected)}::float8[]) g (minute, online, expected)
    order by g.minute on conflict (deployment_id, minute) do update set online = excluded.online, expected = excluded.expected
      where (m.online, m.expected) is distinct from (excluded.online, excluded.expected)`.execute(tx)
}
