import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { ReadHeld } from '#features/monitoring/uptime/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import { throwFieldProblem } from '#kit/server/http-problem.ts'
import { serverTexts } from '../texts.ts'
import { settingsOf } from './detector-settings.ts'
import { figuresOf, newDetectorState, type OpenOutage } from './rules/detector-state.ts'
import { judgeMinute } from './rules/judge-minute.ts'
import type { DetectorSettings, IsHeld, SegmentSamples } from './rules/judging.ts'
import { readSegmentSamples } from './segment-samples.ts'

const MINUTE_MS = 60_000
const LONGEST = 7 * 1440
const BEFORE = 75
/** Segments × minutes that one request may judge. */
const MOST = 400_000

type SimulationInput = {
  readonly accountId: number
  readonly config: Partial<DetectorSettings> | undefined
  readonly readHeld: ReadHeld
  readonly body: { readonly [setting in keyof DetectorSettings]?: number | undefined } & {
    readonly from: string
    readonly to: string
  }
}
type Range = { readonly from: number; readonly to: number }
type Outage = OpenOutage & { readonly end?: number }

/** Judges past samples by the settings in force and by others. */
export async function simulate(db: Database, { accountId, config, readHeld, body }: SimulationInput) {
  const minuteOf = (text: string) => Math.floor(Date.parse(text) / MINUTE_MS)
  const range = { from: minuteOf(body.from), to: Math.min(minuteOf(body.to), Math.floor(Date.now() / MINUTE_MS) - 1) }
  if (range.to <= range.from || range.to - range.from > LONGEST) throwFieldProblem('to', serverTexts.period)
  const { rows } = await sql<{ id: number; name: string }>`
    select d.id, d.name from deployments d join metric_totals t on t.deployment_id = d.id
    where d.account_id = ${accountId} and d.enable_monitoring order by d.id`.execute(db)
  const heldObjects = await readHeld(db, { accountId, ...range })
  const [did, would]: [Outage[], Outage[]] = [[], []]
  let judgedMinutes = 0
  for (const deployment of rows) {
    const samples = await readSegmentSamples(db, deployment, { from: range.from - BEFORE, to: range.to })
    judgedMinutes += samples.clusterOf.size * (range.to - range.from)
    if (judgedMinutes > MOST) throwFieldProblem('to', serverTexts.tooMuch)
    const isHeld = samples.isHeldBy(heldObjects)
    did.push(...(await judge(samples, { range, isHeld, settings: settingsOf(config) })))
    would.push(...(await judge(samples, { range, isHeld, settings: settingsOf(config, body) })))
  }
  return {
    deployments: rows.length,
    did: figures(did, range, settingsOf(config).alertThreshold),
    would: figures(would, range, settingsOf(config, body).alertThreshold),
  }
}

/** The outages of a range; other requests are served meanwhile. */
async function judge(
  samples: SegmentSamples,
  { range, settings, isHeld }: { range: Range; settings: DetectorSettings; isHeld: IsHeld },
): Promise<Outage[]> {
  const state = newDetectorState()
  const outages: Outage[] = []
  for (let minute = range.from; minute <= range.to; minute += 1) {
    outages.push(...judgeMinute(state, minute, { samples, settings, isHeld }).ended)
    await setImmediate()
  }
  return [...outages, ...state.outages]
}

function figures(outages: readonly Outage[], { to }: Range, threshold: number) {
  return {
    outages: outages.length,
    alerts: outages.filter((one) => figuresOf(one, one.end).totalCmsAffected >= threshold).length,
    minutes: outages.reduce((sum, { start, end = to + 1 }) => sum + end - start, 0),
    starts: outages.map(({ start }) => new Date(start * MINUTE_MS).toISOString()).sort(),
  }
}
