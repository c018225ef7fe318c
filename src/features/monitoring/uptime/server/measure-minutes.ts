import { sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { DAY_MINUTES } from '../contract.ts'
import { type Baseline, baselineAt } from './baselines.ts'
import { type HeldObjects, nothingHeld, type ReadHeld } from './holds.ts'
import { readSegments } from './read-segments.ts'

const MINUTE_MS = 60_000
/** Samples before a minute that its baseline needs. */
const BEFORE = 75
/** Baselines are taken again after as many minutes. */
const BASELINE_EVERY = 15
/** Minutes that are read at once. */
const LONGEST = 240
/** Minutes before the last run that are measured again: their samples may have arrived since. */
const AGAIN = 3

type Run = {
  readonly id: number
  readonly name: string
  readonly accountId: number
  readonly from: number | null
  readonly to: number | null
  readonly baselines: Known
}
type Known = Readonly<Record<string, Baseline>>
type Range = { readonly from: number; readonly to: number }

/**
 * Measures the minutes of every monitored deployment since the last time, and up to a day before them when samples of
 * earlier minutes have arrived. Safe to run in several processes: a minute has the same figures in each. A deployment
 * that cannot be measured is logged and tried again with the next run; the others are measured.
 */
export async function measureMinutes(
  { db, log }: Pick<AppContext, 'db' | 'log'>,
  { now, readHeld = nothingHeld }: { now: number; readHeld?: ReadHeld },
  stopping?: AbortSignal,
): Promise<void> {
  const last = Math.floor(now / MINUTE_MS) - 1
  const { rows } = await sql<Run>`
    select d.id, d.name, d.account_id as "accountId", r.from_minute as "from", r.to_minute as "to", coalesce(r.baselines, '{}') as baselines
    from metric_totals t join deployments d on d.id = t.deployment_id and d.enable_monitoring join accounts a on a.id = d.account_id and a.deleted_at is null
      left join deployment_minute_runs r on r.deployment_id = d.id
    where t.newest_ms >= ${(last - DAY_MINUTES) * MINUTE_MS} order by d.id`.execute(db)
  for (const run of rows) {
    if (stopping?.aborted) return
    try {
      const held = await readHeld(db, { accountId: run.accountId, from: last - DAY_MINUTES + 1, to: last })
      await measureDeployment(db, run, last)
      await markMaintenance(db, run, { held, last })
    } catch (failure) {
      log.error({ err: failure, deployment: run.name }, 'the minutes of a deployment were not measured')
    }
  }
  await sql`delete from deployment_minutes where minute < ${last - DAY_MINUTES}`.execute(db)
}

async function measureDeployment(db: Database, run: Run, last: number): Promise<void> {
  const oldest = last - DAY_MINUTES + 1
  const isNew = run.to === null || run.to < oldest
  let from = isNew ? last - LONGEST + 1 : Math.max(oldest, run.to! - AGAIN + 1)
  let earliest = isNew ? from : run.from!
  let baselines = run.baselines
  while (from <= last) {
    const range = { from, to: Math.min(last, from + LONGEST - 1) }
    const measured = await measureRange(db, run.id, { range, baselines })
    baselines = measured.baselines
    await store(db, run.id, { minutes: measured.minutes, from: earliest, to: range.to, baselines })
    from = range.to + 1
  }
  // Samples of the past arrive later than those of now, for example after the link to a collector was down.
  if (!isNew && last % 5 !== 0) return
  while (earliest > oldest) {
    const range = { from: Math.max(oldest, earliest - LONGEST), to: earliest - 1 }
    const before = await measureRange(db, run.id, { range, baselines: {} })
    if (!before.minutes[0]) return
    // The minutes before the first one may still arrive.
    earliest = before.minutes[0].minute
    await store(db, run.id, { minutes: before.minutes, from: earliest, to: last, baselines })
  }
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

async function measureRange(
  db: Database,
  id: number,
  { range, baselines }: { range: Range; baselines: Known },
): Promise<{ minutes: Minute[]; baselines: Known }> {
  const segments = await readSegments(db, id, { from: range.from - BEFORE, to: range.to })
  const known = new Map(Object.entries(baselines))
  const minutes: Minute[] = []
  for (let minute = range.from; minute <= range.to; minute += 1) {
    let [online, expected, found] = [0, 0, false]
    for (const [name, { minutes: values }] of segments) {
      let own = known.get(name)
      if (!own || minute % BASELINE_EVERY === 0) own = baselineAt(values, minute, own)
      if (!own) continue
      known.set(name, own)
      const value = values.get(minute)
      if (value === undefined) continue
      found = true
      online += value
      expected += own.value
    }
    if (found) minutes.push({ minute, online, expected })
  }
  return { minutes, baselines: Object.fromEntries([...known].filter(([name]) => segments.has(name))) }
}

async function store(
  db: Database,
  id: number,
  { minutes, from, to, baselines }: Range & { minutes: readonly Minute[]; baselines: Known },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`
      insert into deployment_minutes as m (deployment_id, minute, online, expected)
      select ${id}, g.minute, g.online, g.expected from unnest(${minutes.map(({ minute }) => minute)}::int[],
        ${minutes.map(({ online }) => online)}::float8[], ${minutes.map(({ expected }) => expected)}::float8[]) g (minute, online, expected)
      order by g.minute on conflict (deployment_id, minute) do update set online = excluded.online, expected = excluded.expected
        where (m.online, m.expected) is distinct from (excluded.online, excluded.expected)`.execute(tx)
    await sql`
      insert into deployment_minute_runs as r (deployment_id, from_minute, to_minute, baselines) values (${id}, ${from}, ${to}, ${JSON.stringify(baselines)}::jsonb)
      on conflict (deployment_id) do update set from_minute = excluded.from_minute, to_minute = excluded.to_minute, baselines = excluded.baselines`.execute(
      tx,
    )
  })
}
