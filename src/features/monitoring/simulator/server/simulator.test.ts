import { afterAll, beforeAll, expect, test } from 'vitest'
import { WINDOW_MS } from '#features/monitoring/metrics/server/index.ts'
import { type Json, type SupportApp, supportApp } from '#test/support-app.ts'
import simulator from './demo-data/simulator.json' with { type: 'json' }
import { effectAt } from './fault-effects.ts'
import { faultsOfDay } from './faults.ts'
import { openSimulator } from './index.ts'

let app: SupportApp

beforeAll(async () => {
  app = await supportApp()
  await app.portal.pool.query('update deployments set modems = 12000')
})
afterAll(() => app.close())

async function query(text: string, at: number): Promise<Json> {
  const parameters = new URLSearchParams({ query: text, time: String(at / 1000), account: 'acme' })
  const { body } = await app.call('vera', 'GET', `/../../prometheus/api/v1/query?${parameters}`)
  return body.data!.result as Json
}

test('the demo world is fed up to now, and its past is filled with the same values', async () => {
  const { db, pool } = app.portal
  const now = Math.floor(Date.now() / 60_000) * 60_000
  const fed = await openSimulator(db)
  await fed.feed(now)
  const live = await query('sum by (rpd) (cable_modems)', now)
  expect(live.length).toBe(4)
  for (const { value } of live) expect(Number(value![1])).toBeGreaterThan(170)
  expect(await fed.fillHistory(now)).toBe('recent')
  const beforeFed = Math.max(Math.floor((now - 60_000) / WINDOW_MS) * WINDOW_MS, now - 3 * 60_000)
  expect(await query('sum by (rpd) (cable_modems)', beforeFed)).toHaveLength(4)
  expect(await fed.fillHistory(now)).toBe('recent')
  const past = Math.floor(now / WINDOW_MS) * WINDOW_MS - 30 * 60_000
  expect(await query('sum by (rpd) (cable_modems)', past)).toHaveLength(4)
  const [used] = await query('min(cable_md_utilization_ratio) > 0', past)
  expect(Number(used!.value![1])).toBeLessThan(1)
  const [traffic] = await query('min(rate(cable_md_traffic_bytes_total[30m]))', past)
  expect(Number(traffic!.value![1])).toBeGreaterThan(1e6)
  const { rows } = await pool.query('select count(*)::int as rejections from metric_rejections')
  expect(rows).toEqual([{ rejections: 0 }])
})

test('a window that is filled again has the same samples', async () => {
  const { db, pool } = app.portal
  const current = Math.floor(Date.now() / WINDOW_MS) * WINDOW_MS
  const chunks = async () =>
    (
      await pool.query<{ all: string }>(
        `select md5(string_agg(data::text, '' order by series_id)) as all
          from metric_chunks where starts_ms < $1`,
        [current],
      )
    ).rows[0]
  const before = await chunks()
  await pool.query('delete from metric_chunks')
  const again = await openSimulator(db)
  await again.feed(Date.now())
  await again.fillHistory(Date.now())
  await again.fillHistory(Date.now())
  expect(await chunks()).toEqual(before)
})

test('every fault has its signature', () => {
  const at = (id: string, minute: number) =>
    effectAt([{ id, deployment: 'd', start: 1000, end: 1200, hits: () => true }], 1000 + minute)
  const quiet = at('no fault', 1)
  for (const { id } of simulator.faults) expect([id, at(id, 1)]).not.toEqual([id, quiet])
  expect(at('fibre-cut', 5)).toMatchObject({ offline: 1, rpdUp: false, light: -40 })
  expect([at('ptp-loss', 60).offline, at('ptp-loss', 95).offline]).toEqual([0, 0.85])
  expect(at('fibre-cut', 200)).toEqual(quiet)
})

test('faults of a day are the same at every call, and about as many as the demo world names', () => {
  const deployments = [
    {
      id: 1,
      name: 'larkspur-cn-1',
      account: 'larkspur-cable',
      accountId: 1,
      zone: 'UTC',
      isPon: false,
      subscribers: 90_000,
    },
  ]
  const days = Array.from({ length: 200 }, (_, day) => faultsOfDay(deployments, { day, since: 1e9 }))
  const restarts = days.flat().filter(({ id }) => id === 'rpd-restart').length
  expect(restarts).toBeGreaterThan(75)
  expect(restarts).toBeLessThan(125)
  const since = 700_000
  const staged = faultsOfDay(deployments, { day: Math.floor(since / 1440), since })
  expect(staged.find(({ start }) => start === since - 40)).toMatchObject({ id: 'fibre-cut', end: since + 1440 })
})
