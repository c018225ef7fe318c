import { afterAll, beforeAll, expect, test } from 'vitest'
import { userWith } from '#test/factories.ts'
import { type Member, type UserManagementApp, userManagementApp } from '#test/user-management-app.ts'
import { MAX_DOWNLOADS, toFacets } from '../contract.ts'
import { takeUse } from './limits.ts'

let office: UserManagementApp
beforeAll(async () => {
  office = await userManagementApp()
})
afterAll(() => office.close())

const name = 'facet-users-max-users'
const set = (as: Member, body: unknown, { account = 'acme', headers = {} } = {}) =>
  office.call(as, 'PUT', `/accounts/${account}/plan-facets`, body, headers)
const notified = async (as: Member, account = 'acme') =>
  (await office.call(as, 'GET', `/accounts/${account}`)).body.planFacets
let newcomers = 0
const invite = (account: string) =>
  office.call('admin', 'POST', '/users', {
    email: `newcomer-${++newcomers}@${account}.example`,
    fullName: 'Nina Newcomer',
    account,
    roles: ['USER'],
    confirmDomain: true,
  })

test('a plan is set, changed and cleared by the assigned customer-success manager; each change is one event', async () => {
  expect(await notified('csm')).toEqual([])
  const agreed = await set('csm', toFacets(40))
  expect([agreed.status, agreed.headers.get('etag')]).toEqual([200, `"${agreed.body.version}"`])
  expect(await notified('acmeManager')).toEqual([
    { facet: { name }, constraintValue: { isInfinity: false, numberValue: 40 } },
  ])
  await set('csm', toFacets(40))
  await set('csm', [{ facet: { name }, constraintValue: { isInfinity: true } }])
  expect(await notified('staff')).toEqual([
    { facet: { name }, constraintValue: { isInfinity: true, numberValue: Number.MAX_SAFE_INTEGER } },
  ])
  // The value that was read can be written back.
  expect((await set('admin', await notified('staff'))).status).toBe(200)
  await set('admin', [])
  expect(await notified('staff')).toEqual([])
  const events = await office.portal.db
    .selectFrom('events')
    .select('data')
    .where('name', '=', 'account.plan-limits-changed')
    .where('account_id', '=', office.acme.id)
    .orderBy('id')
    .execute()
  expect(events.map(({ data }) => data)).toEqual(
    [
      [null, 40],
      [40, 'unlimited'],
      ['unlimited', null],
    ].map((change) => ({ changes: { [name]: change } })),
  )
})

test('other users do not change a plan, and users, contractors and other accounts do not see it', async () => {
  for (const as of ['manager', 'staff', 'tac', 'lift', 'acmeManager', 'acmeUser'] as const)
    expect([as, (await set(as, toFacets(1))).status]).toEqual([as, 403])
  expect((await set('csm', toFacets(1), { account: 'blue' })).status).toBe(403)
  expect((await set('admin', toFacets(1), { account: 'nowhere' })).status).toBe(404)
  expect([await notified('acmeUser'), await notified('acmeContractor')]).toEqual([null, null])
  expect((await office.call('blueManager', 'GET', '/accounts/acme')).status).toBe(404)
})

test('an invalid plan limit is rejected at its field', async () => {
  const value = (constraintValue: object, facet = name) => [{ facet: { name: facet }, constraintValue }]
  for (const [body, path] of [
    [value({ isInfinity: true }, 'facet-storage'), '0.facet.name'],
    [value({ isInfinity: false }), '0.constraintValue.numberValue'],
    [value({ isInfinity: false, numberValue: -1 }), '0.constraintValue.numberValue'],
    [value({ isInfinity: false, numberValue: 1.5 }), '0.constraintValue.numberValue'],
    [value({ isInfinity: false, numberValue: '7' }), '0.constraintValue.numberValue'],
    [value({ isInfinity: 'yes' }), '0.constraintValue.isInfinity'],
    [value({ isInfinity: true, booleanValue: true }), '0.constraintValue.booleanValue'],
  ] as const) {
    const { status, body: response } = await set('admin', body)
    const { fields } = response as unknown as { fields: { path: string }[] }
    expect([path, status, fields.map((field) => field.path)]).toEqual([path, 400, [path]])
  }
  expect((await set('admin', [...toFacets(1), ...toFacets(2)])).status).toBe(400)
  expect(await notified('staff')).toEqual([])
})

test('of two concurrent changes to a plan the second gets a conflict', async () => {
  const headers = { 'if-match': (await office.call('csm', 'GET', '/accounts/acme')).headers.get('etag')! }
  expect((await set('csm', toFacets(30), { headers })).status).toBe(200)
  expect((await set('admin', toFacets(50), { headers })).status).toBe(412)
  expect(await notified('csm')).toEqual(toFacets(30))
})

