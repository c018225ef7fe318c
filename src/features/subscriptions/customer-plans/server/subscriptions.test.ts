import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { userWith } from '#test/factories.ts'
import { rowsOf } from '#test/support-app.ts'
import { type Member, type UserManagementApp, userManagementApp } from '#test/user-management-app.ts'

let office: UserManagementApp
beforeAll(async () => {
  office = await userManagementApp({ env: { RATE_LIMITS: 'off' } })
})
afterAll(() => office.close())

const url = '/subscriptions/customer/plans'
const list = async (as: Member, query = '') => rowsOf(await office.call(as, 'GET', `${url}${query}`), 'plans')
const idOf = async (account: string) => String((await list('admin', `?account=${account}`))[0]!.id)
const read = async (as: Member, account: string) => office.call(as, 'GET', `${url}/${await idOf(account)}`)
const edit = async (as: Member, account: string, body: unknown, headers = {}) =>
  office.call(as, 'PATCH', `${url}/${await idOf(account)}`, body, headers)
const fieldsOf = (reply: Awaited<ReturnType<typeof edit>>) => (reply.body.fields ?? []).map(({ path }) => String(path))
/** A day in the time zone of an account, this number of days from today. */
async function dayIn(account: string, days: number): Promise<string> {
  const { rows } = await office.portal.pool.query<{ day: string }>(
    `select ((now() at time zone time_zone)::date + $2::int)::text as day from accounts where name = $1`,
    [account, days],
  )
  return rows[0]!.day
}
const users = 'facet-users-max-users'

test('the assigned manager of customer success gives a plan; every field is read back, and the history names each change', async () => {
  expect((await list('staff')).map(({ account, state, version }) => [account, state, version])).toEqual([
    ['acme', 'NONE', 1],
    ['blue', 'NONE', 1],
  ])
  const body = {
    plan: 'essentials',
    contractStartDate: '2026-01-01',
    expirationDate: await dayIn('acme', 400),
    contractLength: 3,
    cmNumber: 90_000,
    contractValue: 10_000_000,
    currency: 'EUR',
    quoteUrl: 'https://quotes.example/q/17?v=2',
    additionalFeatures: 'Named engineer in summer',
    freeTrial: false,
    showToCustomer: true,
  }
  const { version } = (await read('csm', 'acme')).body
  const headers = { 'if-match': `"${version}"` }
  const changed = await edit('csm', 'acme', body, headers)
  expect([changed.status, Number(changed.body.version)]).toEqual([200, Number(version) + 1])
  expect((await edit('csm', 'acme', { cmNumber: 1 }, headers)).status).toBe(412)
  const { plan, ...rest } = body
  const found = (await read('staff', 'acme')).body
  expect(found).toMatchObject({ ...rest, plan: { name: plan }, state: 'ACTIVE', daysLeft: 400 })
  expect(Number(found.arr)).toBeCloseTo(10_000_000 / 3, 6)
  expect(Number(found.mrr) * 12).toBeCloseTo(Number(found.arr), 6)
  expect((await edit('csm', 'blue', { plan: 'essentials' })).status).toBe(403)
  for (const as of ['manager', 'staff', 'tac', 'acmeManager'] as const)
    expect([as, (await edit(as, 'acme', { cmNumber: 1 })).status]).toEqual([as, 403])
  await edit('csm', 'acme', { cmNumber: 90_500 })
  const history = rowsOf(await office.call('csm', 'GET', `${url}/${await idOf('acme')}/history`), 'changes')
  expect(history.map(({ changes }) => changes)).toMatchObject([
    { cmNumber: [90_000, 90_500] },
    { plan: [null, 'essentials'], contractValue: [null, 10_000_000] },
  ])
  expect((await office.call('acmeManager', 'GET', `${url}/${await idOf('acme')}/history`)).status).toBe(403)
})

test('totals are sums by currency, of what the filters find, for the vendor alone', async () => {
  await edit('admin', 'blue', { contractValue: 700, currency: 'EUR', contractLength: 1 })
  const totals = async (query = '') => (await office.call('csm', 'GET', `${url}/totals${query}`)).body.totals
  const arr = 10_000_000 / 3 + 700
  expect(await totals()).toEqual([
    {
      currency: 'EUR',
      subscriptions: 2,
      contractValue: 10_000_700,
      arr: expect.closeTo(arr, 6),
      mrr: expect.closeTo(arr / 12, 6),
    },
  ])
  await edit('admin', 'blue', { currency: 'USD' })
  expect(await totals()).toMatchObject([
    { currency: 'EUR', contractValue: 10_000_000 },
    { currency: 'USD', contractValue: 700 },
  ])
  expect(await totals('?account=blue')).toMatchObject([{ currency: 'USD', subscriptions: 1, arr: 700 }])
  await edit('admin', 'blue', { contractValue: null, currency: null, contractLength: null })
  expect(await totals('?account=blue')).toEqual([])
  expect((await office.call('acmeManager', 'GET', `${url}/totals`)).status).toBe(403)
})

