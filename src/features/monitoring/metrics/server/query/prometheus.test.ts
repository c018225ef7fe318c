import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Name, type SupportApp, supportApp } from '#test/support-app.ts'
import { packWindows } from '../store/pack-windows.ts'

let app: SupportApp
const minute = 60_000
/** Ten minutes before the end of a window that is over, so that a range spans packed and recent samples. */
const start = Math.floor(Date.now() / (120 * minute)) * 120 * minute - 10 * minute
const at = (offset: number) => String((start + offset * minute) / 1000)

beforeAll(async () => {
  app = await supportApp()
  for (const name of ['acme-1', 'blue-1']) {
    const { rows } = await app.portal.pool.query<{ id: number }>('select id from deployments where name = $1', [name])
    const path = `/../analytics/deployments/${rows[0]!.id}/tokens`
    const { token } = (await app.call('adam', 'POST', path, { name: 'test' })).body as unknown as { token: string }
    const lines = Array.from({ length: 11 }, (_, index) =>
      [
        `cable_modems{ccap="c1",state="online"} ${100 + index} ${start + index * minute}`,
        `cable_modems{ccap="c2",state="online"} ${200 + index} ${start + index * minute}`,
        `cable_flaps_total{ccap="c1"} ${index * 60} ${start + index * minute}`,
      ].join('\n'),
    )
    const sent = await fetch(`${app.url}/api/ingest/metrics`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'text/plain' },
      body: `${lines.join('\n')}\ncable_only{name="${name}"} 1 ${start}\n`,
    })
    if (sent.status !== 204) throw new Error(await sent.text())
  }
})
afterAll(() => app.close())

async function ask(name: Name, call: string, parameters: Readonly<Record<string, string | string[]>> = {}) {
  const pairs = Object.entries(parameters).flatMap(([key, values]) => [values].flat().map((value) => [key, value]))
  const { status, body } = await app.call(name, 'GET', `/../../prometheus/api/v1/${call}?${new URLSearchParams(pairs)}`)
  return {
    status,
    body: body as unknown as { status: string; data: unknown; errorType: string; error: string; code: string },
  }
}

test('a user queries the deployments of their account and no others, in the form of Prometheus', async () => {
  const { status, body } = await ask('uma', 'query', { query: 'sum by (deployment) (cable_modems)', time: at(2) })
  expect([status, body]).toEqual([
    200,
    {
      status: 'success',
      data: {
        resultType: 'vector',
        result: [{ metric: { deployment: 'acme-1' }, value: [Number(at(2)), '304'] }],
      },
    },
  ])
  expect((await ask('bob', 'series', { 'match[]': 'cable_only' })).body.data).toEqual([
    { __name__: 'cable_only', deployment: 'blue-1', name: 'blue-1' },
  ])
  expect((await ask('uma', 'label/deployment/values')).body.data).toEqual(['acme-1'])
  expect((await ask('uma', 'labels', { 'match[]': 'cable_flaps_total' })).body.data).toEqual([
    ...['__name__', 'ccap', 'deployment'],
  ])
})

test('an account of another customer is not found; staff names the account', async () => {
  const query = 'cable_only'
  expect((await ask('uma', 'query', { query, account: 'blue' })).status).toBe(404)
  expect((await ask('carl', 'query', { query, account: 'acme' })).status).toBe(403)
  expect((await ask('vera', 'query', { query })).body).toMatchObject({ status: 'error', errorType: 'bad_data' })
  expect((await ask('vera', 'query', { query, account: 'blue', time: at(1) })).body.data).toMatchObject({
    result: [{ metric: { name: 'blue-1' } }],
  })
})

test('a range reads packed and recent samples as one; a gap stays a gap', async () => {
  const { db } = app.portal
  const parameters = {
    query: 'sum(cable_modems) + 0 * sum(rate(cable_flaps_total[5m]))',
    start: at(-2),
    end: at(20),
    step: '1m',
  }
  const before = (await ask('uma', 'query_range', parameters)).body.data
  await packWindows(db, start + 30 * minute)
  const { rows } = await app.portal.pool.query(
    'select count(*)::int as samples, min(at_ms) as first from metric_samples',
  )
  expect(rows).toEqual([{ samples: 6, first: start + 10 * minute }])
  const after = (await ask('uma', 'query_range', parameters)).body.data
  expect(after).toEqual(before)
  expect(after).toMatchObject({
    resultType: 'matrix',
    result: [
      { metric: {}, values: Array.from({ length: 14 }, (_, index) => [Number(at(index + 1)), expect.any(String)]) },
    ],
  })
})

test.each([
  ['query', { query: 'foo(' }, 400, 'bad_data', '1:4: parse error: unexpected "("'],
  ['query', {}, 400, 'bad_data', '1:1: parse error: unexpected end of input'],
  ['query', { query: 'x', time: 'yesterday' }, 400, 'bad_data', 'invalid parameter "time"'],
  [
    'query_range',
    { query: 'x', start: '0', end: '1000000', step: '1' },
    400,
    'bad_data',
    'maximum resolution of 11000',
  ],
  ['query_range', { query: 'x', start: '1', end: '0', step: '1' }, 400, 'bad_data', 'must not be before start time'],
  ['query_range', { query: 'x', start: '0', end: '1', step: '0' }, 400, 'bad_data', 'zero or negative'],
  ['query_range', { query: 'x[5m]', start: '0', end: '1', step: '1' }, 400, 'bad_data', 'range vector'],
  ['query', { query: 'sum_over_time(sum(cable_modems)[90y:1ms])' }, 422, 'execution', 'operations'],
  [
    'query',
    { query: 'cable_modems * cable_modems{ccap="c1"} * on () cable_modems', time: at(1) },
    422,
    'execution',
    'many-to-many',
  ],
  ['series', {}, 400, 'bad_data', 'no match[] parameter'],
  ['series', { 'match[]': 'sum(x)' }, 400, 'bad_data', 'expected a series selector'],
  ['labels', { 'match[]': Array(21).fill('x') }, 400, 'bad_data', 'more than 20 match[]'],
])('%s %j is an error with its reason', async (call, parameters, status, errorType, error) => {
  const reply = await ask('uma', call, parameters as Record<string, string | string[]>)
  expect(reply).toMatchObject({ status, body: { status: 'error', errorType, error: expect.stringContaining(error) } })
})

test('samples beyond the retention of the plan are not read', async () => {
  const { pool } = app.portal
  await pool.query(`insert into facet_overrides (account_id, facet_id, number_value)
    select a.id, f.id, 0 from accounts a, facets f where a.name = 'acme' and f.name = 'facet-analytics-retention-days'`)
  expect((await ask('uma', 'query', { query: 'cable_modems', time: at(1) })).body.data).toMatchObject({ result: [] })
  await pool.query('delete from facet_overrides')
})
