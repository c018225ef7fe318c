import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addJob, defineJob } from '#kit/server/job.ts'
import { type Json, type Name, rowsOf, type SupportApp, supportApp } from '#test/support-app.ts'

let desk: SupportApp
beforeAll(async () => {
  desk = await supportApp()
  // All hours of all days, so that the time of the test run does not matter.
  const weekly = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', until: '24:00' }))
  expect((await hours('tom', { weekly, plan: 'ENTERPRISE' }, 0)).status).toBe(200)
})
afterAll(() => desk.close())

const hours = (name: Name, body: object, version?: number) =>
  desk.call(name, 'PATCH', '/sla-hours?account=acme', body, version === undefined ? {} : { 'if-match': `"${version}"` })
const hoursVersion = async () => Number((await desk.call('tom', 'GET', '/sla-hours?account=acme')).body.version)
async function file(priority = 'MEDIUM'): Promise<string> {
  const body = { subject: 'No light', description: 'x', priority }
  return String((await desk.call('uma', 'POST', '/issues?account=acme', body)).body.key)
}
async function clocks(key: string, name: Name = 'vera'): Promise<Json> {
  const { body } = await desk.call(name, 'GET', `/issues/${key}`)
  return Object.fromEntries((body.clocks as unknown as Json[]).map((clock) => [String(clock.kind), clock])) as Json
}
/** Waits until the clocks are as expected. */
const shows = (key: string, expected: object, name: Name = 'vera') =>
  vi.waitFor(async () => expect(await clocks(key, name)).toMatchObject(expected), { timeout: 60_000, interval: 50 })
const sweep = () => addJob(desk.portal.db, defineJob('support.sla-clocks'), {})
/** Moves all that happened in a case into the past. */
async function age(key: string, minutes: number): Promise<void> {
  await desk.portal.pool.query(`update cases set created_at = created_at - make_interval(mins => $2) where key = $1`, [
    key,
    minutes,
  ])
  await desk.portal.pool.query(
    `update case_clocks set next_at = '-infinity' where case_id = (select id from cases where key = $1)`,
    [key],
  )
  await sweep()
}
const due = async (key: string, kind: string) => Date.parse(String((await clocks(key))[kind]!.due))

test('a case has its clocks by priority and plan; a response, waiting and resolving change them', async () => {
  const key = await file()
  await shows(
    key,
    { FIRST_RESPONSE: { state: 'RUNNING', minutes: 240 }, RESOLUTION: { state: 'RUNNING', minutes: 4800 } },
    'uma',
  )
  const row = (await desk.call('uma', 'GET', `/issues/${key}`)).body
  expect((await due(key, 'FIRST_RESPONSE')) - Date.parse(String(row.created))).toBe(240 * 60_000)
  expect(row.due).toBe((await clocks(key)).FIRST_RESPONSE!.due)
  await desk.call('vera', 'POST', `/issues/comment?issueKey=${key}`, { body: 'We look into it.' })
  await shows(key, { FIRST_RESPONSE: { state: 'MET' }, NEXT_UPDATE: { state: 'RUNNING', minutes: 480 } })
  await desk.call('vera', 'PATCH', `/issues/${key}`, { status: 'WAITING_FOR_CUSTOMER' })
  await shows(key, { RESOLUTION: { state: 'PAUSED', due: null, pausedBecause: 'WAITING_FOR_CUSTOMER' } })
  expect((await desk.call('vera', 'GET', `/issues/${key}`)).body.due).toBeNull()
  await desk.call('uma', 'POST', `/issues/comment?issueKey=${key}`, { body: 'Here.' })
  await shows(key, { RESOLUTION: { state: 'RUNNING' }, NEXT_UPDATE: { state: 'RUNNING' } })
  await desk.call('vera', 'POST', `/issues/fire/resolve?issueKey=${key}`, {})
  await shows(key, { RESOLUTION: { state: 'MET' } })
})

test('an internal comment and a comment of the customer are no response', async () => {
  const key = await file()
  await desk.call('vera', 'POST', `/issues/comment/internal?issueKey=${key}`, { body: 'Hm.' })
  await desk.call('uma', 'POST', `/issues/comment?issueKey=${key}`, { body: 'Any news?' })
  await desk.call('vera', 'PATCH', `/issues/${key}`, { priority: 'HIGH' })
  await shows(key, { FIRST_RESPONSE: { state: 'RUNNING', minutes: 60, business: false } })
})

test('three quarters of the time warn, and the due time is a breach: once each, to staff alone, by mail and in the history', async () => {
  const key = await file()
  await desk.call('tom', 'PATCH', `/issues/${key}`, { assignee: 'tom@desk.example' })
  await shows(key, { FIRST_RESPONSE: { state: 'RUNNING' } })
  const notified = async (name: Name = 'vera') =>
    rowsOf(await desk.call(name, 'GET', `/issues/history?issueKey=${key}&sort=at,ASC`), 'entries')
      .map((entry) => String(entry.name))
      .filter((name) => name.startsWith('case.clock'))
  await age(key, 200)
  await vi.waitFor(async () => expect(await notified()).toEqual(['case.clock-warned']), {
    timeout: 60_000,
    interval: 50,
  })
  await age(key, 50)
  await vi.waitFor(async () => expect(await notified()).toEqual(['case.clock-warned', 'case.clock-breached']), {
    timeout: 60_000,
    interval: 50,
  })
  const before = await due(key, 'FIRST_RESPONSE')
  await age(key, 1)
  await vi.waitFor(async () => expect(await due(key, 'FIRST_RESPONSE')).toBeLessThan(before), {
    timeout: 60_000,
    interval: 50,
  })
  expect(await notified()).toHaveLength(2)
  expect(await notified('uma')).toEqual([])
  const mails = async () =>
    (
      await desk.portal.pool.query<{ to: string; text: string }>(
        `select recipient as to, body_text as text from mail_outbox where subject like $1`,
        [`[${key}]%`],
      )
    ).rows
  await vi.waitFor(
    async () =>
      expect((await mails()).filter(({ text }) => text.includes('SLA clock')).map(({ to }) => to)).toEqual([
        'tom@desk.example',
        'tom@desk.example',
      ]),
    { timeout: 60_000, interval: 100 },
  )
})

