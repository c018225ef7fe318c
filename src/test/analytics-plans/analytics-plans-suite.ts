import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountEvents } from '#features/accounts/accounts/contract.ts'
import type { AnalyticsPlan } from '#features/subscriptions/analytics-plans/contract.ts'
import type { HeldPlan } from '#features/subscriptions/analytics-plans/server/index.ts'
import { recordEvent } from '#kit/server/events/event.ts'
import { rowsOf } from '#test/support-app.ts'
import type { Member, UserManagementApp } from '#test/user-management-app.ts'

/** A portal whose plans are pushed to an analytics system. */
export type AnalyticsPlansWorld = {
  readonly office: UserManagementApp
  /** A push arrives with its request instead of after it. */
  readonly isImmediate: boolean
  /** What the portal says of the system when nothing waits for it. */
  readonly state: object
  /** What the system itself has of an account, by name. */
  held(account: string): Promise<HeldPlan | undefined>
  close(): Promise<void>
}

const url = '/subscriptions/analytics/plans'
const users = 'facet-users-max-users'
const seats = (numberValue: number) => ({ facet: { name: users }, constraintValue: { numberValue } })

/** What a test does with the plans of the accounts of a portal. */
export function planCalls(office: UserManagementApp) {
  const list = async (as: Member, query = '') => rowsOf(await office.call(as, 'GET', `${url}${query}`), 'plans')
  return {
    list,
    one: async (account: string) => (await list('admin', `?account=${account}`))[0] as unknown as AnalyticsPlan,
    states: async (as: Member = 'admin') =>
      Object.fromEntries((await list(as)).map(({ account, state }) => [account, state])),
    async edit(account: string, body: unknown) {
      const found = await office.call('admin', 'GET', `/subscriptions/customer/plans?account=${account}`)
      const { id } = rowsOf(found, 'plans')[0]!
      expect((await office.call('admin', 'PATCH', `/subscriptions/customer/plans/${id}`, body)).status).toBe(200)
    },
  }
}

