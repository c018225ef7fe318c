import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Json, rowsOf, type SupportApp, supportApp } from '#test/support-app.ts'
import { baselineAt } from './baselines.ts'
import type { HeldObjects, ReadHeld } from './holds.ts'
import { measureMinutes } from './measure-minutes.ts'

let app: SupportApp
let acme: number
const minute = 60_000

beforeAll(async () => {
  app = await supportApp()
  const { rows } = await app.portal.pool.query<{ id: number }>(`select id from deployments where name = 'acme-1'`)
  acme = rows[0]!.id
})
afterAll(() => app.close())

type Span = readonly [minutes: number, online: number | null, maintenance?: boolean]
/** Days of 10,000 expected modems: title, spans, uptime, minutes measured, modem-minutes lost. */
const days: readonly (readonly [string, readonly Span[], string | null, number, number])[] = [
  ['a quiet day', [[1440, 10_000]], '100.000', 1440, 0],
  [
    'an outage of 37 minutes',
    [
      [600, 10_000],
      [37, 7_600],
      [803, 10_000],
    ],
    '99.383',
    1440,
    88_800,
  ],
  [
    'the same with an hour missing',
    [
      [600, 10_000],
      [37, 7_600],
      [60, null],
      [743, 10_000],
    ],
    '99.356',
    1380,
    88_800,
  ],
  [
    'two hours of maintenance',
    [
      [300, 10_000],
      [120, 4_000, true],
      [1020, 9_990],
    ],
    '99.922',
    1320,
    10_200,
  ],
  [
    'less than half measured',
    [
      [700, 10_000],
      [740, null],
    ],
    null,
    700,
    0,
  ],
  [
    'more online than expected',
    [
      [720, 10_080],
      [720, 9_950],
    ],
    '99.750',
    1440,
    36_000,
  ],
  [
    'a total loss of one minute',
    [
      [1, 0],
      [1439, 10_000],
    ],
    '99.930',
    1440,
    10_000,
  ],
]

/** Stores the minutes of a day that ends now; the clock may reach the next minute meanwhile, so a minute more. */
async function storeDay(spans: readonly Span[]): Promise<void> {
  await app.portal.pool.query('delete from deployment_minutes')
  let at = Math.floor(Date.now() / minute) - 1440
  for (const [minutes, online, maintenance = false] of spans) {
    if (online !== null)
      await app.portal.pool.query(
        `insert into deployment_minutes (deployment_id, minute, online, expected, is_maintenance)
        select $1, m, $4, 10000, $5 from generate_series($2::int, $3::int) m`,
        [acme, at, at + minutes - 1, online, maintenance],
      )
    at += minutes
  }
}

const readDay = async (name: 'uma' | 'finn' = 'uma') =>
  rowsOf(await app.call(name, 'GET', '/../../uptime?account=acme'), 'uptime')

test.each(days)('the uptime of %s', async (_, spans, uptime, measuredMinutes, lostModemMinutes) => {
  const { id } = { id: acme }
  let [whole, own]: readonly Json[] = []
  // Stored and read within one minute of the clock, or again.
  for (let before = -1; before !== Math.floor(Date.now() / minute); ) {
    before = Math.floor(Date.now() / minute)
    await storeDay(spans)
    ;[whole, own] = await readDay()
  }
  expect(own).toMatchObject({ uptime, measuredMinutes, lostModemMinutes, deployment: { id: String(id) } })
  expect(whole).toMatchObject({ uptime, measuredMinutes, deployment: null })
  expect(own!.cells).toHaveLength(288)
})

test('the cells show the worst of their minutes, each state with its own appearance', async () => {
  await storeDay([
    [600, 10_000],
    [5, 4_000],
    [5, 9_400],
    [30, 1_000, true],
    [60, null],
    [740, 10_000],
  ])
  const [, own] = await readDay('finn')
  const cells = own!.cells as unknown as string[]
  const runs = cells.filter((cell, index) => cell !== cells[index - 1])
  expect(runs).toEqual(['UP', 'DOWN', 'DEGRADED', 'MAINTENANCE', 'MISSING', 'UP'])
  expect((await app.call('bob', 'GET', '/../../uptime?account=acme')).body.code).toBe('analytics-account-not-found')
  expect((await app.call('carl', 'GET', '/../../uptime?account=acme')).status).toBe(403)
})

let token: string | undefined

