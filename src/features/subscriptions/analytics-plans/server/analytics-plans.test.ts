import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsOf } from '#test/support-app.ts'
import { type Member, type UserManagementApp, userManagementApp } from '#test/user-management-app.ts'

let office: UserManagementApp
beforeAll(async () => {
  office = await userManagementApp({ env: { RATE_LIMITS: 'off' } })
})
afterAll(() => office.close())

const url = '/subscriptions/analytics/plans'
const list = async (as: Member, query = '') => rowsOf(await office.call(as, 'GET', `${url}${query}`), 'plans')
const one = async (account: string) => (await list('admin', `?account=${account}`))[0]!
const states = async (as: Member = 'admin') =>
  Object.fromEntries((await list(as)).map(({ account, state }) => [account, state]))
async function edit(account: string, body: unknown) {
  const { id } = rowsOf(
    await office.call('admin', 'GET', `/subscriptions/customer/plans?account=${account}`),
    'plans',
  )[0]!
  expect((await office.call('admin', 'PATCH', `/subscriptions/customer/plans/${id}`, body)).status).toBe(200)
}
const users = 'facet-users-max-users'
const seats = (numberValue: number) => ({ facet: { name: users }, constraintValue: { numberValue } })

test('a plan is different until it is pushed, and different again with each service that changes', async () => {
  expect(await states()).toEqual({ acme: 'Synced', blue: 'Synced' })
  await edit('acme', { plan: 'essentials' })
  const before = await one('acme')
  expect(before).toMatchObject({ state: 'Different', plan: 'essentials', analyticsPlan: null, pushed: null })
  expect((await office.call('admin', 'POST', `${url}/${before.accountId}`, { plan: 'connected' })).status).toBe(409)
  const pushed = await office.call('admin', 'POST', `${url}/${before.accountId}`, { plan: 'essentials' })
  expect([pushed.status, pushed.body]).toEqual([
    200,
    expect.objectContaining({ state: 'Synced', analyticsPlan: 'essentials', differences: [] }),
  ])
  await edit('acme', { overrides: [seats(17)] })
  expect(await one('acme')).toMatchObject({
    state: 'Different',
    differences: [{ service: users, portal: { isInfinity: false, numberValue: 17 } }],
  })
  expect(await list('admin', '?state=Different')).toHaveLength(1)
  const synced = await office.call('admin', 'POST', `${url}/sync/${before.accountId}`)
  expect([synced.status, synced.body.state]).toEqual([200, 'Synced'])
  expect((await office.call('admin', 'POST', `${url}/sync/${before.accountId}`)).body.pushed).toBe(synced.body.pushed)
})

test('a service is pushed under its name in the analytics system', async () => {
  const facets = rowsOf(await office.call('admin', 'GET', '/subscriptions/facets'), 'facets')
  const facet = facets.find(({ name }) => String(name) === users)!
  const renamed = await office.call('admin', 'PATCH', `/subscriptions/facets/${facet.id}`, {
    analyticsOverride: 'seats',
  })
  expect(renamed.status).toBe(200)
  expect((await one('acme')).differences).toMatchObject([
    { service: users, portal: null, analytics: { numberValue: 17 } },
    { service: 'seats', portal: { numberValue: 17 }, analytics: null },
  ])
})

test('all plans that differ are pushed in the background, each recorded once', async () => {
  await edit('blue', { plan: 'connected' })
  const reply = await office.call('admin', 'POST', `${url}/sync`)
  expect([reply.status, reply.body]).toEqual([202, { accounts: 2 }])
  await expect.poll(() => states()).toEqual({ acme: 'Synced', blue: 'Synced' })
  const { rows } = await office.portal.pool.query<{ account: string; count: number }>(
    `select a.name as account, count(*)::int as count from events e join accounts a on a.id = e.account_id
     where e.name = 'subscription.analytics-plan-pushed' group by 1 order by 1`,
  )
  expect(rows).toEqual([
    { account: 'acme', count: 3 },
    { account: 'blue', count: 1 },
  ])
  expect((await office.call('admin', 'POST', `${url}/sync`)).body).toEqual({ accounts: 0 })
})

test('staff see the states of their accounts; only administrators push, and customers see nothing', async () => {
  const { accountId } = await one('acme')
  expect(await states('staff')).toEqual({ acme: 'Synced', blue: 'Synced' })
  for (const as of ['staff', 'csm'] as const)
    for (const path of ['sync', `sync/${accountId}`, String(accountId)])
      expect([as, path, (await office.call(as, 'POST', `${url}/${path}`, { plan: null })).status]).toEqual([
        as,
        path,
        403,
      ])
  expect((await office.call('acmeManager', 'GET', url)).status).toBe(403)
  for (const path of ['sync/999999', '999999'])
    expect(
      (await office.call('admin', 'POST', `${url}/${path}`, path === '999999' ? { plan: null } : undefined)).status,
    ).toBe(404)
})
