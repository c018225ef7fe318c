import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { eachInSlices } from '#kit/server/slices.ts'
import type { RejectionReason } from '../../contract.ts'
import { markWritten, type WrittenMetric } from '../store/sample-reader.ts'
import { writeSamples } from '../store/write-samples.ts'
import { recordFirstSamples } from './first-samples.ts'
import { resolveSeries } from './resolve-series.ts'
import type { Rejection, SampleBatch, SeriesEntry } from './sample-batch.ts'

const MINUTE_MS = 60_000

/** The deployment that a token may write to. */
export type IngestTarget = {
  readonly id: number
  readonly name: string
  readonly accountId: number
  /** The token while no samples of it were stored. */
  readonly newToken?: number | null
}

/**
 * Stores the samples of a request in one transaction, with the counts of what was received and rejected. Returns all
 * rejections; what could be stored is committed.
 */
export async function ingestSamples(
  db: Database,
  { target, batch, now }: { target: IngestTarget; batch: SampleBatch; now: number },
): Promise<ReadonlyMap<RejectionReason, Rejection>> {
  const { rejections, created: createdIds } = await inTransaction(db, async (tx) => {
    const outcome = new Map([...batch.rejections].map(([reason, one]) => [reason, { ...one }]))
    const reject = (reason: RejectionReason, { text }: SeriesEntry) => {
      const rejection = outcome.get(reason)
      if (rejection) rejection.samples += 1
      else outcome.set(reason, { samples: 1, example: text.slice(0, 300) })
    }
    const unknownEntries = new Set<SeriesEntry>()
    await eachInSlices(batch.series, (entry) => {
      if (entry.id === undefined) unknownEntries.add(entry)
    })
    const createdIds =
      unknownEntries.size > 0 ? await resolveSeries(tx, target, [...unknownEntries]) : new Map<string, number>()
    const columns = { series: [] as number[], times: [] as number[], values: [] as (number | null)[] }
    const entries: SeriesEntry[] = []
    await eachInSlices(batch.series, (entry, index) => {
      const id = entry.id ?? createdIds.get(entry.fingerprint)
      if (id === undefined) return reject('too-many-series', entry)
      columns.series.push(id)
      columns.times.push(batch.times[index]!)
      columns.values.push(batch.values[index]!)
      entries.push(entry)
    })
    if (entries.length > 0) {
      const conflicts = await writeSamples(tx, { db, samples: columns, now })
      for (const index of conflicts) reject('different-value', entries[index]!)
      await countSamples(tx, target, { stored: entries.length - conflicts.length, newest: newestOf(columns.times) })
      if (entries.length > conflicts.length) await markWritten(tx, await earliestOf(target.id, entries, columns.times))
      if (target.newToken && entries.length > conflicts.length) await recordFirstSamples(tx, target, target.newToken)
    }
    if (outcome.size > 0) await countRejections(tx, target, outcome)
    return { rejections: outcome, created: createdIds }
  })
  // Only after the commit: the ids of a transaction that was rolled back exist no more.
  if (createdIds.size > 0)
    await eachInSlices(batch.series, (entry) => {
      entry.id ??= createdIds.get(entry.fingerprint)!
    })
  return rejections
}

function newestOf(times: readonly number[]): number {
  return times.reduce((newest, at) => Math.max(newest, at), 0)
}

/** The earliest minute of each metric. */
async function earliestOf(
  deployment: number,
  entries: readonly SeriesEntry[],
  times: readonly number[],
): Promise<WrittenMetric[]> {
  const earliest = new Map<string, number>()
  await eachInSlices(entries, ({ name }, index) => {
    earliest.set(name, Math.min(earliest.get(name) ?? Number.POSITIVE_INFINITY, times[index]!))
  })
  return [...earliest].map(([metric, at]) => ({ deployment, metric, minute: Math.floor(at / MINUTE_MS) }))
}

async function countSamples(tx: Tx, { id }: IngestTarget, { stored, newest }: { stored: number; newest: number }) {
  await sql`
    insert into metric_totals as t (deployment_id, samples, newest_ms) values (${id}, ${stored}, ${newest})
    on conflict (deployment_id) do update set samples = t.samples + excluded.samples,
      newest_ms = greatest(t.newest_ms, excluded.newest_ms), received_at = now()`.execute(tx)
}

async function countRejections(tx: Tx, { id }: IngestTarget, rejections: ReadonlyMap<RejectionReason, Rejection>) {
  const rejectionJson = JSON.stringify([...rejections].map(([reason, one]) => ({ reason, ...one })))
  await sql`
    insert into metric_rejections as r (deployment_id, reason, samples, example)
    select ${id}, reason, samples, example from jsonb_to_recordset(${rejectionJson}::jsonb) as g(reason text, samples bigint, example text) order by reason
    on conflict (deployment_id, reason) do update set samples = r.samples + excluded.samples, example = excluded.example, last_at = now()`.execute(
    tx,
  )
}