test('the plans of all accounts are read at once: name, state and days left', async () => {
  const map = async (as: Member) => (await office.call(as, 'GET', `${url}/map`)).body.map
  const acme = { plan: 'essentials', state: 'ACTIVE', daysLeft: 400 }
  expect(await map('staff')).toEqual({ acme, blue: { plan: null, state: 'NONE', daysLeft: null } })
  expect(await map('acmeManager')).toEqual({ acme })
  await edit('admin', 'acme', { expirationDate: await dayIn('acme', 29) })
  expect(await map('staff')).toMatchObject({ acme: { state: 'EXPIRES_SOON', daysLeft: 29 } })
  await edit('admin', 'acme', { expirationDate: await dayIn('acme', 400), showToCustomer: false })
  expect(await map('acmeManager')).toEqual({})
  await edit('admin', 'acme', { showToCustomer: true })
  expect((await office.call('acmeUser', 'GET', `${url}/map`)).status).toBe(403)
})

test('a manager reads the own subscription where it is shown, without value, quote and revenue', async () => {
  const shown = (await read('acmeManager', 'acme')).body
  expect(shown).toMatchObject({ account: 'acme', contractValue: null, quoteUrl: null, arr: null, mrr: null })
  expect(await list('acmeManager')).toHaveLength(1)
  expect((await read('blueManager', 'acme')).status).toBe(404)
  expect((await read('acmeUser', 'acme')).status).toBe(403)
  await edit('admin', 'acme', { showToCustomer: false })
  expect((await read('acmeManager', 'acme')).status).toBe(404)
  expect(await list('acmeManager')).toEqual([])
  const limits = async () => (await office.call('acmeManager', 'GET', '/accounts/acme')).body.planFacets
  expect(await limits()).toBeNull()
  await edit('admin', 'acme', { showToCustomer: true })
  expect(await limits()).not.toBeNull()
})

test('bad input is rejected at its field', async () => {
  const yesterday = await dayIn('acme', -1)
  for (const [body, field] of [
    [{ contractLength: 0 }, 'contractLength'],
    [{ contractLength: 6 }, 'contractLength'],
    [{ contractLength: 2.5 }, 'contractLength'],
    [{ contractLength: '3' }, 'contractLength'],
    [{ cmNumber: -1 }, 'cmNumber'],
    [{ cmNumber: 2 ** 53 }, 'cmNumber'],
    [{ contractValue: 10.123 }, 'contractValue'],
    [{ expirationDate: yesterday }, 'expirationDate'],
    [{ contractStartDate: await dayIn('acme', 9), expirationDate: await dayIn('acme', 8) }, 'expirationDate'],
    [{ quoteUrl: 'javascript:alert(1)' }, 'quoteUrl'],
    [{ quoteUrl: 'http://quotes.example/' }, 'quoteUrl'],
    [{ quoteUrl: 'https://me:secret@quotes.example/' }, 'quoteUrl'],
    [{ quoteUrl: `https://quotes.example/${'q'.repeat(3000)}` }, 'quoteUrl'],
    [{ currency: null }, 'currency'],
    [{ plan: 'nothing' }, 'plan'],
    [
      { overrides: [{ facet: { name: users }, constraintValue: { booleanValue: true } }] },
      'overrides.0.constraintValue.booleanValue',
    ],
    [
      { overrides: [{ facet: { name: users }, constraintValue: { isInfinity: true, numberValue: 5 } }] },
      'overrides.0.constraintValue.numberValue',
    ],
    [
      { overrides: [{ facet: { name: 'facet-support-hours' }, constraintValue: { listValue: '9 × 9' } }] },
      'overrides.0.constraintValue.listValue',
    ],
    [
      { overrides: [{ facet: { name: 'facet-nothing' }, constraintValue: { numberValue: 1 } }] },
      'overrides.0.facet.name',
    ],
    [
      { overrides: [1, 2].map((numberValue) => ({ facet: { name: users }, constraintValue: { numberValue } })) },
      'overrides.1.facet.name',
    ],
  ] as const)
    expect([body, fieldsOf(await edit('admin', 'acme', body))]).toEqual([body, [field]])
  expect((await edit('admin', 'acme', { contractLength: 6 })).body.fields![0]).toMatchObject({
    message: 'This must be 5 or less.',
  })
  for (const contractLength of [1, 5]) expect((await edit('admin', 'acme', { contractLength })).status).toBe(200)
})

