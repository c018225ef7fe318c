import { sql } from 'kysely'
import type { LabelSet } from '#features/monitoring/promql/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import watermarks from './assets/watermarks.json' with { type: 'json' }
import { readQuery } from './read-query.ts'

const STEP_MS = 300_000
/** After a pause the samples of the last day are judged. */
const LONGEST_MS = 86_400_000

type Highest = { readonly value: number; readonly at: number; readonly source: string }

/** Compares the samples since the last time with the high watermarks of every deployment. */
export async function judgeWatermarks(db: Database, now: number): Promise<void> {
  const { rows } = await sql<{ id: number; judged: number }>`
    select t.deployment_id as id, coalesce(r.judged_ms, 0) as judged from metric_totals t
      left join high_watermark_runs r on r.deployment_id = t.deployment_id where t.newest_ms > coalesce(r.judged_ms, 0) order by 1`.execute(
    db,
  )
  for (const { id, judged } of rows) await judgeDeployment(db, id, { judged, now })
}

async function judgeDeployment(
  db: Database,
  id: number,
  { judged, now }: { judged: number; now: number },
): Promise<void> {
  const to = Math.floor(now / STEP_MS) * STEP_MS
  const from = Math.max(judged, to - LONGEST_MS)
  if (to - from < STEP_MS) return
  const found: (Highest & { readonly name: string })[] = []
  for (const { name, perObject } of watermarks) {
    if (perObject === null) continue
    const series = await readQuery(db, { deployments: [id], since: 0 }, { query: perObject, from, to, step: STEP_MS })
    const highest = highestOf(series, from)
    if (highest) found.push({ name, ...highest })
  }
  await db.transaction().execute(async (tx) => {
    await sql`
      insert into high_watermarks as w (deployment_id, name, value, source, reached_ms)
      select ${id}, f.name, f.value, f.source, f.at from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as f(name text, value float8, source text, at int8)
      on conflict (deployment_id, name) do update set value = excluded.value, source = excluded.source, reached_ms = excluded.reached_ms
        where excluded.value > w.value and (w.value > '-Infinity' or excluded.reached_ms > w.reached_ms)`.execute(tx)
    await sql`insert into high_watermark_runs as r (deployment_id, judged_ms) values (${id}, ${to})
      on conflict (deployment_id) do update set judged_ms = greatest(r.judged_ms, excluded.judged_ms)`.execute(tx)
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
        highest = { value, at: from + index * STEP_MS, source: sourceOf(labels) }
    }
  return highest
}

const named = ['cluster', 'host', 'ccap', 'olt', 'rpd', 'md', 'pon_port', 'channel']

function sourceOf(labels: LabelSet): string {
  return named.flatMap((label) => labels[label] ?? []).join(' ')
}