test('a limit below the seats taken keeps all users and adds none; without a limit users are added again', async () => {
  const seats = async () => {
    const { body } = await office.call('admin', 'GET', '/users/seats?account=blue')
    return (body as unknown as { _embedded: { accounts: object[] } })._embedded.accounts
  }
  const blue = { account: 'blue', accountId: String(office.blue.id), used: 2 }
  expect((await set('admin', toFacets(1), { account: 'blue' })).status).toBe(200)
  expect(await seats()).toEqual([{ ...blue, limit: 1 }])
  expect((await office.call('blueUser', 'GET', '/users/me')).status).toBe(200)
  const rejected = await invite('blue')
  expect([rejected.status, rejected.body.error]).toEqual([
    409,
    'All seats of blue are taken: 2 of 1. Deactivate a user, or ask your customer success manager for a larger plan.',
  ])
  await set('admin', toFacets(Number.POSITIVE_INFINITY), { account: 'blue' })
  expect((await invite('blue')).status).toBe(201)
  expect(await seats()).toEqual([{ ...blue, used: 3, limit: null }])
})

test('the response to a change contains the plan for a narrowed token that has this permission', async () => {
  const change = async (...permissions: string[]) => {
    const admin = await userWith(office, 'ADMIN')
    await office.portal.db.updateTable('api_tokens').set({ permissions }).where('user_id', '=', admin.id).execute()
    const reply = await office.call(admin, 'PATCH', '/accounts/acme', { description: `by ${admin.email}` })
    return [reply.status, reply.body.planFacets]
  }
  expect((await set('admin', toFacets(70))).status).toBe(200)
  expect(await change('account:read', 'account:update')).toEqual([200, null])
  expect(await change('account:read', 'account:update', 'account:plan:read')).toEqual([200, toFacets(70)])
})

test('calls with API tokens count in the day of the account; at the limit the next is rejected until the day has ended', async () => {
  const { pool } = office.portal
  const read = () => office.call('acmeUser', 'GET', '/users/me')
  await pool.query(`insert into facet_overrides (account_id, facet_id, number_value)
    select a.id, f.id, 0 from accounts a, facets f where a.name = 'acme' and f.name = 'facet-api-max-calls-day'`)
  // Calls that the tests before have reserved last a second.
  await expect.poll(async () => (await read()).status, { timeout: 60_000 }).toBe(429)
  await pool.query('delete from facet_uses')
  await pool.query(
    `update facet_overrides set number_value = 3 where facet_id = (select id from facets where name = 'facet-api-max-calls-day')`,
  )
  const replies = await Promise.all(Array.from({ length: 20 }, read))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(3)
  const rejected = await read()
  expect([rejected.status, rejected.body.code]).toEqual([429, 'period-limit-reached'])
  expect(rejected.body.error).toMatch(
    /^API calls a day of acme: 3 of 3 are used\. The count starts again on .* Ask .+ for a larger plan\.$/,
  )
  const wait = Number(rejected.headers.get('retry-after'))
  expect([wait > 0, wait <= 86_400]).toEqual([true, true])
  // Another account, and staff.
  expect((await office.call('blueUser', 'GET', '/users/me')).status).toBe(200)
  expect((await office.call('csm', 'GET', '/users/me')).status).toBe(200)
  // Yesterday's calls are yesterday's.
  await pool.query('update facet_uses set period_start = period_start - 1')
  expect((await read()).status).toBe(200)
  await pool.query('delete from facet_overrides')
})

test('a month turns in the time zone of the account: of 200 uses at once with one left one is counted, then a full month', async () => {
  const { db, pool } = office.portal
  await pool.query(
    `insert into facet_overrides (account_id, facet_id, number_value)
    select a.id, f.id, 2 from accounts a, facets f where a.name = 'acme' and f.name = $1`,
    [MAX_DOWNLOADS],
  )
  for (const [zone, midnight] of [
    ['Pacific/Kiritimati', '2031-03-31T10:00:00Z'],
    ['Pacific/Pago_Pago', '2031-04-01T11:00:00Z'],
    // One hour earlier than in winter: the clocks changed on 30 March.
    ['Europe/Berlin', '2031-03-31T22:00:00Z'],
  ] as const) {
    await pool.query('delete from facet_uses')
    await pool.query(`update accounts set time_zone = $1 where name = 'acme'`, [zone])
    const use = (milliseconds: number) =>
      takeUse(db, office.acme.id, {
        facet: MAX_DOWNLOADS,
        period: 'month',
        at: new Date(Date.parse(midnight) + milliseconds),
      })
    expect(await use(-60_000)).toBeUndefined()
    const last = await Promise.all(Array.from({ length: 200 }, () => use(-1000)))
    expect([zone, last.filter((reached) => reached === undefined).length]).toEqual([zone, 1])
    expect(last.find(Boolean)).toMatchObject({ used: 2, limit: 2, resets: '2031-04-01', zone, seconds: 1 })
    const next = await Promise.all([use(0), use(0), use(0)])
    expect([zone, next.filter((reached) => reached === undefined).length]).toEqual([zone, 2])
  }
  await pool.query('delete from facet_overrides')
})