test('trial, expires soon and expired follow the day in the zone of the account; the last day counts whole', async () => {
  const { db } = office.portal
  await db.updateTable('accounts').set({ time_zone: 'Pacific/Kiritimati' }).where('name', '=', 'acme').execute()
  const stateAt = async (days: number, freeTrial = false) => {
    const body = { freeTrial, expirationDate: await dayIn('acme', days) }
    const { state, daysLeft } = (await edit('admin', 'acme', body)).body
    return [state, daysLeft]
  }
  expect(await stateAt(30)).toEqual(['ACTIVE', 30])
  expect(await list('admin', '?expiring=true')).toEqual([])
  expect(await stateAt(29)).toEqual(['EXPIRES_SOON', 29])
  expect(await list('admin', '?expiring=true')).toHaveLength(1)
  expect(await stateAt(0)).toEqual(['EXPIRES_SOON', 0])
  expect(await stateAt(5, true)).toEqual(['TRIAL', 5])
  expect(await list('admin', '?expiring=true&state=TRIAL')).toHaveLength(1)
  // Today is yesterday some hours further west.
  await db.updateTable('accounts').set({ time_zone: 'Pacific/Pago_Pago' }).where('name', '=', 'acme').execute()
  const here = await dayIn('acme', 0)
  expect((await edit('admin', 'acme', { expirationDate: here })).status).toBe(200)
  const before = await dayIn('acme', -1)
  expect(fieldsOf(await edit('admin', 'acme', { expirationDate: before }))).toEqual(['expirationDate'])
  await office.portal.pool.query('update subscriptions set expiration_date = $1 where account_id = $2', [
    before,
    office.acme.id,
  ])
  expect((await read('admin', 'acme')).body).toMatchObject({ state: 'EXPIRED', daysLeft: -1 })
  expect(await list('admin', '?state=EXPIRED')).toHaveLength(1)
  // A trial begins today and gets its end from the plan.
  const trial = (await edit('admin', 'acme', { plan: 'enterprise', freeTrial: true })).body
  expect(trial).toMatchObject({ expirationDate: await dayIn('acme', 59), state: 'TRIAL' })
  expect(trial.freeTrialPeriod).toMatchObject({ amount: 60, unit: 'DAY', fromDate: await dayIn('acme', 0) })
})

test('the effective value is the override, else that of the plan; a plan in use is not deleted', async () => {
  const service = async () =>
    (await read('admin', 'blue')).body.services!.find(({ facet }) => String(facet!.name) === users)
  const number = (numberValue: number) => ({ isInfinity: false, numberValue })
  expect(await service()).toMatchObject({ planValue: null, override: null, effective: null })
  await edit('admin', 'blue', { plan: 'connected' })
  expect(await service()).toMatchObject({ planValue: number(10), override: null, effective: number(10) })
  await office.call('admin', 'PUT', '/accounts/blue/plan-facets', [
    { facet: { name: users }, constraintValue: number(2) },
  ])
  expect(await service()).toMatchObject({ planValue: number(10), override: number(2), effective: number(2) })
  const usage = rowsOf(await office.call('blueManager', 'GET', `${url}/${await idOf('blue')}/usage`), 'limits')
  expect(usage.find(({ facet }) => String(facet!.name) === users)).toMatchObject({ used: 2, limit: 2, exceeded: false })
  const plan = rowsOf(await office.call('admin', 'GET', '/subscriptions/plans'), 'plans')[0]!
  const rejected = await office.call('admin', 'DELETE', `/subscriptions/plans/${plan.id}`)
  expect([rejected.status, rejected.body.error]).toEqual([
    409,
    '1 accounts have the plan connected: blue. Give them another plan first.',
  ])
})

