import { sql } from 'kysely'
import {
  type LabelSet,
  type Matcher,
  QueryError,
  type Samples,
  type SeriesSource,
  type StoredSeries,
} from '#features/monitoring/promql/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import { mapInSlices } from '#kit/server/slices.ts'
import { unpackChunks } from '../store/chunk.ts'
import { joinSamples, noSamples } from '../store/merge-samples.ts'
import { RAW_DAYS } from '../store/partitions.ts'
import { recentSamples } from '../store/recent-samples.ts'
import { unpackHours } from '../store/rollup.ts'
import { DAY_MS, dayOf, WINDOW_MS } from '../store/windows.ts'

/** Series that one selector of a query may find. */
const MOST_SERIES = 20_000
/** Series whose samples are in memory at once where all are read. */
const SLICE = 2_000
const HOUR_MS = 3_600_000

/** The deployments whose metrics a query may read, and since when: older ones are beyond the account's retention. */
export type QueryScope = {
  readonly deployments: readonly number[]
  readonly since: number
  /** What the portal asks itself may read any number of series. */
  readonly anyNumber?: true
}

type SeriesLabels = { readonly id: number; readonly labels: LabelSet }

/**
 * The series of some deployments. Samples older than two weeks are one per hour: the last of the hour, at its end.
 */
export function metricSource(db: Database, scope: QueryScope): SeriesSource {
  return {
    async series(matchers, { from, to }) {
      const matchingSeries = await findMatching(db, scope, matchers)
      return withSamples(db, matchingSeries, { from: Math.max(from, scope.since), to })
    },
  }
}

/** The series that have samples in a range. */
async function withSamples(
  db: Database,
  series: readonly SeriesLabels[],
  range: { from: number; to: number },
): Promise<StoredSeries[]> {
  const samples = await readSamples(db, series, range)
  return series.flatMap(({ id, labels }) => {
    const own = samples.get(id)
    return own && own.times.length > 0 ? [{ labels, samples: own }] : []
  })
}

/** The series that match, in the order of their labels. */
export async function findMatching(
  db: Database,
  { deployments, anyNumber }: Pick<QueryScope, 'deployments' | 'anyNumber'>,
  matchers: readonly Matcher[],
): Promise<SeriesLabels[]> {
  const { rows } = await sql<SeriesRow>`
    select id, name, labels from metric_series where ${equalTo(deployments, matchers)}
    order by name, labels::text limit ${anyNumber ? null : MOST_SERIES * 5 + 1}`.execute(db)
  const matchingRows = await matching(rows, matchers)
  if (!anyNumber && (rows.length > MOST_SERIES * 5 || matchingRows.length > MOST_SERIES))
    throw new QueryError('execution', `the query matches more than ${MOST_SERIES} series`)
  return matchingRows
}

/**
 * All series of a deployment that match and have samples in a range, some at a time: for what the portal reads itself,
 * however large the deployment is.
 */
export async function* seriesInSlices(
  db: Database,
  { deployment, matchers, ...range }: { deployment: number; matchers: readonly Matcher[]; from: number; to: number },
): AsyncGenerator<readonly StoredSeries[]> {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const { rows }: { rows: SeriesRow[] } = await sql<SeriesRow>`
      select id, name, labels from metric_series where ${equalTo([deployment], matchers)} and id > ${after}
      order by id limit ${SLICE}`.execute(db)
    yield await withSamples(db, await matching(rows, matchers), range)
    after = rows.length === SLICE ? rows.at(-1)!.id : undefined
  }
}

type SeriesRow = { readonly id: number; readonly name: string; readonly labels: Record<string, string> }

/** The part of matchers that an index finds. */
function equalTo(deployments: readonly number[], matchers: readonly Matcher[]) {
  const equal = matchers.filter(({ op, value }) => op === '=' && value !== '')
  const name = equal.find(({ label }) => label === '__name__')?.value
  const labels = Object.fromEntries(
    equal.filter(({ label }) => label !== '__name__').map(({ label, value }) => [label, value]),
  )
  return sql`deployment_id = any(${deployments}::bigint[]) and ${name === undefined ? sql`true` : sql`name = ${name}`}
    and labels @> ${JSON.stringify(labels)}::jsonb`
}

