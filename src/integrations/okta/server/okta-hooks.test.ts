import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addJob, defineJob } from '#kit/server/job.ts'
import { FACTOR_GROUP, type OktaWorld, openOktaWorld } from '#test/directories/okta-data.ts'
import { makeAccount, type TestUser } from '#test/factories.ts'

let world: OktaWorld
beforeAll(async () => {
  world = await openOktaWorld()
})
afterAll(() => world.close())

const call = (method: string, path: string, body?: unknown) => world.office.call('admin', method, path, body)
const user = async ({ id }: TestUser) => (await call('GET', `/users/${id}`)).body
const idOf = (member: TestUser) => world.inOkta(member)!.id
const hook = () => `${world.office.url}/api/hooks/okta/okta`
const poll = () => addJob(world.office.portal.db, defineJob('directories.poll'), {})
const provider = async () => {
  const { identity_providers: all } = (await call('GET', '/authentication/idp/list')).body._embedded as unknown as {
    identity_providers: { id: string; eventsUrl: string; directory: Record<string, string | null> }[]
  }
  return all.find(({ id }) => id === 'okta')!
}
/** A read of Okta, from its beginning to its end. */
async function look(): Promise<void> {
  const askedAt = async () => (await provider()).directory.askedAt
  const before = await askedAt()
  await poll()
  await expect.poll(askedAt).not.toBe(before)
}
async function quiet(): Promise<void> {
  const { db } = world.office.portal
  const open = async () =>
    (
      await sql`select 1 from outbox where state = 'WAITING' union all select 1 from directory_events where handled_at is null`.execute(
        db,
      )
    ).rows
  await expect.poll(open).toEqual([])
}

test('the challenge of Okta is returned, and nothing else is', async () => {
  const ask = (challenge?: string) =>
    fetch(hook(), challenge ? { headers: { 'x-okta-verification-challenge': challenge } } : {})
  const response = await ask('a-word.of_Okta~1')
  expect([response.status, await response.json()]).toEqual([200, { verification: 'a-word.of_Okta~1' }])
  expect((await ask()).status).toBe(404)
  expect((await ask('<script>')).status).toBe(404)
})

test('without the secret nothing is accepted and nothing revealed, for any provider', async () => {
  const member = await world.user('ACTIVE', 'active')
  const event = world.okta.happened('user.lifecycle.suspend', idOf(member))
  const wrong = await world.sendEvents([event], 'some-other-secret-of-somebody')
  const unknown = await fetch(hook().replace(/okta$/, 'nobody'), { method: 'POST', body: '{' })
  const said = async (response: Response) => {
    const { requestId: _, instance: __, ...rest } = (await response.json()) as Record<string, unknown>
    return [response.status, rest]
  }
  expect(await said(wrong)).toEqual(await said(unknown))
  expect(wrong.status).toBe(401)
  const noted = await sql`select 1 from directory_events`.execute(world.office.portal.db)
  expect(noted.rows).toEqual([])
})

test.each([
  ['user.lifecycle.suspend', 'SUSPENDED', 'suspended'],
  ['user.lifecycle.deactivate', 'DEPROVISIONED', 'deprovisioned'],
  ['user.account.lock', 'LOCKED_OUT', 'lockedOut'],
])('%s has its effect here a moment later, by the same code as a sync', async (kind, status, state) => {
  const member = await world.user('ACTIVE', 'active')
  world.inOkta(member)!.status = status
  expect((await world.sendEvents([world.okta.happened(kind, idOf(member))])).status).toBe(204)
  await expect.poll(async () => (await user(member)).userState).toBe(state)
  world.inOkta(member)!.status = 'ACTIVE'
  await world.sendEvents([world.okta.happened('user.lifecycle.activate', idOf(member))])
  await expect.poll(async () => (await user(member)).userState).toBe('active')
  const events = await sql<{ changes: unknown }>`
    select data -> 'changes' as changes from events where name = 'user.synced' and subject_id = ${String(member.id)} order by id`.execute(
    world.office.portal.db,
  )
  expect(events.rows.map(({ changes }) => changes)).toEqual([
    { userState: ['active', state] },
    { userState: [state, 'active'] },
  ])
  expect((await provider()).directory.receivedAt).toEqual(expect.any(String))
})

test('a name changed in Okta is changed here; one changed here is not undone by other changes', async () => {
  const member = await world.user('ACTIVE', 'active')
  await world.sendEvents([world.okta.happened('user.account.unlock', idOf(member))])
  await quiet()
  expect((await user(member)).fullName).toBe('User With USER')
  await world.sendEvents([world.okta.happened('user.account.update_profile', idOf(member))])
  await expect.poll(async () => (await user(member)).fullName).toBe('Some Body')
})

