import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  ANALYTICS_TOKEN,
  type AnalyticsPlansFake,
  startAnalyticsPlansFake,
} from '#test/analytics-plans/analytics-plans-fake.ts'
import { analyticsPlansSuite, planCalls } from '#test/analytics-plans/analytics-plans-suite.ts'
import { type JudgedServer, startJudgedServer } from '#test/directories/contract-checked-server.ts'
import { type Fault, type FaultProxy, startFaultProxy } from '#test/directories/fault-proxy.ts'
import { type Prism, startPrism } from '#test/directories/prism.ts'
import { makeAccount } from '#test/factories.ts'
import { rowsOf } from '#test/support-app.ts'
import { type UserManagementApp, userManagementApp } from '#test/user-management-app.ts'

const description = fileURLToPath(new URL('../analytics-plans-api.json', import.meta.url))
const url = '/subscriptions/analytics/plans'
const CONNECTION = 'plans:shared'

/** A portal that is connected to a stateful fake: faults, then the description, then the fake. */
async function openWorld() {
  const prism: Prism = await startPrism(description)
  const fake: AnalyticsPlansFake = await startAnalyticsPlansFake()
  const judged: JudgedServer = await startJudgedServer({ judge: prism.url, target: fake.url })
  const proxy: FaultProxy = await startFaultProxy(judged.url)
  const office = await userManagementApp({
    env: { PRIVATE_HOSTS: proxy.host, PORTAL_ENVIRONMENT: 'staging', RATE_LIMITS: 'off' },
  })
  const settings = { url: `${proxy.url}/`, token: ANALYTICS_TOKEN }
  const body = { port: 'plans', system: 'analytics-plans-api', settings }
  expect((await office.call('admin', 'POST', '/connections', body)).status).toBe(201)
  return {
    office,
    fake,
    judged,
    proxy,
    async close() {
      expect(judged.calls.filter(({ wrong }) => wrong !== null)).toEqual([])
      await office.close()
      await Promise.all([proxy.close(), judged.close(), fake.close(), prism.close()])
    },
  }
}

let world: Awaited<ReturnType<typeof openWorld>>
let office: UserManagementApp
let calls: ReturnType<typeof planCalls>
beforeAll(async () => {
  world = await openWorld()
  office = world.office
  calls = planCalls(office)
})
afterAll(() => world.close())
beforeEach(async () => {
  world.proxy.faults.length = 0
  world.fake.rejected.clear()
  await office.call('admin', 'PUT', `/connections/${CONNECTION}/fault`, { fault: null })
  await office.portal.pool.query(
    'update connection_status set next_call_at = null, circuit_open_since = null, retry_at = null',
  )
})

const post = (path: string) => office.call('admin', 'POST', `${url}/${path}`)
const system = async () => (await office.call('admin', 'GET', `${url}/system`)).body
/** Has the waiting messages sent now instead of after their wait. */
async function sendNow() {
  const messages = rowsOf(await office.call('admin', 'GET', `/connections/${CONNECTION}/messages`), 'messages')
  const itemIds = messages.map(({ id }) => String(id))
  if (itemIds.length > 0) await office.call('admin', 'POST', `/connections/${CONNECTION}/retry`, { itemIds })
}
const until = (read: () => Promise<unknown>) => expect.poll(read, { timeout: 20_000 })
const synced = (account: string) => until(async () => (await calls.one(account)).state).toBe('Synced')

test('a connection that begins to work has the plans of all accounts read, page by page', async () => {
  for (const account of ['elsewhere-1', 'acme', 'elsewhere-2', 'blue', 'elsewhere-3'])
    world.fake.plans.set(account, { account, plan: 'old', services: { seats: { numberValue: 3 } } })
  expect((await office.call('admin', 'POST', `/connections/${CONNECTION}/test`)).status).toBe(200)
  await until(async () => (await calls.one('blue')).analyticsPlan).toBe('old')
  expect(await calls.one('acme')).toMatchObject({ state: 'Different', analyticsPlan: 'old', pushed: null, push: null })
  await until(async () => (await system()).reading).toBe(false)
  world.fake.plans.delete('blue')
  world.fake.plans.set('acme', { account: 'acme', plan: 'older', services: {} })
  expect((await post('refresh')).body).toMatchObject({ reading: true })
  await until(async () => (await calls.one('acme')).analyticsPlan).toBe('older')
  expect(await calls.one('blue')).toMatchObject({ analyticsPlan: null })
  await until(async () => (await system()).reading).toBe(false)
  world.fake.plans.clear()
  await post('refresh')
  await until(async () => (await calls.one('acme')).state).toBe('Synced')
  await until(async () => (await system()).reading).toBe(false)
})