/** Sends the modems of a segment that changes and of one that does not, minute by minute. */
async function sendModems({ from, to, online }: { from: number; to: number; online?: (at: number) => number }) {
  if (!token) {
    const made = await app.call('adam', 'POST', `/../analytics/deployments/${acme}/tokens`, { name: 'uptime' })
    token = (made.body as unknown as { token: string }).token
  }
  const lines: string[] = []
  for (let at = from; at <= to; at += minute) {
    const values = online ? { 'RPD-1': online(at), 'RPD-2': 300 } : { 'RPD-1': 200 }
    for (const [rpd, value] of Object.entries(values))
      lines.push(
        `cable_modems{cluster="c1",ccap="core01",rpd="${rpd}",state="online"} ${value} ${at}`,
        `cable_modems{cluster="c1",ccap="core01",rpd="${rpd}",state="offline"} 10 ${at}`,
      )
  }
  const sent = await fetch(`${app.url}/api/ingest/metrics`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/plain' },
    body: `${lines.join('\n')}\n`,
  })
  expect(sent.status).toBe(204)
}

test('minutes are measured against the hour before, also those whose samples arrive later', async () => {
  await app.portal.pool.query('delete from deployment_minutes')
  const send = (from: number, to: number, online: (at: number) => number) => sendModems({ from, to, online })
  const now = Math.floor(Date.now() / minute) * minute
  const cut = now - 60 * minute
  await send(now - 150 * minute, now, (at) => (at >= cut ? 0 : 200))
  await measureMinutes(app.portal, { now })
  const measured = async () => {
    const { rows } = await app.portal.pool.query<{ minute: number; online: number; expected: number }>(
      'select minute, online, expected from deployment_minutes where minute < $1 order by minute',
      [now / minute],
    )
    return rows
  }
  const first = await measured()
  expect(first).toHaveLength(150)
  expect(first.filter(({ expected }) => expected !== 500)).toEqual([])
  expect(first.filter(({ online }) => online === 300)).toHaveLength(60)
  await send(now - 420 * minute, now - 300 * minute, () => 200)
  await measureMinutes(app.portal, { now })
  const later = 150 + 121
  expect(await measured()).toHaveLength(later)

  // Announced work leaves both sums, also where it was announced afterwards, and counts again when it is cancelled.
  const marked = async () =>
    (await app.portal.pool.query('select minute from deployment_minutes where is_maintenance order by minute')).rows
  const [begin, end] = [now / minute - 200, now / minute - 30]
  const isWork: HeldObjects = (objects, at) => objects.includes('acme-1') && at >= begin && at < end
  await measureMinutes(app.portal, { now, readHeld: async () => isWork })
  expect((await marked()).map((row) => row.minute)).toEqual(Array.from({ length: 170 }, (_, index) => begin + index))
  const uptimes = rowsOf(await app.call('uma', 'GET', '/../../uptime?account=acme'), 'uptime')
  expect(uptimes.at(-1)).toMatchObject({ maintenanceMinutes: 170, cells: expect.arrayContaining(['MAINTENANCE']) })
  await measureMinutes(app.portal, { now })
  expect(await marked()).toEqual([])
  expect(await measured()).toHaveLength(later)

  const health = await app.call('uma', 'GET', `/../../accounts/${(await accountId('acme')).id}/health`)
  expect(health.body).toMatchObject({
    account: 'acme',
    outages: 0,
    findings: { critical: expect.any(Number), warning: expect.any(Number) },
    uptime: null,
  })
  expect((await app.call('bob', 'GET', `/../../accounts/${(await accountId('acme')).id}/health`)).status).toBe(404)
  expect((await app.call('finn', 'GET', `/../../accounts/${(await accountId('acme')).id}/health`)).status).toBe(403)
})

test('a hole that is filled later is measured, and a segment is expected from its first sample on', async () => {
  const { pool } = app.portal
  await pool.query(
    'delete from deployment_minutes; delete from metric_readers; delete from metric_samples; delete from metric_chunks',
  )
  const now = Math.floor(Date.now() / minute) * minute
  const measured = async (from: number, to: number) => {
    await sendModems({ from: now + from * minute, to: now + to * minute })
    await measureMinutes(app.portal, { now })
    const { rows } = await pool.query<{ minute: number; expected: number }>(
      'select minute, expected from deployment_minutes where minute < $1 order by minute',
      [now / minute],
    )
    return rows.map(({ minute: at, expected }) => [at - now / minute, expected])
  }
  const span = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => [from + index, 200])
  // Too few samples to know what the segment is expected to have.
  expect(await measured(-200, -190)).toEqual([])
  expect(await measured(-189, -130)).toEqual(span(-200, -130))
  expect(await measured(-69, 0)).toEqual([...span(-200, -130), ...span(-69, -1)])
  expect(await measured(-100, -90)).toEqual([...span(-200, -130), ...span(-100, -90), ...span(-69, -1)])
  // The rest in two parts, the later one first, and once more.
  await measured(-89, -70)
  await measured(-129, -101)
  expect(await measured(-129, -101)).toEqual(span(-200, -1))
})