test('repeated, irrelevant or invalid events are acknowledged, and no user is read for them', async () => {
  const member = await world.user('ACTIVE', 'active')
  const event = world.okta.happened('user.lifecycle.suspend', idOf(member))
  await world.sendEvents([event, event])
  await quiet()
  const before = world.okta.requests.length
  const others = [
    event,
    { ...event, uuid: 'other', eventType: 'user.session.start' },
    {
      uuid: 'stranger',
      eventType: event.eventType,
      published: event.published,
      target: [{ id: '00u-nobody', type: 'User' }],
    },
    { uuid: 7, eventType: event.eventType },
    null,
  ]
  expect((await world.sendEvents(others)).status).toBe(204)
  await quiet()
  // A read of the log runs automatically, every five minutes.
  const requested = world.okta.requests.slice(before).filter((line) => !line.startsWith('GET /api/v1/logs'))
  expect(requested).toEqual([])
  expect(world.okta.requests.filter((line) => line === `GET /api/v1/users/${idOf(member)}`)).toHaveLength(1)
})

test('a body that is no delivery is rejected', async () => {
  const headers = { authorization: 'the-secret-of-the-event-hooks', 'content-type': 'application/json' }
  for (const body of ['{}', '{"data":{"events":{}}}', 'null'])
    expect((await fetch(hook(), { method: 'POST', headers, body })).status).toBe(400)
})

test('what the hook missed comes with the next read of the log, over many pages, and once', async () => {
  await look()
  await quiet()
  const users = [await world.user('ACTIVE', 'active'), await world.user('ACTIVE', 'active')]
  for (let number = 0; number < 450; number += 1) world.okta.happened('user.account.unlock', '00u-of-the-crowd')
  for (const member of users) {
    world.inOkta(member)!.status = 'SUSPENDED'
    world.okta.happened('user.lifecycle.suspend', idOf(member))
  }
  await look()
  for (const member of users) await expect.poll(async () => (await user(member)).userState).toBe('suspended')
  await quiet()
  const reads = () => world.okta.requests.filter((line) => line.endsWith(idOf(users[0]!))).length
  const before = reads()
  await look()
  await quiet()
  expect(reads()).toBe(before)
})

test('users of an account with a required second factor are in its group in Okta, else out of it', async () => {
  const group = world.okta.groups.get(FACTOR_GROUP)!
  const member = await world.user('ACTIVE', 'active')
  const colleague = await world.user('ACTIVE', 'active')
  const demand = (account: string, enabled: boolean) =>
    call('POST', `/accounts/multifactor/${account}?enabled=${enabled}`)
  const members = () => [member, colleague].map((one) => group.has(idOf(one)))
  expect((await demand('acme', true)).status).toBe(200)
  await expect.poll(members).toEqual([true, true])
  await quiet()

  const { name } = await makeAccount(world.office, 'demanding-net')
  await demand(name, true)
  await call('POST', `/users/${member.id}/role`, { updates: [{ role: 'USER', account: name, add: true }] })
  await demand('acme', false)
  await expect.poll(members).toEqual([true, false])
  await demand(name, false)
  await expect.poll(members).toEqual([false, false])
  await quiet()
})

test('a user removed from the required group is added again, also when events arrive out of order', async () => {
  const group = world.okta.groups.get(FACTOR_GROUP)!
  const member = await world.user('ACTIVE', 'active')
  await call('POST', '/accounts/multifactor/acme?enabled=true')
  await expect.poll(() => group.has(idOf(member))).toBe(true)
  await quiet()
  group.delete(idOf(member))
  const before = world.okta.events.findLast(({ eventType }) => eventType === 'group.user_membership.add')
  for (const event of [world.okta.happened('group.user_membership.remove', idOf(member), FACTOR_GROUP), before]) {
    await world.sendEvents([event])
    await quiet()
  }
  await poll()
  await expect.poll(() => group.has(idOf(member))).toBe(true)
})

test('calls to a failing Okta pause, and that is reported; when it is back nothing was lost', async () => {
  const member = await world.user('LOCKED_OUT', 'active')
  // More than needed: a response to an earlier request would make the failures count from the beginning.
  world.proxy.faults.push(...Array.from({ length: 100 }, () => 'cut' as const))
  await call('POST', `/users/okta/sync/${member.id}`)
  await poll()
  await expect.poll(async () => (await provider()).directory.unstableSince).toEqual(expect.any(String))
  const requested = world.proxy.count()
  const again = await world.user('LOCKED_OUT', 'active')
  expect((await call('POST', `/users/okta/sync/${again.id}`)).status).toBe(200)
  await poll()
  await expect
    .poll(async () => (await provider()).directory.error)
    .toBe('Okta does not respond. Requests to it are paused for a moment.')
  expect(world.proxy.count()).toBe(requested)

  // With other settings it is another connection, without failures; calls in progress still use the old one.
  const { db } = world.office.portal
  const onTheWay = async () =>
    (await sql`select 1 from outbox where state = 'WAITING' and claimed_until is not null`.execute(db)).rows
  await expect.poll(onTheWay).toEqual([])
  world.proxy.faults.splice(0)
  await db.updateTable('identity_providers').set({ version: sql<number>`version + 1` }).execute()
  await poll()
  await expect.poll(async () => (await provider()).directory).toMatchObject({ unstableSince: null, error: null })
  for (const one of [member, again]) await expect.poll(async () => (await user(one)).userState).toBe('lockedOut')
})
