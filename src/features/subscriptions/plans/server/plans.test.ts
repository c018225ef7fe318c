import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Json, rowsOf } from '#test/support-app.ts'
import { type Member, type UserManagementApp, userManagementApp } from '#test/user-management-app.ts'

let office: UserManagementApp
beforeAll(async () => {
  office = await userManagementApp({ env: { RATE_LIMITS: 'off' } })
})
afterAll(() => office.close())

const call = (as: Member, method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  office.call(as, method, `/subscriptions${path}`, body, headers)
const plans = async (as: Member = 'admin') => rowsOf(await call(as, 'GET', '/plans'), 'plans')
const planOf = async (name: string) => (await plans()).find((plan) => String(plan.name) === name)!
const valueIn = (plan: Json, facet: string) =>
  plan.services!.find((value) => String(value.facet!.name) === facet)?.constraintValue
const fieldsOf = (reply: { body: Json }) => (reply.body.fields ?? []).map(({ path }) => String(path))
const number = (numberValue: number) => ({ isInfinity: false, numberValue })
const downloads = { name: 'facet-downloads-max-month' }

test('three plans exist at first start; staff and managers compare them, users and contractors do not', async () => {
  expect((await plans('staff')).map(({ name, pricing }) => [name, pricing])).toEqual([
    ['connected', 'FREE'],
    ['essentials', 'PAID'],
    ['enterprise', 'PAID'],
  ])
  const enterprise = await planOf('enterprise')
  expect(valueIn(enterprise, 'facet-users-max-users')).toEqual({
    isInfinity: true,
    numberValue: 9_007_199_254_740_991,
  })
  expect(valueIn(enterprise, 'facet-support-hours')).toEqual({ listValue: '24 × 7' })
  expect((await plans('acmeManager')).map(({ accounts }) => accounts)).toEqual([null, null, null])
  expect(rowsOf(await call('acmeManager', 'GET', '/facets'), 'facets').length).toBeGreaterThan(8)
  for (const as of ['acmeUser', 'acmeContractor'] as const) expect((await call(as, 'GET', '/plans')).status).toBe(403)
  for (const as of ['csm', 'manager'] as const)
    expect((await call(as, 'POST', '/plans', { name: 'mine', pricing: 'FREE' })).status).toBe(403)
})

test('a plan is created, changed with its version, and deleted; a name confusable with another is taken', async () => {
  const made = await call('admin', 'POST', '/plans', { name: 'Lift', pricing: 'FREE', headerColour: '#5b2a9e' })
  expect([made.status, made.body.displayOrder]).toEqual([201, 4])
  const path = `/plans/${made.body.id}`
  const freeTrialPeriod = { amount: 2, unit: 'MONTH' }
  const headers = { 'if-match': made.headers.get('etag')! }
  const changed = await call('admin', 'PATCH', path, { freeTrialPeriod, defaultStages: ['LIFT'] }, headers)
  expect(changed.body).toMatchObject({ freeTrialPeriod, defaultStages: ['LIFT'], name: 'Lift', version: 2 })
  expect((await call('admin', 'PATCH', path, { name: 'Other' }, headers)).status).toBe(412)
  for (const name of ['CONNECTED', 'con nected', 'соnnected']) {
    const taken = await call('admin', 'PATCH', path, { name })
    expect([name, taken.status, taken.body.code, ...fieldsOf(taken)]).toEqual([name, 409, 'plan-name-taken', 'name'])
  }
  expect((await call('admin', 'DELETE', path)).status).toBe(204)
  expect((await plans()).map(({ name }) => name)).toEqual(['connected', 'essentials', 'enterprise'])
  expect((await call('admin', 'DELETE', path)).status).toBe(404)
})

test('cells of several plans are saved together or not at all', async () => {
  const [essentials, enterprise] = [await planOf('essentials'), await planOf('enterprise')]
  const path = `/plans/facets/${essentials.id}`
  const other = { plan: { id: enterprise.id, version: enterprise.version } }
  const users = { name: 'facet-users-max-users' }
  const cells = [
    { facet: users, constraintValue: number(50) },
    { ...other, facet: users, constraintValue: number(900) },
    { ...other, facet: { name: 'facet-chat-enabled' }, constraintValue: null },
  ]
  const headers = { 'if-match': `"${essentials.version}"` }
  const stale = [...cells.slice(0, 1), { ...cells[1], plan: { id: enterprise.id, version: 77 } }]
  expect((await call('admin', 'PATCH', path, { cells: stale }, headers)).status).toBe(412)
  expect(valueIn(await planOf('essentials'), users.name)).toEqual(number(40))
  expect((await call('admin', 'PATCH', path, { cells }, headers)).status).toBe(200)
  expect(valueIn(await planOf('essentials'), users.name)).toEqual(number(50))
  expect(valueIn(await planOf('enterprise'), users.name)).toEqual(number(900))
  expect(valueIn(await planOf('enterprise'), 'facet-chat-enabled')).toBeUndefined()
  expect((await call('admin', 'PATCH', path, { cells }, headers)).status).toBe(412)
  // One value, as the specification writes it.
  const one = { facet: downloads, constraintValue: { isInfinity: true } }
  expect((await call('admin', 'PATCH', path, one)).status).toBe(200)
  expect(valueIn(await planOf('essentials'), downloads.name)).toMatchObject({ isInfinity: true })
  const events = await office.portal.db
    .selectFrom('events')
    .select('data')
    .where('name', '=', 'plan.values-changed')
    .orderBy('id')
    .execute()
  expect(events.map(({ data }) => data)).toMatchObject([
    { name: 'essentials', changes: { 'facet-users-max-users': [number(40), number(50)] } },
    { name: 'enterprise' },
    { name: 'essentials' },
  ])
})

test('a value that the service cannot have is rejected at its cell, and nothing is saved', async () => {
  const plan = await planOf('connected')
  const first = { facet: downloads, constraintValue: number(21) }
  for (const [facet, constraintValue, path] of [
    ['facet-users-max-users', { isInfinity: true, numberValue: 5 }, 'constraintValue.numberValue'],
    ['facet-users-max-users', number(-1), 'constraintValue.numberValue'],
    ['facet-users-max-users', number(1.5), 'constraintValue.numberValue'],
    ['facet-users-max-users', {}, 'constraintValue.numberValue'],
    ['facet-users-max-users', { booleanValue: true }, 'constraintValue.booleanValue'],
    ['facet-chat-enabled', number(1), 'constraintValue.numberValue'],
    ['facet-chat-enabled', { isInfinity: true }, 'constraintValue.isInfinity'],
    ['facet-support-hours', { listValue: '9 × 9' }, 'constraintValue.listValue'],
    ['facet-nothing', number(1), 'facet.name'],
    [downloads.name, number(1), 'facet.name'],
  ] as const) {
    const cells = [first, { facet: { name: facet }, constraintValue }]
    const reply = await call('admin', 'PATCH', `/plans/facets/${plan.id}`, { cells })
    expect([facet, reply.status, fieldsOf(reply)]).toEqual([facet, 400, [`cells.1.${path}`]])
  }
  for (const length of [2001, 8_000]) {
    const cells = Array.from({ length }, () => first)
    const reply = await call('admin', 'PATCH', `/plans/facets/${plan.id}`, { cells })
    expect([length, reply.status, fieldsOf(reply), reply.text.includes('2000')]).toEqual([length, 400, ['cells'], true])
  }
  expect(valueIn(await planOf('connected'), downloads.name)).toEqual(number(20))
  expect((await call('admin', 'PATCH', '/plans/facets/999999', first)).status).toBe(404)
})

test('a service is created, named, changed and deleted; one in use keeps its type, values and row', async () => {
  const body = {
    category: 'Support',
    subcategory: 'On-site visits',
    valueType: 'LIST',
    values: ['1 a year', '4 a year'],
  }
  const made = await call('admin', 'POST', '/facets', body)
  expect([made.status, made.body.name]).toEqual([201, 'facet-support-on-site-visits'])
  const path = `/facets/${made.body.id}`
  const taken = await call('admin', 'POST', '/facets', { ...body, subcategory: 'on site VISITS' })
  expect([taken.status, ...fieldsOf(taken)]).toEqual([409, 'subcategory'])
  const headers = { 'if-match': made.headers.get('etag')! }
  expect((await call('admin', 'PATCH', path, { description: 'By an engineer' }, headers)).status).toBe(200)
  expect((await call('admin', 'PATCH', path, { description: 'Two' }, headers)).status).toBe(412)
  for (const [change, field] of [
    [{ values: [] }, 'values'],
    [{ values: ['a', 'a'] }, 'values'],
    [{ minimum: 1 }, 'minimum'],
    [{ valueType: 'NUMBER' }, 'values'],
  ] as const)
    expect([change, fieldsOf(await call('admin', 'PATCH', path, change))]).toEqual([change, [field]])
  const plan = await planOf('enterprise')
  const value = { facet: { name: made.body.name }, constraintValue: { listValue: '4 a year' } }
  expect((await call('admin', 'PATCH', `/plans/facets/${plan.id}`, value)).status).toBe(200)
  const rejected = await call('admin', 'DELETE', path)
  expect([rejected.status, rejected.body.error]).toEqual([
    409,
    'The service is held by enterprise. Clear these values first.',
  ])
  const type = await call('admin', 'PATCH', path, { valueType: 'BOOLEAN', values: [] })
  expect([type.status, type.body.code]).toEqual([409, 'service-type-in-use'])
  expect((await call('admin', 'PATCH', path, { values: ['1 a year'] })).body.code).toBe('service-values-in-use')
  expect((await call('admin', 'PATCH', path, { values: ['4 a year', '12 a year'] })).status).toBe(200)
  await call('admin', 'PATCH', `/plans/facets/${plan.id}`, { ...value, constraintValue: null })
  expect((await call('admin', 'DELETE', path)).status).toBe(204)
  const [users] = rowsOf(await call('admin', 'GET', '/facets'), 'facets').filter(({ isLimit }) => isLimit)
  expect((await call('admin', 'DELETE', `/facets/${users!.id}`)).body.code).toBe('service-is-limit')
})

test('the value type of a service that is held changes with a conversion, which is previewed and recorded', async () => {
  const made = await call('admin', 'POST', '/facets', { category: 'Data', subcategory: 'Kept', valueType: 'NUMBER' })
  const facet = { name: made.body.name }
  const path = `/facets/${made.body.id}`
  const held = { connected: number(7), essentials: number(90), enterprise: { isInfinity: true } }
  for (const [name, constraintValue] of Object.entries(held))
    await call('admin', 'PATCH', `/plans/facets/${(await planOf(name)).id}`, { facet, constraintValue })
  const [blue] = rowsOf(await call('admin', 'GET', '/customer/plans?account=blue'), 'plans')
  const overrides = [{ facet, constraintValue: number(30) }]
  expect((await call('admin', 'PATCH', `/customer/plans/${blue!.id}`, { overrides })).status).toBe(200)
  const wanted = { valueType: 'LIST', values: ['7 days', '90 days', '∞'] }
  expect((await call('admin', 'PATCH', path, wanted)).body.code).toBe('service-type-in-use')
  const preview = async (body: object, as: Member = 'admin') => call(as, 'POST', `${path}/conversion`, body)
  const infinite = { isInfinity: true, numberValue: Number.MAX_SAFE_INTEGER }
  const expected = [
    { holder: 'connected', ofAccount: false, before: number(7), after: { listValue: '7 days' } },
    { holder: 'essentials', ofAccount: false, before: number(90), after: { listValue: '90 days' } },
    { holder: 'enterprise', ofAccount: false, before: infinite, after: { listValue: '∞' } },
    { holder: 'blue', ofAccount: true, before: number(30), after: null },
  ]
  expect(rowsOf(await preview(wanted), 'values')).toEqual(expected)
  expect(valueIn(await planOf('connected'), String(facet.name))).toEqual(number(7))
  expect((await preview(wanted, 'csm')).status).toBe(403)
  expect(fieldsOf(await preview({ valueType: 'LIST' }))).toEqual(['values'])
  const [limit] = rowsOf(await call('admin', 'GET', '/facets'), 'facets').filter(({ isLimit }) => isLimit)
  const ofLimit = await call('admin', 'POST', `/facets/${limit!.id}/conversion`, { valueType: 'BOOLEAN' })
  expect(ofLimit.body.code).toBe('service-is-limit')
  const headers = { 'if-match': made.headers.get('etag')! }
  const changed = await call('admin', 'PATCH', path, { ...wanted, convertsValues: true }, headers)
  expect([changed.status, changed.body]).toEqual([200, expect.objectContaining(wanted)])
  for (const { holder, after } of expected.slice(0, 3))
    expect([holder, valueIn(await planOf(holder), String(facet.name))]).toEqual([holder, after])
  const history = rowsOf(await call('admin', 'GET', `/customer/plans/${blue!.id}/history`), 'changes')
  expect(history[0]!.changes).toEqual({ [String(facet.name)]: [number(30), null] })
  // Back to numbers, then to yes and no; both from what is stored.
  const rest = (body: object) => call('admin', 'PATCH', path, { convertsValues: true, values: [], ...body })
  expect((await rest({ valueType: 'NUMBER', maximum: 80 })).status).toBe(200)
  expect([
    valueIn(await planOf('connected'), String(facet.name)),
    valueIn(await planOf('essentials'), String(facet.name)),
  ]).toEqual([number(7), undefined])
  const none = { facet, constraintValue: number(0) }
  expect((await call('admin', 'PATCH', `/plans/facets/${(await planOf('essentials')).id}`, none)).status).toBe(200)
  expect((await rest({ valueType: 'BOOLEAN', maximum: null })).status).toBe(200)
  expect(valueIn(await planOf('enterprise'), String(facet.name))).toEqual({ booleanValue: true })
  expect(valueIn(await planOf('essentials'), String(facet.name))).toEqual({ booleanValue: false })
})
