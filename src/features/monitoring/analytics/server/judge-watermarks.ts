import { sql } from 'kysely'
import {
  claimMinutes,
  finishMinutes,
  keepsState,
  runAlone,
  type SampleReader,
} from '#features/monitoring/metrics/server/index.ts'
import type { LabelSet } from '#features/monitoring/promql/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import watermarks from './assets/watermarks.json' with { type: 'json' }
import { readQuery } from './read-query.ts'

const MINUTE_MS = 60_000
const STEP = 5
/** Minutes whose samples are in memory at once. */
const LONGEST = 120
const judgedWatermarks = watermarks.flatMap(({ name, perObject }) => (perObject === null ? [] : [{ name, perObject }]))
const reader: SampleReader = {
  name: 'watermarks',
  metrics: [
    ...new Set(judgedWatermarks.flatMap(({ perObject }) => perObject.match(/\b(?:cable|pon)_[a-z0-9_]+/g) ?? [])),
  ],
  reach: 0,
}

type Highest = { readonly value: number; readonly at: number; readonly source: string }

/** Compares the samples since the last time, and those that came late, with the high watermarks of every deployment. */
export async function judgeWatermarks(portal: Pick<AppContext, 'db' | 'log'>, now: number): Promise<void> {
  const { db } = portal
  const { rows } = await sql<{ id: number; name: string }>`
    select d.id, d.name from metric_totals t join deployments d on d.id = t.deployment_id order by d.id`.execute(db)
  for (const deployment of rows)
    await runAlone(portal, 'watermarks', deployment, () => judgeDeployment(db, deployment.id, now))
}

async function judgeDeployment(db: Database, id: number, now: number): Promise<void> {
  const last = Math.floor(now / MINUTE_MS / STEP) * STEP
  const place = await claimMinutes<null>(db, reader, { deployment: id, last })
  if (place.next > last) return
  const highestByName = new Map<string, Highest>()
  const scope = { deployments: [id], since: 0, anyNumber: true } as const
  // A step is compared with the one before it.
  for (let from = Math.floor(place.from / STEP) * STEP; from < last; from += LONGEST) {
    const range = { from: from * MINUTE_MS, to: Math.min(last, from + LONGEST) * MINUTE_MS, step: STEP * MINUTE_MS }
    for (const { name, perObject } of judgedWatermarks) {
      const highest = highestOf(await readQuery(db, scope, { query: perObject, ...range }), range.from)
      if (highest && highest.value > (highestByName.get(name)?.value ?? Number.NEGATIVE_INFINITY))
        highestByName.set(name, highest)
    }
  }
  const rows = [...highestByName].map(([name, highest]) => ({ name, ...highest }))
  const states = new Map<number, string>()
  for (let at = place.from; at <= last; at += 1) if (keepsState(reader, at, last)) states.set(at, 'null')
  await inTransaction(db, async (tx) => {
    if (!(await finishMinutes(tx, place, { to: last, states }))) return
    await sql`
      insert into high_watermarks as w (deployment_id, name, value, source, reached_ms)
      select ${id}, f.name, f.value, f.source, f.at from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f(name text, value float8, source text, at int8)
      on conflict (deployment_id, name) do update set value = excluded.value, source = excluded.source, reached_ms = excluded.reached_ms
        where excluded.value > w.value and (w.value > '-Infinity' or excluded.reached_ms > w.reached_ms)`.execute(tx)
  })
}

/** The highest value that two samples in a row support. */
function highestOf(series: Awaited<ReturnType<typeof readQuery>>, from: number): Highest | undefined {
  let highest: Highest | undefined
  for (const { labels, values } of series)
    for (let index = 1; index < values.length; index += 1) {
      const [before, own] = [values[index - 1], values[index]]
      if (before == null || own == null) continue
      const value = Math.min(before, own)
      if (highest === undefined || value > highest.value)
        highest = { value, at: from + index * STEP * MINUTE_MS, source: sourceOf(labels) }
    }
  return highest
}

const objectLabels = ['cluster', 'host', 'ccap', 'olt', 'rpd', 'md', 'pon_port', 'channel']

function sourceOf(labels: LabelSet): string {
  return objectLabels.flatMap((label) => labels[label] ?? []).join(' ')
}