test('the limit rejects the next invitation with its use and the contact; an upgrade permits it', async () => {
  const invite = () =>
    office.call('admin', 'POST', '/users', {
      email: 'nina@blue.example',
      fullName: 'Nina Newcomer',
      account: 'blue',
      roles: ['USER'],
      confirmDomain: true,
    })
  const rejected = await invite()
  expect([rejected.status, rejected.body.error]).toEqual([
    409,
    'All seats of blue are taken: 2 of 2. Deactivate a user, or ask your customer success manager for a larger plan.',
  ])
  await edit('admin', 'blue', { overrides: [{ facet: { name: users }, constraintValue: null }] })
  expect((await invite()).status).toBe(201)
})

test('fifty roles at once with three seats, while the plan is lowered: three are given, or fewer', async () => {
  const others = await Promise.all(Array.from({ length: 50 }, () => userWith(office, 'USER', office.acme)))
  const { used } = (await office.call('admin', 'GET', '/users?account=blue')).body.seats as unknown as { used: number }
  const limit = (seats: number) => ({
    overrides: [{ facet: { name: users }, constraintValue: { isInfinity: false, numberValue: seats } }],
  })
  await edit('admin', 'blue', limit(used + 3))
  const replies = await Promise.all([
    ...others.map((user) =>
      office.call('manager', 'POST', `/users/${user.id}/role`, {
        updates: [{ account: 'blue', role: 'USER', add: true }],
      }),
    ),
    edit('admin', 'blue', limit(used + 1)),
  ])
  const inside = replies.slice(0, 50).filter(({ status }) => status === 200).length
  expect(inside).toBeLessThanOrEqual(3)
  expect(inside).toBeGreaterThan(0)
})

test('the preview shows for each account the effect of the change, and saves nothing', async () => {
  const { used } = (await office.call('admin', 'GET', '/users?account=blue')).body.seats as unknown as { used: number }
  await edit('admin', 'blue', { plan: 'enterprise', overrides: [{ facet: { name: users }, constraintValue: null }] })
  const preview = async (body: object, as: Member = 'admin') =>
    rowsOf(await office.call(as, 'POST', '/subscriptions/preview', body), 'accounts')
  const accounts = [String(office.blue.id)]
  const [found] = await preview({ accounts, plan: 'connected' })
  const effective = async () =>
    Object.fromEntries(
      (await read('admin', 'blue')).body.services!.map((row) => [String(row.facet!.name), row.effective]),
    )
  const before = await effective()
  expect((await read('admin', 'blue')).body.plan).toMatchObject({ name: 'enterprise' })
  await edit('admin', 'blue', { plan: 'connected' })
  const after = await effective()
  const changed = Object.keys(after).filter((name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]))
  expect(found!.changes!.map(({ facet, before: was, after: is }) => [facet!.name, was, is])).toEqual(
    changed.map((name) => [name, before[name], after[name]]),
  )
  const plans = rowsOf(await office.call('admin', 'GET', '/subscriptions/plans'), 'plans')
  const plan = { id: plans.find(({ name }) => String(name) === 'connected')!.id }
  const facet = { name: users }
  const cells = [{ plan, facet, constraintValue: { isInfinity: false, numberValue: used - 1 } }]
  const lowered = (await preview({ cells })).find(({ account }) => String(account) === 'blue')
  expect(lowered!.exceeded).toMatchObject([{ facet, used, limit: used - 1 }])
  expect((await effective())[users]).toMatchObject({ numberValue: 10 })
  // A manager of customer success previews the assigned accounts alone.
  expect((await preview({ plan: 'essentials' }, 'csm')).map(({ account }) => account)).toEqual(['acme'])
  expect((await office.call('staff', 'POST', '/subscriptions/preview', {})).status).toBe(403)
})

