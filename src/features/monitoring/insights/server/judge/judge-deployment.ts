import { sql } from 'kysely'
import { metricSource } from '#features/monitoring/metrics/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { type CatalogueInsight, insights } from '../catalogue/catalogue.ts'
import { applyDecisions } from './apply-decisions.ts'
import { type CurrentFinding, decide, noDecisions } from './decide.ts'
import type { JudgedDeployment } from './judged-deployment.ts'
import { type InsightState, type Measured, measure, stateOf } from './measure.ts'
import { RecentSource } from './recent-source.ts'

const MINUTE = 60_000
const POINT_MINUTES = 15

/** Queries over a day or more are evaluated once an hour: their values hardly change within it. */
function isLong({ query }: CatalogueInsight): boolean {
  return /\[\d{1,3}d[\]:]/.test(query)
}

/** Evaluates all insights of a deployment at a time, and opens, updates and clears its findings. */
export async function judgeDeployment(db: Database, deployment: JudgedDeployment, now: number): Promise<void> {
  const minute = Math.floor(now / MINUTE)
  const claimed = await claim(db, deployment.id, minute)
  if (!claimed) return
  const source = await RecentSource.read(db, { deployment: deployment.id, ...deployment, now })
  const stored = metricSource(db, { deployments: [deployment.id], since: 0 })
  const states: Record<string, InsightState> = {}
  const measured = new Map<CatalogueInsight, readonly Measured[] | null>()
  for (const insight of insights) {
    const long = isLong(insight)
    const before = claimed.states[insight.name]
    if (long && before && minute % 60 !== deployment.id % 60) {
      states[insight.name] = before
      continue
    }
    const found = await measure(insight, { deployment: deployment.name, source: long ? stored : source, now })
    measured.set(insight, found)
    states[insight.name] = stateOf(insight, found)
  }
  await db.transaction().execute(async (tx) => {
    if (!(await isStillClaimed(tx, deployment.id, minute))) return
    const current = await currentFindings(tx, deployment.id)
    const decisions = noDecisions()
    for (const [{ name, threshold }, found] of measured)
      if (threshold && found)
        decide(decisions, {
          insight: name,
          threshold,
          measured: found,
          current: current.filter(({ insight }) => insight === name),
          now,
        })
    await applyDecisions(tx, deployment, { decisions, now })
    await storeStates(tx, deployment.id, { states, minute, now })
  })
}

/** Claims a minute of a deployment: of several processes one evaluates it. Returns the states before. */
async function claim(
  db: Database,
  id: number,
  minute: number,
): Promise<{ states: Readonly<Record<string, InsightState>> } | undefined> {
  const { rows } = await sql<{ states: Record<string, InsightState> }>`
    insert into insight_states as s (deployment_id, claimed_minute) values (${id}, ${minute})
    on conflict (deployment_id) do update set claimed_minute = excluded.claimed_minute where s.claimed_minute < excluded.claimed_minute
    returning states`.execute(db)
  return rows[0]
}

/** Locks the row: a process that was slower than a minute finds it claimed by the next and writes nothing. */
async function isStillClaimed(tx: Tx, id: number, minute: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from insight_states where deployment_id = ${id} and claimed_minute = ${minute} for update`.execute(tx)
  return rows.length > 0
}

async function currentFindings(tx: Tx, id: number): Promise<CurrentFinding[]> {
  const { rows } = await sql<CurrentFinding>`
    select id, insight, object, state, severity, worst, (extract(epoch from opened_at) * 1000)::float8 as "openedAt",
      (extract(epoch from within_since) * 1000)::float8 as "withinSince"
    from insight_findings where deployment_id = ${id} and state <> 'CLEARED' for update`.execute(tx)
  return rows
}

async function storeStates(
  tx: Tx,
  id: number,
  { states, minute, now }: { states: Readonly<Record<string, InsightState>>; minute: number; now: number },
): Promise<void> {
  await sql`update insight_states set states = ${JSON.stringify(states)}::jsonb, evaluated_at = ${new Date(now)}
    where deployment_id = ${id}`.execute(tx)
  const values = Object.fromEntries(Object.entries(states).map(([name, { value }]) => [name, value]))
  await sql`insert into insight_points (deployment_id, starts_minute, worst)
    values (${id}, ${minute - (minute % POINT_MINUTES)}, ${JSON.stringify(values)}::jsonb) on conflict do nothing`.execute(
    tx,
  )
}
