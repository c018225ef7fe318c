import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import {
  claimMinutes,
  finishMinutes,
  keepsState,
  runAlone,
  type SampleReader,
} from '#features/monitoring/metrics/server/index.ts'
import { type ReadHeld, segmentMetrics } from '#features/monitoring/uptime/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { settingsOf } from './detector-settings.ts'
import type { JudgedDeployment } from './judged-deployment.ts'
import type { Decision } from './rules/decision.ts'
import { type DetectorState, newDetectorState } from './rules/detector-state.ts'
import { judgeMinute } from './rules/judge-minute.ts'
import type { DetectorSettings, EndedOutage } from './rules/judging.ts'
import { readSegmentSamples } from './segment-samples.ts'
import { storeDecisions } from './store-decisions.ts'
import { storeOutages } from './store-outages.ts'
import { readUndone } from './undone-outages.ts'

const MINUTE_MS = 60_000
const DAY = 1440
/** Samples before a minute that its baseline needs. */
const BEFORE = 75
/** Minutes whose samples are in memory at once. */
const LONGEST = 240
const KEPT_DAYS = 90
const reader: SampleReader = { name: 'detector', metrics: segmentMetrics, reach: 0 }

type Place = Awaited<ReturnType<typeof claimMinutes<DetectorState>>>
type RunInput = {
  readonly now: number
  readonly readHeld: ReadHeld
  readonly account?: string
  readonly stopping?: AbortSignal | undefined
}

/**
 * Judges the minutes of every deployment since the last time, up to its newest samples, and again those for which
 * samples came late, with all that follow: the order in which samples arrive changes nothing. Safe to run in several
 * processes. Deployments with late samples have their turn after the others.
 */
export async function runDetector(portal: Pick<AppContext, 'db' | 'log'>, input: RunInput): Promise<void> {
  const { db } = portal
  for (const deployment of await judgedDeployments(db, input.account)) {
    if (input.stopping?.aborted) return
    await runAlone(portal, 'outages', deployment, () => judgeDeployment(db, deployment, input))
  }
  const oldest = Math.floor(input.now / MINUTE_MS) - KEPT_DAYS * DAY
  await sql`delete from detector_decisions where minute < ${oldest}`.execute(db)
}

async function judgedDeployments(db: Database, account: string | undefined): Promise<JudgedDeployment[]> {
  const { rows } = await sql<Omit<JudgedDeployment, 'settings'> & { settings: Partial<DetectorSettings> }>`
    select d.id, d.name, d.account_id as "accountId", s.configured_by as "reporterId", t.newest_ms as newest,
      json_build_object('collectionWindow', s.collection_window, 'cascadeWindow', s.cascade_window, 'minModems', s.min_modems,
        'minShare', s.min_share, 'alertThreshold', s.alert_threshold) as settings
    from detector_settings s join accounts a on a.id = s.account_id and a.deleted_at is null
      join deployments d on d.account_id = a.id and d.enable_monitoring join metric_totals t on t.deployment_id = d.id
      left join metric_readers r on r.deployment_id = d.id and r.reader = ${reader.name}
    where ${account === undefined ? sql`true` : sql`a.name = ${account}`} order by coalesce(r.late_minute < r.next_minute, false), d.id`.execute(
    db,
  )
  return rows.map((row) => ({ ...row, settings: settingsOf(row.settings) }))
}

async function judgeDeployment(db: Database, deployment: JudgedDeployment, input: RunInput): Promise<void> {
  const last = Math.min(Math.floor(input.now / MINUTE_MS) - 1, Math.floor(deployment.newest / MINUTE_MS))
  const place = await claimMinutes<DetectorState>(db, reader, { deployment: deployment.id, last })
  if (place.next > last) return
  const runResult = await judgeMinutes(db, deployment, place, { ...input, last })
  if (!input.stopping?.aborted) await inTransaction(db, (tx) => storeJudged(tx, deployment, place, runResult))
}

type RunResult = {
  readonly to: number
  readonly state: DetectorState
  readonly states: ReadonlyMap<number, string>
  readonly decisions: readonly Decision[]
  readonly ended: readonly EndedOutage[]
  readonly undone: Awaited<ReturnType<typeof readUndone>>
  readonly segments: number
  readonly milliseconds: number
}

/** Judges minutes, and gives other work its turn after each: no connection of the pool is held meanwhile. */
async function judgeMinutes(
  db: Database,
  deployment: JudgedDeployment,
  { from, state: before }: Place,
  { last, readHeld, stopping }: RunInput & { readonly last: number },
): Promise<RunResult> {
  const { accountId, settings } = deployment
  const began = performance.now()
  const state = before ?? newDetectorState()
  const undoneOutages = await readUndone(db, deployment.id, state.nextNumber)
  state.nextNumber = Math.max(state.nextNumber, ...undoneOutages.map(({ number }) => number + 1))
  const states = new Map<number, string>()
  const decisions: Decision[] = []
  const endedOutages: EndedOutage[] = []
  let segments = 0
  for (let at = from; at <= last && !stopping?.aborted; ) {
    const range = { from: at, to: Math.min(last, at + LONGEST - 1) }
    const samples = await readSegmentSamples(db, deployment, { from: at - BEFORE, to: range.to })
    const isHeld = samples.isHeldBy(await readHeld(db, { accountId, ...range }))
    segments = samples.clusterOf.size
    for (; at <= range.to; at += 1) {
      const minuteResult = judgeMinute(state, at, { samples, settings, isHeld })
      decisions.push(...minuteResult.decisions)
      endedOutages.push(...minuteResult.ended)
      if (keepsState(reader, at, last)) states.set(at, JSON.stringify(state))
      await nextTurn()
    }
  }
  return {
    ...{ to: last, state, states, decisions, ended: endedOutages, undone: undoneOutages, segments },
    milliseconds: Math.ceil(performance.now() - began),
  }
}

/** Stores what was judged, unless another process did so meanwhile. */
async function storeJudged(
  tx: Tx,
  deployment: JudgedDeployment,
  place: Place,
  { to, state, states, decisions, ended, undone, segments, milliseconds }: RunResult,
): Promise<void> {
  const { id } = deployment
  if (!(await finishMinutes(tx, place, { to, states }))) return
  const { rows } = await sql<{ since: number }>`
    insert into detector_runs as r (deployment_id, since_minute, segments, milliseconds) values (${id}, ${to}, ${segments}, ${milliseconds})
    on conflict (deployment_id) do update set segments = excluded.segments, milliseconds = excluded.milliseconds, judged_at = clock_timestamp()
    returning since_minute as since`.execute(tx)
  await storeOutages(tx, deployment, { open: state.outages, ended, undone, since: rows[0]!.since })
  await sql`delete from detector_decisions where deployment_id = ${id} and minute >= ${place.from}`.execute(tx)
  await storeDecisions(tx, deployment, decisions)
}