/** What users can expect of any analytics system, tested through the portal's endpoints. */
export function analyticsPlansSuite(name: string, open: () => Promise<AnalyticsPlansWorld>): void {
  describe(`the analytics system ${name}`, () => {
    let world: AnalyticsPlansWorld
    let calls: ReturnType<typeof planCalls>
    beforeAll(async () => {
      world = await open()
      calls = planCalls(world.office)
    })
    afterAll(() => world.close())

    const post = (path: string, body?: unknown, as: Member = 'admin') =>
      world.office.call(as, 'POST', `${url}/${path}`, body)
    const synced = (account: string) =>
      expect.poll(async () => (await calls.one(account)).state, { timeout: 20_000 }).toBe('Synced')
    const pushesOf = async (account: string) =>
      (
        await world.office.portal.pool.query(
          `select data -> 'changes' as changes, actor_name as by from events e join accounts a on a.id = e.account_id
           where e.name = 'subscription.analytics-plan-pushed' and a.name = $1 order by e.id`,
          [account],
        )
      ).rows

    test('a plan is different until it is pushed, and different again with each service that changes', async () => {
      await calls.edit('acme', { plan: 'essentials' })
      const before = await calls.one('acme')
      expect(before).toMatchObject({ state: 'Different', plan: 'essentials', analyticsPlan: null, pushed: null })
      expect((await post(before.accountId, { plan: 'connected' })).body.code).toBe('analytics-plan-changed')
      const pushed = await post(before.accountId, { plan: 'essentials' })
      expect(pushed.status).toBe(200)
      expect(pushed.body).toMatchObject(
        world.isImmediate
          ? { state: 'Synced', analyticsPlan: 'essentials', differences: [], push: null }
          : { state: 'Different', push: { state: 'WAITING', error: null } },
      )
      await synced('acme')
      const { numberValue } = (await world.held('acme'))!.services[users]!
      expect(await world.held('acme')).toMatchObject({ account: 'acme', plan: 'essentials' })
      await calls.edit('acme', { overrides: [seats(17)] })
      expect(await calls.one('acme')).toMatchObject({
        state: 'Different',
        differences: [{ service: users, portal: { isInfinity: false, numberValue: 17 }, analytics: { numberValue } }],
      })
      expect(await calls.list('admin', '?state=Different')).toHaveLength(1)
      expect((await post(`sync/${before.accountId}`)).status).toBe(200)
      await synced('acme')
      expect((await world.held('acme'))!.services[users]).toEqual({ isInfinity: false, numberValue: 17 })
      const after = await calls.one('acme')
      expect((await post(`sync/${before.accountId}`)).body.pushed).toBe(after.pushed)
      const by = 'User With ADMIN'
      expect(await pushesOf('acme')).toMatchObject([
        { changes: { plan: [null, 'essentials'] }, by },
        { changes: { [users]: [{ numberValue }, { numberValue: 17 }] }, by },
      ])
    })

    test('a plan without services differs from none', async () => {
      await world.office.call('admin', 'POST', '/subscriptions/plans', { name: 'Bare', pricing: 'FREE' })
      const { plan } = await calls.one('blue')
      await calls.edit('blue', { plan: 'Bare' })
      expect(await calls.one('blue')).toMatchObject({ state: 'Different', analyticsPlan: null, differences: [] })
      await calls.edit('blue', { plan })
    })

    test('a service is pushed under its name in the analytics system', async () => {
      const facets = rowsOf(await world.office.call('admin', 'GET', '/subscriptions/facets'), 'facets')
      const facet = facets.find((one) => String(one.name) === users)!
      const analyticsOverride = 'seats'
      expect(
        (await world.office.call('admin', 'PATCH', `/subscriptions/facets/${facet.id}`, { analyticsOverride })).status,
      ).toBe(200)
      expect((await calls.one('acme')).differences).toMatchObject([
        { service: users, portal: null, analytics: { numberValue: 17 } },
        { service: 'seats', portal: { numberValue: 17 }, analytics: null },
      ])
      await post(`sync/${(await calls.one('acme')).accountId}`)
      await synced('acme')
      const { services } = (await world.held('acme'))!
      expect([services.seats, services[users]]).toEqual([{ isInfinity: false, numberValue: 17 }, undefined])
    })

    test('all plans that differ are pushed in the background, each recorded once', async () => {
      await calls.edit('blue', { plan: 'connected' })
      await calls.edit('acme', { plan: 'connected' })
      const reply = await post('sync')
      expect([reply.status, reply.body]).toEqual([202, { accounts: 2 }])
      await synced('acme')
      await synced('blue')
      expect((await pushesOf('acme')).length).toBe(4)
      expect((await pushesOf('blue')).length).toBe(1)
      expect([(await world.held('acme'))!.plan, (await world.held('blue'))!.plan]).toEqual(['connected', 'connected'])
      expect((await post('sync')).body).toEqual({ accounts: 0 })
    })

    test('its state says whether it is connected, and that nothing waits', async () => {
      const { status, body } = await world.office.call('staff', 'GET', `${url}/system`)
      expect([status, body]).toEqual([200, { reading: false, waiting: 0, failed: 0, failure: null, ...world.state }])
      const refreshed = await post('refresh')
      expect([refreshed.status, refreshed.body.code]).toEqual(
        world.isImmediate ? [409, 'analytics-system-not-connected'] : [202, undefined],
      )
    })

    test('staff see the states of their accounts; only administrators push, and customers see nothing', async () => {
      const { accountId } = await calls.one('acme')
      expect(await calls.states('staff')).toEqual({ acme: 'Synced', blue: 'Synced' })
      for (const as of ['staff', 'csm'] as const)
        for (const path of ['sync', 'refresh', `sync/${accountId}`, String(accountId)])
          expect([as, path, (await post(path, { plan: null }, as)).status]).toEqual([as, path, 403])
      for (const path of [url, `${url}/system`])
        expect((await world.office.call('acmeManager', 'GET', path)).status).toBe(403)
      expect((await post('sync/999999')).status).toBe(404)
      expect((await post('999999', { plan: null })).status).toBe(404)
    })

    test('leaves nothing in the portal of an account that is erased', async () => {
      const { portal, blue } = world.office
      const stored = () =>
        portal.pool.query(
          `select account_id from analytics_plans where account_id = $1
           union all select id from outbox where subject = 'plans:shared ' || $1`,
          [blue.id],
        )
      expect((await stored()).rowCount).toBeGreaterThan(0)
      const fact = { account: blue.id, subject: blue.id }
      await recordEvent(portal.db, accountEvents.erased, { userName: 'nightly run' }, fact)
      await expect.poll(async () => (await stored()).rowCount, { timeout: 10_000 }).toBe(0)
    })
  })
}
