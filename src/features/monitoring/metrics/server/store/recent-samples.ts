import { sql } from 'kysely'
import type { Samples } from '#features/monitoring/promql/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { mapInSlices } from '#kit/server/slices.ts'

/** The samples of some series between two times that are not packed yet, by the id of the series. */
export async function recentSamples(
  db: Database | Tx,
  series: readonly number[],
  { from, to }: { from: number; to: number },
): Promise<Map<number, Samples>> {
  const { rows } = await sql<{ id: number; times: string; values: string }>`
    select series_id as id, array_to_string(array_agg(at_ms order by at_ms), ',') as times,
      array_to_string(array_agg(value order by at_ms), ',', '') as values
    from metric_samples where series_id = any(${series}::bigint[]) and at_ms between ${Math.ceil(from)} and ${Math.floor(to)}
    group by series_id`.execute(db)
  return new Map(await mapInSlices(rows, ({ id, times, values }) => [id, samplesOf(times, values.split(','))] as const))
}

/** A value without text is a stale marker. */
function samplesOf(times: string, values: readonly string[]): Samples {
  return {
    times: Float64Array.from(times.split(','), Number),
    values: Float64Array.from(values, (value) => (value === '' ? Number.NaN : Number(value))),
    stale: values.includes('') ? Uint8Array.from(values, (value) => Number(value === '')) : null,
  }
}
