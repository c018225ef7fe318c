import { sql } from 'kysely'
import { effectiveLimit } from '#features/accounts/accounts/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { mapInSlices } from '#kit/server/slices.ts'
import { unpackChunks } from './chunk.ts'
import { retentions } from './partitions.ts'
import { packHours, rollUpAll, rollUpHours } from './rollup.ts'
import { DAY_MS, WINDOW_MS } from './windows.ts'

/** The days for which an account's plan keeps metrics, by override or by plan; null without a limit. */
export const RETENTION = 'facet-analytics-retention-days'
/** Series that are rolled up in one transaction. */
const TOGETHER = 200

type SeriesOfDay = { readonly id: number; readonly kept: number | null; readonly chunks: readonly string[] }

/** Rolls up the days whose last window is packed, and again the series that got late samples. */
export async function rollUpDays(db: Database): Promise<void> {
  const { rows: days } = await sql<{ day: number }>`
    select distinct w.starts_ms - w.starts_ms % ${DAY_MS}::bigint as day from metric_windows w
    where w.packed_at is not null and w.starts_ms % ${DAY_MS}::bigint = ${DAY_MS - WINDOW_MS}
      and not exists (select from metric_days d where d.day_ms = w.starts_ms - w.starts_ms % ${DAY_MS}::bigint)`.execute(
    db,
  )
  for (const { day } of days) {
    for (let last = 0; last >= 0; ) last = await rollUpSome(db, day, last)
    await sql`insert into metric_days (day_ms) values (${day}) on conflict do nothing`.execute(db)
  }
  const { rows: stale } = await sql<{ day: number; ids: number[] }>`
    select day_ms as day, array_agg(series_id::float8) as ids from (select s.* from metric_stale_days s
      join metric_days d on d.day_ms = s.day_ms limit ${TOGETHER * 10}) s group by day_ms`.execute(db)
  for (const { day, ids } of stale) await rollUpAgain(db, day, ids)
}

async function rollUpSome(db: Database, day: number, after: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select distinct series_id as id from metric_chunks where starts_ms >= ${day} and starts_ms < ${day + DAY_MS}
      and series_id > ${after} order by series_id limit ${TOGETHER}`.execute(db)
  const ids = rows.map(({ id }) => id)
  await writeRollups(db, day, ids)
  return ids.at(-1) ?? -1
}

async function rollUpAgain(db: Database, day: number, ids: readonly number[]): Promise<void> {
  // Deleted first: a sample that arrives meanwhile marks the series again.
  await sql`delete from metric_stale_days where day_ms = ${day} and series_id = any(${ids}::bigint[])`.execute(db)
  await writeRollups(db, day, ids)
}

async function writeRollups(db: Database, day: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await inTransaction(db, async (tx) => {
    // The last chunk of the day before is read for the increase of the first hour.
    const { rows } = await sql<SeriesOfDay>`
      select c.series_id as id, ${effectiveLimit(sql.ref('d.account_id'), RETENTION)} as kept,
        array_agg(encode(c.data, 'base64') order by c.starts_ms) as chunks
      from metric_chunks c join metric_series s on s.id = c.series_id join deployments d on d.id = s.deployment_id
      where c.starts_ms >= ${day - WINDOW_MS} and c.starts_ms < ${day + DAY_MS} and c.series_id = any(${ids}::bigint[])
      group by c.series_id, d.account_id`.execute(tx)
    const rollups = await mapInSlices(rows, ({ id, kept, chunks }) => {
      const samples = unpackChunks(chunks.map((chunk) => Buffer.from(chunk, 'base64')))
      const hours = rollUpHours(samples, { from: day, to: day + DAY_MS })
      if (hours.length === 0) return []
      const retention = retentions.find((days) => days >= (kept ?? Number.POSITIVE_INFINITY)) ?? retentions.at(-1)!
      return [{ id, retention, hours: packHours(hours).toString('base64'), ...rollUpAll(hours) }]
    })
    await sql`delete from metric_rollups where day_ms = ${day} and series_id = any(${ids}::bigint[])`.execute(tx)
    await sql`
      insert into metric_rollups (retention_days, series_id, day_ms, hours, minimum, maximum, sum, count, last, increase)
      select retention, id, ${day}::bigint, decode(hours, 'base64'), minimum::float8, maximum::float8, sum::float8, count, last::float8, increase::float8
      from jsonb_to_recordset(${JSON.stringify(rollups.flat().map(asText))}::jsonb) as r(retention int, id bigint, hours text,
        minimum text, maximum text, sum text, count int, last text, increase text)`.execute(tx)
  })
}

/** JSON has no infinities. */
function asText<Row extends Readonly<Record<string, string | number>>>(row: Row) {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)]))
}
