import { sql } from 'kysely'
import { parseSelector } from '#features/monitoring/promql/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'
import { ingestSamples } from '../ingest/ingest-samples.ts'
import { LATEST_MS, SampleBatch, type SeriesCache } from '../ingest/sample-batch.ts'
import type { CopiedDeployment } from './metric-connection.ts'
import type { OutsideMetrics } from './metric-system.ts'

const MINUTE_MS = 60_000
/** Samples that arrive in the outside system later than this after their time are missed. */
const OVERLAP_MS = 3 * MINUTE_MS
/** The first copy begins this long ago: older samples would be rejected while it runs. */
const FIRST_MS = LATEST_MS - 15 * MINUTE_MS
/** The span of one request; it is halved while the response is too large. */
const SPAN_MS = 60 * MINUTE_MS

type Copy = {
  readonly deployment: CopiedDeployment
  readonly metrics: OutsideMetrics
  readonly cache: SeriesCache
  readonly stopping?: AbortSignal | undefined
}

/**
 * Copies the samples of a deployment since the last copy, span by span, each in one transaction: what could not be read
 * completely is not stored. Samples that are stored already are left as they are.
 */
export async function copySamples(db: Database, { deployment, metrics, cache, stopping }: Copy): Promise<void> {
  const selector = parseSelector(`{deployment=${JSON.stringify(deployment.name)}}`)
  const source = metrics.source([deployment.name])
  let span = SPAN_MS
  let until = await copiedUntil(db, deployment.id)
  const end = Date.now()
  while (until < end && !stopping?.aborted) {
    const now = Date.now()
    const range = { from: Math.max(until - OVERLAP_MS, now - FIRST_MS), to: Math.min(until + span, end) }
    const series = await source.series(selector, range).catch((failure: unknown) => {
      if (!isTooLarge(failure) || span <= MINUTE_MS) throw failure
      span /= 2
    })
    if (!series) continue
    const batch = new SampleBatch({ deployment: deployment.name, cache, now })
    for (const { labels, samples } of series) {
      const pairs = Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1))
      const entry = batch.find(JSON.stringify(pairs), () => pairs)
      for (const [index, at] of samples.times.entries()) batch.add(entry, { at, value: samples.values[index]! })
    }
    if (batch.received > 0) await ingestSamples(db, { target: deployment, batch, now })
    until = range.to
    await sql`insert into metric_copies (deployment_id, until_ms) values (${deployment.id}, ${until})
      on conflict (deployment_id) do update set until_ms = excluded.until_ms`.execute(db)
  }
}

/** A response beyond the limit of the transport, which has the same fault as an address that may not be called. */
function isTooLarge(failure: unknown): boolean {
  return failure instanceof IntegrationError && failure.fault === 'blocked'
}

async function copiedUntil(db: Database, deployment: number): Promise<number> {
  const { rows } = await sql<{ until: number }>`
    select until_ms as until from metric_copies where deployment_id = ${deployment}`.execute(db)
  return Math.max(rows[0]?.until ?? 0, Date.now() - FIRST_MS)
}
