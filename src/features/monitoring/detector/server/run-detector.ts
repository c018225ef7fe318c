import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { ReadHeld } from '#features/monitoring/uptime/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { settingsOf } from './detector-settings.ts'
import type { JudgedDeployment } from './judged-deployment.ts'
import type { Decision } from './rules/decision.ts'
import { type DetectorState, newDetectorState } from './rules/detector-state.ts'
import { judgeMinute } from './rules/judge-minute.ts'
import type { DetectorSettings, EndedOutage } from './rules/judging.ts'
import { readSegmentSamples } from './segment-samples.ts'
import { storeDecisions } from './store-decisions.ts'
import { storeOutages } from './store-outages.ts'

const MINUTE_MS = 60_000
const DAY = 1440
/** Samples before a minute that its baseline needs. */
const BEFORE = 75
/** Minutes that are judged at once. */
const LONGEST = 240
const KEPT_DAYS = 90

type Given = { readonly now: number; readonly readHeld: ReadHeld; readonly account?: string }

/**
 * Judges the minutes of every deployment since the last time, up to its newest samples: those that a collector sends
 * late are waited for. Safe to run in several processes: a minute is judged once.
 */
export async function runDetector(
  { db, log }: Pick<AppContext, 'db' | 'log'>,
  given: Given,
  stopping?: AbortSignal,
): Promise<void> {
  for (const deployment of await judgedDeployments(db, given.account)) {
    if (stopping?.aborted) return
    await judgeDeployment(db, deployment, given).catch((failure: unknown) =>
      log.warn({ err: failure, deployment: deployment.name }, 'the outages of a deployment were not judged'),
    )
  }
  const oldest = Math.floor(given.now / MINUTE_MS) - KEPT_DAYS * DAY
  await sql`delete from detector_decisions where minute < ${oldest}`.execute(db)
}

async function judgedDeployments(db: Database, account: string | undefined): Promise<JudgedDeployment[]> {
  const { rows } = await sql<Omit<JudgedDeployment, 'settings'> & { settings: Partial<DetectorSettings> }>`
    select d.id, d.name, d.account_id as "accountId", s.configured_by as "reporterId", t.newest_ms as newest,
      json_build_object('collectionWindow', s.collection_window, 'cascadeWindow', s.cascade_window, 'minModems', s.min_modems,
        'minShare', s.min_share, 'alertThreshold', s.alert_threshold) as settings
    from detector_settings s join accounts a on a.id = s.account_id and a.deleted_at is null
      join deployments d on d.account_id = a.id and d.enable_monitoring join metric_totals t on t.deployment_id = d.id
    where ${account === undefined ? sql`true` : sql`a.name = ${account}`} order by d.id`.execute(db)
  return rows.map((row) => ({ ...row, settings: settingsOf(row.settings) }))
}

async function judgeDeployment(db: Database, deployment: JudgedDeployment, given: Given): Promise<void> {
  const last = Math.min(Math.floor(given.now / MINUTE_MS) - 1, Math.floor(deployment.newest / MINUTE_MS))
  for (let isDone = false; !isDone; ) {
    const run = await readRun(db, deployment, last)
    if (run.minute >= last) return
    const judged = await judgeNext(db, deployment, run, { ...given, last })
    isDone = await db.transaction().execute((tx) => storeJudged(tx, deployment, run, judged))
  }
}

type Run = { readonly minute: number; readonly state: DetectorState; readonly segments: number }

/** The newest judged minute of a deployment and the state after it; a new one begins a day before. */
async function readRun(db: Database, { id }: JudgedDeployment, last: number): Promise<Run> {
  await sql`
    insert into detector_runs (deployment_id, minute, state) values (${id}, ${last - DAY}, ${JSON.stringify(newDetectorState())}::jsonb)
    on conflict do nothing`.execute(db)
  const { rows } =
    await sql<Run>`select minute, state, segments from detector_runs where deployment_id = ${id}`.execute(db)
  return rows[0]!
}

type Judged = {
  readonly to: number
  readonly isNow: boolean
  readonly state: DetectorState
  readonly decisions: readonly Decision[]
  readonly ended: readonly EndedOutage[]
  readonly segments: number
  readonly milliseconds: number
}

/** Judges the next minutes, and gives other work its turn after each: no connection of the pool is held meanwhile. */
async function judgeNext(
  db: Database,
  deployment: JudgedDeployment,
  { minute, state, segments }: Run,
  { last, readHeld }: Given & { readonly last: number },
): Promise<Judged> {
  const { accountId, settings } = deployment
  const began = performance.now()
  const from = Math.max(minute + 1, last - DAY + 1)
  const to = Math.min(last, from + LONGEST - 1)
  const samples = await readSegmentSamples(db, deployment, { from: from - BEFORE, to })
  const isHeld = samples.isHeldBy(await readHeld(db, { accountId, from, to }))
  const decisions: Decision[] = []
  const ended: EndedOutage[] = []
  for (let at = from; at <= to; at += 1) {
    const judged = judgeMinute(state, at, { samples, settings, isHeld })
    decisions.push(...judged.decisions)
    ended.push(...judged.ended)
    await nextTurn()
  }
  const isNow = to >= last
  const milliseconds = Math.ceil(performance.now() - began)
  return { to, isNow, state, decisions, ended, segments: isNow ? samples.clusterOf.size : segments, milliseconds }
}

/** Stores what was judged, unless another process did so meanwhile; whether no minutes are left. */
async function storeJudged(tx: Tx, deployment: JudgedDeployment, run: Run, judged: Judged): Promise<boolean> {
  const { id } = deployment
  const { to, isNow, state, decisions, ended, segments, milliseconds } = judged
  const { rows } = await sql<{
    minute: number
  }>`select minute from detector_runs where deployment_id = ${id} for update`.execute(tx)
  if (rows[0]?.minute !== run.minute) return false
  await storeOutages(tx, deployment, { open: state.outages, ended, isFirst: run.segments === 0, isNow })
  await storeDecisions(tx, deployment, decisions)
  await sql`
    update detector_runs set minute = ${to}, state = ${JSON.stringify(state)}::jsonb, judged_at = clock_timestamp(),
      segments = ${segments}, milliseconds = ${milliseconds}
    where deployment_id = ${id}`.execute(tx)
  return isNow
}
