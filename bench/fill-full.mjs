// The whole data set of the metrics benchmark: 48 hours by the minute and 90 days by the hour of every series. Packed
// once for the deployment week-1 and copied, because packing 4.8 million chunks would take an hour.
import { rollUpDays } from '../dist/features/monitoring/metrics/server/store/roll-up-days.js'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const WINDOW = 2 * HOUR
const PARTITION = 31 * DAY
const RETENTION = 396

/** Copies chunks and roll-ups of week-1 to the series of all deployments mon-…; returns how many of each there are. */
export async function fillFull(client, db, now) {
  await client.query(`
    set synchronous_commit = off; set statement_timeout = 0;
    create temp table pattern as
      select s.id, row_number() over (order by s.id) - 1 as n, count(*) over () as of from metric_series s
      join deployments d on d.id = s.deployment_id where d.name = 'week-1';
    create temp table target as
      select s.id, (row_number() over (order by s.id)) % (select of from pattern limit 1) as n from metric_series s
      join deployments d on d.id = s.deployment_id where d.name like 'mon-%';
    analyze pattern; analyze target`)
  const last = Math.floor(now / WINDOW) * WINDOW - 6 * WINDOW
  for (let at = last; at > now - 48 * HOUR; at -= WINDOW)
    await client.query(
      `insert into metric_chunks (series_id, starts_ms, samples, data)
       select t.id, c.starts_ms, c.samples, c.data from target t join pattern p using (n)
       join metric_chunks c on c.series_id = p.id and c.starts_ms = $1 on conflict do nothing`,
      [at],
    )
  const day = Math.floor(now / DAY) * DAY - 2 * DAY
  await client.query(
    `insert into metric_windows (starts_ms, closed_at, packed_at) values ($1, now(), now())
     on conflict (starts_ms) do update set closed_at = now(), packed_at = now()`,
    [day + DAY - WINDOW],
  )
  await rollUpDays(db)
  for (let at = day - 90 * DAY; at < day; at += DAY) {
    const from = Math.floor(at / PARTITION) * PARTITION
    await client.query(
      `create table if not exists metric_rollups_${RETENTION}_${from} partition of metric_rollups_${RETENTION} for values from (${from}) to (${from + PARTITION})`,
    )
    await client.query(
      `insert into metric_rollups (retention_days, series_id, day_ms, hours, minimum, maximum, sum, count, last, increase)
       select ${RETENTION}, t.id, $1::bigint, r.hours, r.minimum, r.maximum, r.sum, r.count, r.last, r.increase
       from target t join pattern p using (n) join metric_rollups r on r.series_id = p.id and r.day_ms = $2 on conflict do nothing`,
      [at, day],
    )
    await client.query('insert into metric_days (day_ms) values ($1) on conflict do nothing', [at])
  }
  // One by one: a VACUUM must not be in a transaction, which several statements of one query are.
  for (const table of ['metric_chunks', 'metric_rollups']) await client.query(`vacuum (analyze) ${table}`)
  const { rows } = await client.query(`
    select (select count(*) from metric_chunks)::float8 as chunks, (select count(*) from metric_rollups)::float8 as rollups,
      pg_database_size(current_database())::float8 / 1e9 as gigabytes`)
  return rows[0]
}