test('the queue sorts by the first clock that is due; cases without one come last', async () => {
  const [low, high, resolved] = [await file('LOW'), await file('HIGH'), await file('HIGH')]
  await desk.call('vera', 'POST', `/issues/fire/resolve?issueKey=${resolved}`, {})
  await shows(low, { FIRST_RESPONSE: { state: 'RUNNING' } })
  await shows(high, { FIRST_RESPONSE: { state: 'RUNNING' } })
  await shows(resolved, { RESOLUTION: { state: 'MET' } })
  const keys = async (query: string) =>
    rowsOf(await desk.call('vera', 'GET', `/issues/search?account=acme&sort=due,ASC&size=${query}`), 'issues').map(
      (row) => String(row.key),
    )
  const all = await keys('100')
  expect([low, high, resolved].toSorted((a, b) => all.indexOf(a) - all.indexOf(b))).toEqual([high, low, resolved])
  expect([...(await keys('2')), ...(await keys('2&page=1'))]).toEqual(all.slice(0, 4))
})

test('other hours or targets give the clocks that they would have given from the beginning', async () => {
  const key = await file('LOW')
  await shows(key, { FIRST_RESPONSE: { minutes: 480 } })
  const before = await clocks(key)
  const weekly = [{ day: 1, from: '08:00', until: '12:00' }]
  const changed = await hours('tom', { weekly, holidays: ['2026-12-28'] }, await hoursVersion())
  expect(changed.body).toMatchObject({ weekly, holidays: ['2026-12-28'], plan: 'ENTERPRISE' })
  await vi.waitFor(
    async () => expect(await due(key, 'FIRST_RESPONSE')).not.toBe(Date.parse(String(before.FIRST_RESPONSE!.due))),
    { timeout: 60_000, interval: 50 },
  )
  const all = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', until: '24:00' }))
  expect((await hours('tom', { weekly: all, holidays: [] }, await hoursVersion())).status).toBe(200)
  await vi.waitFor(async () => expect(await clocks(key)).toEqual(before), { timeout: 60_000, interval: 50 })

  const target = async () =>
    rowsOf(await desk.call('vera', 'GET', '/sla-targets'), 'slaTargets').find(
      ({ plan, priority }) => String(plan) === 'ENTERPRISE' && String(priority) === 'LOW',
    )!
  const set = async (firstResponse: number | null) =>
    desk.call(
      'tom',
      'PATCH',
      '/sla-targets/ENTERPRISE/LOW',
      { firstResponse },
      { 'if-match': `"${String((await target()).version)}"` },
    )
  expect((await set(90)).body).toMatchObject({ firstResponse: 90, nextUpdate: 960 })
  await shows(key, { FIRST_RESPONSE: { minutes: 90 } })
  expect(
    (await desk.call('tom', 'PATCH', '/sla-targets/ENTERPRISE/LOW', { business: false }, { 'if-match': '"1"' })).status,
  ).toBe(412)
  expect((await set(480)).status).toBe(200)
  await vi.waitFor(async () => expect(await clocks(key)).toEqual(before), { timeout: 60_000, interval: 50 })
})

test('hours are checked at the field, changed by staff with the permission alone, and read by the account', async () => {
  const version = await hoursVersion()
  const wrong = [
    { day: 1, from: '08:00', until: '12:00' },
    { day: 1, from: '11:00', until: '13:00' },
  ]
  expect((await hours('tom', { weekly: wrong }, version)).body).toMatchObject({
    status: 400,
    fields: [{ path: 'weekly' }],
  })
  expect((await hours('tom', { weekly: [{ day: 1, from: '12:00', until: '08:00' }] }, version)).status).toBe(400)
  expect((await hours('tom', { plan: 'CONNECTED' }, version + 7)).status).toBe(412)
  expect((await hours('mia', { plan: 'CONNECTED' }, version)).status).toBe(403)
  expect((await desk.call('uma', 'GET', '/sla-hours?account=acme')).body.timeZone).toBe('US/Pacific')
  expect((await desk.call('bob', 'GET', '/sla-hours?account=acme')).status).toBe(404)
  expect((await desk.call('uma', 'GET', '/sla-targets')).status).toBe(403)
})

test('a sweep of due clocks is one query of the index', async () => {
  const { rows } = await desk.portal.pool
    .query<{ 'QUERY PLAN': string }>(
      `begin; set local enable_seqscan = off; explain select case_id from case_clocks where next_at <= now() order by next_at limit 200 for update skip locked; commit`,
    )
    .then((results) => (results as unknown as { rows: { 'QUERY PLAN': string }[] }[])[2]!)
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('case_clocks_next')
})

test('a response still counts when its author has no role any more', async () => {
  const key = await file()
  await desk.call('tom', 'POST', `/issues/comment?issueKey=${key}`, { body: 'We look at it.' })
  await shows(key, { FIRST_RESPONSE: { state: 'MET' } })
  await desk.portal.pool.query(
    `delete from role_grants where user_id = (select id from users where email = 'tom@desk.example')`,
  )
  await desk.call('vera', 'PATCH', `/issues/${key}`, { priority: 'HIGH' })
  await shows(key, { FIRST_RESPONSE: { state: 'MET', minutes: 60 } })
})
