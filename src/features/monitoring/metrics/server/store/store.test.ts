import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { type SupportApp, supportApp } from '#test/support-app.ts'
import { unpackChunk } from './chunk.ts'
import { packWindows } from './pack-windows.ts'
import { dropExpired, ensurePartitions } from './partitions.ts'
import { rollUpDays } from './roll-up-days.ts'
import { unpackHours } from './rollup.ts'
import { DAY_MS, dayOf, WINDOW_MS } from './windows.ts'
import { writeSamples } from './write-samples.ts'

let app: SupportApp
const day = dayOf(Date.UTC(2026, 5, 10))
const minute = 60_000

beforeAll(async () => {
  app = await supportApp()
  await app.portal.pool.query(`insert into metric_series (deployment_id, fingerprint, name, labels)
    select id, decode(md5(n::text), 'hex'), 'm', jsonb_build_object('n', n) from deployments, generate_series(1, 1200) n where name = 'acme-1'`)
})
afterAll(() => app.close())

async function write(samples: { series: number; at: number; value: number | null }[], now: number) {
  const columns = {
    series: samples.map(({ series }) => series),
    times: samples.map(({ at }) => at),
    values: samples.map(({ value }) => value),
  }
  const { db } = app.portal
  return inTransaction(db, (tx) => writeSamples(tx, { db, samples: columns, now }))
}

async function packed(series: number, startsMs: number) {
  const { rows } = await app.portal.pool.query<{ data: Buffer }>(
    'select data from metric_chunks where series_id = $1 and starts_ms = $2',
    [series, startsMs],
  )
  return rows[0] && [...unpackChunk(rows[0].data).times].map((at) => (at - startsMs) / minute)
}

test('closed windows are packed, whole, and their rows are dropped; late samples join them', async () => {
  const { db, pool } = app.portal
  const now = day + 2 * WINDOW_MS + 20 * minute
  await ensurePartitions(db, now)
  const series = Array.from({ length: 1200 }, (_, index) => index + 1)
  await write(
    series.flatMap((one) => [0, 1].map((at) => ({ series: one, at: day + at * minute, value: one }))),
    now,
  )
  await write([{ series: 1, at: day + WINDOW_MS * 2, value: 5 }], now)
  await packWindows(db, now)
  await packWindows(db, now)
  expect(await packed(1200, day)).toEqual([0, 1])
  expect(await packed(1, day + WINDOW_MS * 2)).toBeUndefined()
  const { rows } = await pool.query('select series_id, at_ms from metric_samples')
  expect(rows).toEqual([{ series_id: 1, at_ms: day + WINDOW_MS * 2 }])
  expect(await write([{ series: 7, at: day + minute / 2, value: 1 }], now)).toEqual([])
  expect(await write([{ series: 7, at: day, value: 7 }], now)).toEqual([])
  expect(await write([{ series: 7, at: day, value: 8 }], now)).toEqual([0])
  expect(await packed(7, day)).toEqual([0, 0.5, 1])
})

test('a day is rolled up by the hour: a reset counts, a gap has no hour, late samples change it', async () => {
  const { db, pool } = app.portal
  const from = day + 2 * DAY_MS
  const now = from + DAY_MS + 30 * minute
  await ensurePartitions(db, now)
  const counter = [
    [-10, 90],
    [5, 100],
    [10, 110],
    [20, 4],
    [125, 10],
    [130, Number.NaN],
  ] as const
  await write(
    counter.map(([at, value]) => ({ series: 3, at: from + at * minute, value })),
    now,
  )
  await packWindows(db, now)
  await rollUpDays(db)
  const rollups = async () => {
    const { rows } = await pool.query<{ hours: Buffer }>(
      'select * from metric_rollups where series_id = 3 and day_ms = $1',
      [from],
    )
    return { ...rows[0], hours: unpackHours(rows[0]!.hours) }
  }
  const hour = { minimum: 4, maximum: 110, sum: 214, count: 3, last: 4, increase: 24 }
  expect(await rollups()).toMatchObject({
    ...{ minimum: 4, maximum: 110, sum: 224, count: 4, last: 10, increase: 30 },
    hours: [
      { at: from, ...hour },
      { at: from + 120 * minute, minimum: 10, maximum: 10, sum: 10, count: 1, last: 10, increase: 6 },
    ],
  })
  await write([{ series: 3, at: from + 30 * minute, value: 5 }], now)
  await rollUpDays(db)
  expect((await rollups()).hours[0]).toEqual({ at: from, ...hour, sum: 219, count: 4, last: 5, increase: 25 })
})

test('expired days are dropped as partitions', async () => {
  const { db, pool } = app.portal
  const left = async () => {
    const { rows } = await pool.query(`select (select count(*) from metric_chunks)::int as chunks,
      (select count(*) from metric_rollups)::int as rollups`)
    return rows[0]
  }
  await dropExpired(db, day + 100 * DAY_MS)
  expect(await left()).toEqual({ chunks: 0, rollups: 2 })
  await dropExpired(db, day + 500 * DAY_MS)
  expect(await left()).toEqual({ chunks: 0, rollups: 0 })
})