async function matching(rows: readonly SeriesRow[], matchers: readonly Matcher[]): Promise<SeriesLabels[]> {
  const all = await mapInSlices(rows, (row): SeriesLabels | undefined => {
    const labels = { __name__: row.name, ...row.labels } as LabelSet
    const isFound = matchers.every(({ label, matches }) => matches(labels[label] ?? ''))
    return isFound ? { id: row.id, labels } : undefined
  })
  return all.filter((one) => one !== undefined)
}

/**
 * Some metrics of many deployments, by deployment: in two statements, for what is evaluated for all of them. Metrics
 * without a sample in the range are left out.
 */
export async function readMetrics(
  db: Database,
  {
    deployments,
    names,
    ...range
  }: { deployments: readonly number[]; names: readonly string[]; from: number; to: number },
): Promise<Map<number, StoredSeries[]>> {
  const { rows } = await sql<{ id: number; deployment: number; name: string; labels: Record<string, string> }>`
    select id, deployment_id as deployment, name, labels from metric_series
    where deployment_id = any(${deployments}::bigint[]) and name = any(${names}::text[])`.execute(db)
  const metricSeries = rows.map((row) => ({ ...row, labels: { __name__: row.name, ...row.labels } as LabelSet }))
  const samples = await readSamples(db, metricSeries, range)
  const read = new Map<number, StoredSeries[]>()
  for (const { id, deployment, labels } of metricSeries) {
    const own = samples.get(id)
    if (!own || own.times.length === 0) continue
    const seriesOfDeployment = read.get(deployment)
    if (seriesOfDeployment) seriesOfDeployment.push({ labels, samples: own })
    else read.set(deployment, [{ labels, samples: own }])
  }
  return read
}

async function readSamples(
  db: Database,
  series: readonly SeriesLabels[],
  { from, to }: { from: number; to: number },
): Promise<Map<number, Samples>> {
  const ids = series.map(({ id }) => id)
  if (ids.length === 0 || to < from) return new Map()
  // Rows first: a window that is packed meanwhile is then read twice rather than never.
  const recent = await recentSamples(db, ids, { from, to })
  const rawSince = dayOf(Date.now()) - RAW_DAYS * DAY_MS
  const hours = from < rawSince ? await hourSamples(db, ids, { from, to: rawSince }) : undefined
  const { rows } = await sql<{ id: number; data: Buffer }>`
    select series_id as id, data from metric_chunks where series_id = any(${ids}::bigint[])
      and starts_ms > ${Math.max(from, rawSince) - WINDOW_MS} and starts_ms <= ${to} order by starts_ms`.execute(db)
  const chunks = groupBySeries(rows, ({ data }) => data)
  const joinedSamples = await mapInSlices(ids, (id) => {
    const parts = [...(hours?.get(id) ?? []), unpackChunks(chunks.get(id) ?? []), recent.get(id) ?? noSamples]
    return [id, joinSamples(parts, { from, to })] as const
  })
  return new Map(joinedSamples)
}

async function hourSamples(db: Database, ids: readonly number[], { from, to }: { from: number; to: number }) {
  const { rows } = await sql<{ id: number; hours: Buffer }>`
    select series_id as id, hours from metric_rollups where series_id = any(${ids}::bigint[])
      and day_ms > ${from - DAY_MS} and day_ms < ${to} order by day_ms`.execute(db)
  return groupBySeries(rows, ({ hours }): Samples => {
    const unpackedHours = unpackHours(hours)
    return {
      times: Float64Array.from(unpackedHours, ({ at }) => at + HOUR_MS),
      values: Float64Array.from(unpackedHours, ({ last }) => last),
      stale: null,
    }
  })
}

/** What is made of each row, in their order, by the id of the series. */
function groupBySeries<Row extends { readonly id: number }, Part>(rows: readonly Row[], partOf: (row: Row) => Part) {
  const groups = new Map<number, Part[]>()
  for (const row of rows) {
    const group = groups.get(row.id)
    if (group) group.push(partOf(row))
    else groups.set(row.id, [partOf(row)])
  }
  return groups
}