test('the modems of a contract: below 14 nights no forecast, then a line, its range, and the plan that fits', async () => {
  await edit('admin', 'blue', { cmNumber: 1_000 })
  const burnDown = async (as: Member = 'blueManager') =>
    (await office.call(as, 'GET', `${url}/${await idOf('blue')}/burn-down`)).body
  const nights = (from: number, to: number) =>
    office.portal.pool.query(
      `insert into modem_counts (account_id, day, contracted, counted)
       select a.id, (now() at time zone a.time_zone)::date - n, 1000, 700 - 10 * n
       from accounts a, generate_series($2::int, $3::int) n where a.id = $1 on conflict (account_id, day) do update set counted = excluded.counted`,
      [office.blue.id, from, to],
    )
  await nights(0, 12)
  expect(await burnDown()).toMatchObject({
    contracted: 1_000,
    counted: 700,
    tooFewDays: true,
    perDay: null,
    crossing: null,
  })
  await nights(13, 30)
  const found = await burnDown()
  expect(found).toMatchObject({ tooFewDays: false, highest: { counted: 700 }, fittingPlan: 'connected' })
  expect(Number(found.perDay)).toBeCloseTo(10, 6)
  expect(found.perDayRange).toEqual({ from: expect.closeTo(10, 6), to: expect.closeTo(10, 6) })
  // The rows behind the count: every deployment, also those that are left out.
  await office.portal.pool.query(`update deployments set modems = 690, onus = 10 where account_id = $1`, [
    office.blue.id,
  ])
  expect((await burnDown()).deployments).toMatchObject([{ modems: 690, onus: 10, counts: true }])
  const crossing = await office.portal.pool.query<{ day: string }>(
    'select ((now() at time zone time_zone)::date + 30)::text as day from accounts where id = $1',
    [office.blue.id],
  )
  expect(found.crossing).toMatchObject({ day: crossing.rows[0]!.day, from: crossing.rows[0]!.day })
  expect((found.days as unknown as object[]).length).toBe(31)
  expect((await office.call('acmeManager', 'GET', `${url}/${await idOf('blue')}/burn-down`)).status).toBe(404)
})

test('the terms of a subscription are read on any day', async () => {
  const { pool } = office.portal
  const id = await idOf('acme')
  const on = async (day: string) => (await office.call('csm', 'GET', `${url}/${id}/on/${day}`)).body.terms
  await edit('admin', 'acme', {
    cmNumber: 7,
    overrides: [{ facet: { name: users }, constraintValue: { numberValue: 3 } }],
  })
  const before = await on(await dayIn('acme', 0))
  expect(before).toMatchObject({ cmNumber: 7, [users]: { isInfinity: false, numberValue: 3 } })
  // All earlier changes lie ten days back, the next one is of today.
  await pool.query(`alter table events disable trigger user`)
  await pool.query(`update events set at = at - interval '10 days' where name = 'subscription.changed'`)
  await pool.query(`alter table events enable trigger user`)
  await edit('admin', 'acme', {
    plan: 'essentials',
    cmNumber: 8,
    overrides: [{ facet: { name: users }, constraintValue: null }],
  })
  expect(await on(await dayIn('acme', 0))).toMatchObject({ plan: 'essentials', cmNumber: 8 })
  expect(await on(await dayIn('acme', -3))).toEqual(before)
  expect(await on(await dayIn('acme', -60))).toMatchObject({ plan: null, cmNumber: null, contractValue: null })
  expect((await office.call('acmeManager', 'GET', `${url}/${id}/on/2026-01-01`)).status).toBe(403)
})

test('the address of a quote is stored and shown, and never fetched', async () => {
  let connections = 0
  const server = createServer(() => {
    connections += 1
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const quoteUrl = `https://127.0.0.1:${(server.address() as AddressInfo).port}/quote`
  expect((await edit('csm', 'acme', { quoteUrl })).status).toBe(200)
  for (const as of ['csm', 'acmeManager'] as const)
    expect([as, (await read(as, 'acme')).body.quoteUrl]).toEqual([as, as === 'csm' ? quoteUrl : null])
  expect((await office.call('csm', 'GET', url, undefined, { accept: 'text/csv' })).text).toContain(quoteUrl)
  await office.call('csm', 'POST', '/subscriptions/preview', { accounts: [String(office.acme.id)], plan: null })
  expect(connections).toBe(0)
  await new Promise((closed) => server.close(closed))
})

test('a manager of customer success is rejected for an account that is not assigned, with the decision', async () => {
  const rejected = await edit('csm', 'blue', { cmNumber: 5 })
  expect([rejected.status, rejected.body.code]).toEqual([403, 'access-denied'])
  expect(rejected.text).toContain('subscription:customer:edit')
})

test('a formula in a name is plain text in the CSV', async () => {
  await edit('admin', 'blue', { additionalFeatures: '=cmd()' })
  await office.portal.pool.query(`update accounts set display_name = '=1+cmd()' where name = 'blue'`)
  const { text, headers } = await office.call('admin', 'GET', url, undefined, { accept: 'text/csv' })
  expect(headers.get('content-type')).toContain('text/csv')
  expect(text).toContain(",'=cmd(),")
  expect(text).toContain("blue,'=1+cmd(),")
  expect(text.trim().split('\r\n')).toHaveLength(3)
})