analyticsPlansSuite('over HTTP', async () => ({
  office,
  isImmediate: false,
  state: { system: 'analytics-plans-api', connection: CONNECTION, read: expect.any(String) },
  held: async (account) => world.fake.plans.get(account),
  close: async () => undefined,
}))

test.each<Fault>(['busy', 'failing', 'cut', 'cut-after', 'garbled', 'stall'])(
  'a push that meets the fault %s arrives in the end',
  async (fault) => {
    const { accountId, plan } = await calls.one('acme')
    const other = plan === 'connected' ? 'essentials' : 'connected'
    await calls.edit('acme', { plan: other })
    world.proxy.faults.push(fault)
    expect((await post(`sync/${accountId}`)).status).toBe(200)
    await until(async () => {
      await sendNow()
      return (await calls.one('acme')).state
    }).toBe('Synced')
    expect(world.proxy.faults).toEqual([])
    expect(world.fake.plans.get('acme')).toMatchObject({ plan: other })
  },
)

test('a system that does not respond holds nobody up, is named, and gets the plan by itself afterwards', async () => {
  expect((await office.call('admin', 'PUT', `/connections/${CONNECTION}/fault`, { fault: 'GARBLED' })).status).toBe(200)
  await calls.edit('acme', { plan: 'enterprise' })
  const { accountId } = await calls.one('acme')
  expect((await post(`sync/${accountId}`)).body).toMatchObject({ state: 'Different', push: { state: 'WAITING' } })
  await until(async () => (await system()).failure).toBe('Analytics plans API sent a response that cannot be read.')
  expect((await calls.one('acme')).push).toMatchObject({ state: 'WAITING', error: (await system()).failure })
  await office.call('admin', 'PUT', `/connections/${CONNECTION}/fault`, { fault: null })
  await sendNow()
  await synced('acme')
  expect(await system()).toMatchObject({ waiting: 0, failed: 0, failure: null })
})

test('of a push of all, the accounts that are rejected are named, the others arrive, and it is repeated for those alone', async () => {
  const names = ['acme', 'blue', 'all-1', 'all-2', 'all-3', 'all-4']
  for (const name of names.slice(2)) await makeAccount(office, name)
  for (const name of names) await calls.edit(name, { plan: 'essentials' })
  world.fake.rejected.set('all-2', 'all-2 has no customer in analytics').set('all-4', 'all-4 is frozen')
  expect((await post('sync')).body).toEqual({ accounts: 6 })
  for (const name of ['acme', 'blue', 'all-1', 'all-3']) await synced(name)
  await until(async () => (await system()).failed).toBe(2)
  expect((await calls.list('admin', '?state=Different')).map(({ account, push }) => [account, push])).toEqual([
    [
      'all-2',
      expect.objectContaining({
        state: 'FAILED',
        error: 'Analytics plans API rejected: all-2 has no customer in analytics',
      }),
    ],
    ['all-4', expect.objectContaining({ state: 'FAILED', error: 'Analytics plans API rejected: all-4 is frozen' })],
  ])
  world.fake.rejected.clear()
  const puts = () => world.fake.requests.filter((line) => line.startsWith('PUT')).length
  const before = puts()
  expect((await post('sync')).body).toEqual({ accounts: 2 })
  for (const name of names) await synced(name)
  expect(puts()).toBe(before + 2)
  expect(await system()).toMatchObject({ waiting: 0, failed: 0 })
})

test('the newest of several pushes is what the system has in the end', async () => {
  world.fake.rejected.set('acme', 'not now')
  await calls.edit('acme', { plan: 'connected' })
  const { accountId } = await calls.one('acme')
  await post(`sync/${accountId}`)
  await until(async () => (await calls.one('acme')).push?.state).toBe('FAILED')
  world.fake.rejected.clear()
  await calls.edit('acme', { plan: 'enterprise' })
  await post(`sync/${accountId}`)
  await synced('acme')
  await sendNow()
  expect(world.fake.plans.get('acme')).toMatchObject({ plan: 'enterprise' })
  expect(await calls.one('acme')).toMatchObject({ state: 'Synced', push: null })
})

test('a wrong token is named by the test, and is never shown', async () => {
  const { body } = await office.call('admin', 'GET', `/connections/${CONNECTION}`)
  expect(JSON.stringify(body)).not.toContain(ANALYTICS_TOKEN)
  const settings = { token: 'wrong-token' }
  const saved = await office.call('admin', 'PATCH', `/connections/${CONNECTION}`, { settings }, { 'if-match': '*' })
  expect(saved.status).toBe(200)
  const tested = await office.call('admin', 'POST', `/connections/${CONNECTION}/test`)
  expect([tested.status, JSON.stringify(tested.body)]).toEqual([422, expect.stringContaining('credential')])
  expect(JSON.stringify(tested.body)).not.toContain('wrong-token')
})
