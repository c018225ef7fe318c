import { sql } from 'kysely'
import { effectiveLimit } from '#features/accounts/accounts/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { locks } from '../store/windows.ts'
import type { SeriesEntry } from './sample-batch.ts'

/** The limit of an account on its series, by override or by plan. */
const MAX_SERIES = 'facet-analytics-max-series'

type Deployment = { readonly id: number; readonly accountId: number }
type SeriesRow = { readonly id: number; readonly fingerprint: string }

/**
 * The ids of series that are not known yet, by fingerprint. Those that are not in the database are created, as many as
 * the account's limit allows; the others have none.
 */
export async function resolveSeries(
  tx: Tx,
  deployment: Deployment,
  series: readonly SeriesEntry[],
): Promise<Map<string, number>> {
  const ids = await findSeries(tx, deployment, series)
  // A series is its set of labels: of several spellings in one request it is created once.
  const each = new Map(series.map((one) => [one.fingerprint, one])).values()
  const missing = [...each].filter(({ fingerprint }) => !ids.has(fingerprint))
  if (missing.length === 0) return ids
  await sql`select pg_advisory_xact_lock(${locks.series}, ${deployment.accountId}::int)`.execute(tx)
  const { rows } = await sql<{ free: number | null }>`
    select ${effectiveLimit(deployment.accountId, MAX_SERIES)} - (select count(*) from metric_series s
      join deployments d on d.id = s.deployment_id where d.account_id = ${deployment.accountId}) as free`.execute(tx)
  // Another request may have created some of them while this one waited for the lock.
  for (const [fingerprint, id] of await findSeries(tx, deployment, missing)) ids.set(fingerprint, id)
  const allowedSeries = missing
    .filter(({ fingerprint }) => !ids.has(fingerprint))
    .slice(0, Math.max(0, rows[0]!.free ?? Number.POSITIVE_INFINITY))
  for (const { id, fingerprint } of await createSeries(tx, deployment, allowedSeries)) ids.set(fingerprint, id)
  return ids
}

async function findSeries(tx: Tx, { id }: Deployment, series: readonly SeriesEntry[]): Promise<Map<string, number>> {
  const idByFingerprint = new Map<string, number>()
  for (const part of partsOf(series)) {
    const { rows } = await sql<SeriesRow>`
      select id, encode(fingerprint, 'hex') as fingerprint from metric_series where deployment_id = ${id}
        and fingerprint = any(array(select decode(f, 'hex') from unnest(${part.map(({ fingerprint }) => fingerprint)}::text[]) as f))`.execute(
      tx,
    )
    for (const row of rows) idByFingerprint.set(row.fingerprint, row.id)
  }
  return idByFingerprint
}

/** So many in one statement that its text and its rows are made in a few milliseconds. */
const PART = 2_000

function* partsOf(series: readonly SeriesEntry[]): Iterable<readonly SeriesEntry[]> {
  for (let from = 0; from < series.length; from += PART) yield series.slice(from, from + PART)
}

async function createSeries(tx: Tx, deployment: Deployment, series: readonly SeriesEntry[]): Promise<SeriesRow[]> {
  const createdRows: SeriesRow[] = []
  for (const part of partsOf(series)) createdRows.push(...(await createPart(tx, deployment, part)))
  return createdRows
}

async function createPart(tx: Tx, { id }: Deployment, series: readonly SeriesEntry[]): Promise<readonly SeriesRow[]> {
  const seriesJson = JSON.stringify(series.map(({ fingerprint, name, labels }) => ({ fingerprint, name, labels })))
  const { rows } = await sql<SeriesRow>`
    insert into metric_series (deployment_id, fingerprint, name, labels)
    select ${id}, decode(fingerprint, 'hex'), name, labels from jsonb_to_recordset(${seriesJson}::jsonb) as s(fingerprint text, name text, labels jsonb)
    returning id, encode(fingerprint, 'hex') as fingerprint`.execute(tx)
  return rows
}
