import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { makeAccount, type TestUser, userWith } from '#test/factories.ts'
import { escalateAlerts } from './notify-on-call.ts'
import { handOverBefore } from './on-call.ts'

let app: TestApp
let noc: TestUser
let second: TestUser
let third: TestUser
let staff: TestUser

beforeAll(async () => {
  app = await testApp()
  await makeAccount(app, 'nordic')
  noc = await userWith(app, 'HARMONIC_NOC')
  second = await userWith(app, 'HARMONIC_NOC')
  third = await userWith(app, 'HARMONIC_TAC_MANAGER')
  staff = await userWith(app, 'HARMONIC')
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.portal.pool.query(`delete from mail_outbox`)
  // Alerts of the test before would be escalated too.
  await app.portal.pool.query(`update incident_alerts set state = 'CLOSED', next_notice_at = null`)
})

const plugin = '/api/plugins/opsgenie'
async function call(
  method: string,
  path: string,
  { body, as = noc, version }: { body?: object; as?: TestUser; version?: number } = {},
) {
  const headers = {
    ...as.headers,
    ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
    ...(body ? { 'content-type': 'application/json' } : {}),
  }
  const response = await fetch(app.url + plugin + path, {
    method,
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: response.status, body: await response.json() }
}
const create = (body: object, as = noc) => call('POST', '/alerts?account=nordic', { body, as })
const list = async (query = '') => (await call('GET', `/alerts?${query}`)).body._embedded.alerts
const mailed = async () =>
  (
    await app.portal.pool.query(`select recipient from mail_outbox where key like 'alert.assigned %' order by id`)
  ).rows.map(({ recipient }) => recipient)
const weekly = { timeZone: 'Europe/Berlin', weekday: 1, time: '09:00', escalateMinutes: 10 }
const rotate = async (users: TestUser[], more: object = {}) => {
  const { version } = (await call('GET', '/on-call')).body
  return call('PUT', '/on-call', { body: { ...weekly, users: users.map(({ id }) => String(id)), ...more }, version })
}

test('without a rotation nobody is on call, and an alert notifies nobody', async () => {
  expect((await call('GET', '/on-call')).body).toMatchObject({ now: null, next: null, users: [], version: 0 })
  const { status, body } = await create({ message: 'No user gets it' })
  expect([status, body.notified, body.nextNotice]).toEqual([201, [], null])
  expect(await mailed()).toEqual([])
})

test('an alert is counted while it is open, acknowledged and closed', async () => {
  await rotate([noc, second])
  const made = await create({ message: 'RPD lost', alias: 'rpd-7', priority: 'P3', tags: ['rpd'] })
  expect(made).toMatchObject({ status: 201, body: { state: 'OPEN', occurrences: 1, alias: 'rpd-7', tags: ['rpd'] } })
  expect(made.body.notified.map(({ user }: { user: { username: string } }) => user.username)).toEqual([noc.email])
  const again = await create({ message: 'RPD lost again', alias: 'rpd-7', priority: 'P1' })
  expect(again).toMatchObject({
    status: 200,
    body: { id: made.body.id, occurrences: 2, priority: 'P1', message: 'RPD lost' },
  })
  const calmer = await create({ message: 'RPD lost again', alias: 'rpd-7', priority: 'P4' })
  expect(calmer.body).toMatchObject({ occurrences: 3, priority: 'P1' })
  expect(await mailed()).toEqual([noc.email])
  const path = `/alerts/${made.body.id}`
  expect((await call('POST', `${path}/acknowledge`, { version: 1 })).status).toBe(412)
  const seen = await call('POST', `${path}/acknowledge`, { version: calmer.body.version })
  expect(seen.body).toMatchObject({ state: 'ACKNOWLEDGED', nextNotice: null, acknowledgedBy: { username: noc.email } })
  expect((await list('state=ACKNOWLEDGED')).map(({ alias }: { alias: string }) => alias)).toEqual(['rpd-7'])
  expect((await call('POST', `${path}/close`, { version: 1 })).status).toBe(412)
  expect((await call('POST', `${path}/close`)).body).toMatchObject({
    state: 'CLOSED',
    closedBy: { username: noc.email },
  })
  expect((await call('POST', `${path}/acknowledge`)).body.code).toBe('alert-closed')
  expect((await create({ message: 'RPD lost', alias: 'rpd-7' })).body.id).not.toBe(made.body.id)
  expect((await call('POST', '/alerts/999999/close')).body.code).toBe('alert-not-found')
})

test('the next user is notified when nobody acknowledges in time, each once', async () => {
  await rotate([noc, second, third])
  const { body } = await create({ message: 'Escalates' })
  const after = (minutes: number) => escalateAlerts(app.portal, Date.parse(body.created) + minutes * 60_000)
  await after(9)
  expect(await mailed()).toEqual([noc.email])
  await Promise.all([after(11), after(11)])
  expect(await mailed()).toEqual([noc.email, second.email])
  await after(22)
  expect((await call('GET', `/alerts/${body.id}`)).body.nextNotice).toBeNull()
  await after(33)
  await after(44)
  expect(await mailed()).toEqual([noc.email, second.email, third.email])
  const quiet = (await create({ message: 'Acknowledged' })).body
  await call('POST', `/alerts/${quiet.id}/acknowledge`)
  await after(60)
  expect((await mailed()).length).toBe(4)
})

test('the rotation is replaced; overrides go before it', async () => {
  await rotate([noc, second])
  const from = new Date(Date.now() - 60_000).toISOString()
  const to = new Date(Date.now() + 3_600_000).toISOString()
  const { body } = await rotate([noc, second], { overrides: [{ userId: String(third.id), from, to }] })
  expect(body).toMatchObject({
    now: { username: third.email },
    next: { username: noc.email },
    overrides: [{ user: { username: third.email } }],
  })
  await create({ message: 'In the override' })
  expect(await mailed()).toEqual([third.email])
  const overrides = [
    { userId: String(second.id), from: new Date(Date.now() - 30_000).toISOString(), to },
    { userId: String(third.id), from, to },
  ]
  expect((await rotate([noc, second], { overrides })).body.now).toMatchObject({ username: second.email })
  expect((await call('PUT', '/on-call', { body: { ...weekly, users: [] }, version: 0 })).status).toBe(412)
  const fieldOf = async (more: object) => (await rotate([noc], more)).body.fields[0].path
  expect(await fieldOf({ timeZone: 'Mars/Olympus' })).toBe('timeZone')
  expect(await fieldOf({ users: ['999999'] })).toBe('users')
  expect(await fieldOf({ users: [String(noc.id), String(noc.id)] })).toBe('users')
  expect(await fieldOf({ overrides: [{ userId: String(noc.id), from: to, to: from }] })).toBe('overrides')
})

test.each([
  ['2026-11-24T10:00:00Z', '2026-11-23T09:00:00'],
  ['2026-11-23T07:59:00Z', '2026-11-16T09:00:00'],
  ['2026-11-23T08:00:00Z', '2026-11-23T09:00:00'],
])('at %s the newest hand-over was at %s', (at, expected) => {
  expect(handOverBefore(weekly, Date.parse(at))).toBe(expected)
})

test('staff without the permission read alerts only; customers do not', async () => {
  const { id } = (await create({ message: 'Guarded' })).body
  for (const as of [staff, await userWith(app, 'MANAGER', { id: 1, name: 'nordic' })])
    expect([
      (await create({ message: 'x' }, as)).status,
      (await call('POST', `/alerts/${id}/acknowledge`, { as })).status,
      (await call('POST', `/alerts/${id}/close`, { as })).status,
      (await call('PUT', '/on-call', { body: { ...weekly, users: [] }, as })).status,
    ]).toEqual([403, 403, 403, 403])
  expect((await call('GET', '/alerts', { as: staff })).status).toBe(200)
  expect((await call('GET', '/alerts', { as: await userWith(app, 'USER', { id: 1, name: 'nordic' }) })).status).toBe(
    403,
  )
})