test('a deployment that cannot be measured keeps no other from it', async () => {
  const { pool, log } = app.portal
  const { rows } = await pool.query(
    `select d.id, d.account_id as account from deployments d where id <> $1 order by id desc limit 1`,
    [acme],
  )
  const [other] = rows
  await pool.query(
    `insert into metric_totals (deployment_id, samples, newest_ms) select id, 1, $1 from deployments on conflict (deployment_id) do update set newest_ms = excluded.newest_ms`,
    [Date.now()],
  )
  await pool.query('update deployments set enable_monitoring = true where id = $1', [other.id])
  const readHeld: ReadHeld = async (_, { accountId: account }) => {
    if (account !== other.account) throw new Error('more than 20000 series')
    return () => false
  }
  const failures: object[] = []
  await measureMinutes(
    { db: app.portal.db, log: { ...log, error: (failure: object) => failures.push(failure) } as unknown as typeof log },
    { now: Date.now(), readHeld },
  )
  expect(failures).toContainEqual(expect.objectContaining({ deployment: 'acme-1' }))
  expect((await pool.query('select from metric_readers where deployment_id = $1', [other.id])).rowCount).toBe(1)
  // The failure is shown with the deployment until it is measured again.
  const shown = async () => (await app.call('adam', 'GET', `/../analytics/deployments/${acme}/ingest`)).body.failures
  expect(await shown()).toMatchObject([{ job: 'uptime', reason: null }])
  await measureMinutes(app.portal, { now: Date.now() })
  expect(await shown()).toEqual([])
})

test('a deployment of more series than a query may read is measured like the others', async () => {
  const { pool } = app.portal
  const now = Math.floor(Date.now() / minute) * minute
  await sendModems({ from: now - 100 * minute, to: now })
  await pool.query('delete from deployment_minutes')
  await pool.query(
    `insert into metric_series (deployment_id, fingerprint, name, labels)
      select $1, decode(md5(n::text), 'hex'), 'cable_modems', jsonb_build_object('rpd', 'X-' || n, 'state', 'online') from generate_series(1, 20500) n`,
    [acme],
  )
  const query = '/../../prometheus/api/v1/query?account=acme&query=count(cable_modems)'
  expect((await app.call('uma', 'GET', query)).body.error).toContain('more than 20000 series')
  await pool.query(`update metric_readers set late_minute = $1 where deployment_id = $2`, [now / minute - 90, acme])
  await measureMinutes(app.portal, { now })
  const { rows } = await pool.query('select count(*) as minutes from deployment_minutes where deployment_id = $1', [
    acme,
  ])
  expect(Number(rows[0].minutes)).toBeGreaterThanOrEqual(90)
  await pool.query(`delete from metric_series where deployment_id = $1 and labels->>'rpd' like 'X-%'`, [acme])
})

async function accountId(name: string): Promise<{ id: number }> {
  const { rows } = await app.portal.pool.query<{ id: number }>('select id from accounts where name = $1', [name])
  return rows[0]!
}

test('a baseline stays during a loss, follows slow changes, and accepts a loss that lasts a day', () => {
  const minutes = new Map(Array.from({ length: 300 }, (_, at) => [at, at < 150 ? 400 : 0]))
  const before = baselineAt(minutes, 100, undefined)
  expect(before).toEqual({ value: 400, minute: 100 })
  expect(baselineAt(minutes, 290, before)).toEqual(before)
  expect(baselineAt(minutes, 290, { value: 400, minute: -1200 })).toEqual({ value: 0, minute: 290 })
  expect(baselineAt(new Map([...minutes].map(([at]) => [at, 390])), 100, before)).toEqual({ value: 390, minute: 100 })
  expect(baselineAt(new Map(), 100, undefined)).toBeUndefined()
})
