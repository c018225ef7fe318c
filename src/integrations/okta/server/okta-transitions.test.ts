import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hashPassword, storePassword } from '#features/users/passwords/server/index.ts'
import { noUser } from '#kit/server/events/event.ts'
import { FACTOR_GROUP, type OktaWorld, openOktaWorld } from '#test/directories/okta-data.ts'
import { userWith } from '#test/factories.ts'

let world: OktaWorld
beforeAll(async () => {
  world = await openOktaWorld()
})
beforeEach(() => speaksFor('moving.example'))
afterAll(() => world.close())

const password = 'Quiet-Harbour-77'
const call = (method: string, path: string, body?: unknown) =>
  world.office.call('admin', method, `/users/${path}`, body)
const user = async (id: number) => (await call('GET', String(id))).body
const inOkta = (email: string) => [...world.okta.users.values()].find(({ profile }) => profile.login === email)
const stored = (id: number) =>
  world.office.portal.db
    .selectFrom('users')
    .select(['issuer', 'subject', 'directory_group'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const messagesOf = async (id: number) =>
  (
    await world.office.portal.db
      .selectFrom('outbox')
      .select(['operation', 'state'])
      .where('subject', '=', String(id))
      .orderBy('id')
      .execute()
  ).map(({ operation: command, state }) => `${command} ${state}`)
const hasPassword = async (id: number) =>
  (await call('GET', `${id}/provider`)).body.ends as unknown as { password: boolean }

/** The domain that is routed to Okta; none when it is empty. */
async function speaksFor(...domains: string[]): Promise<void> {
  await world.office.portal.db.updateTable('identity_providers').set({ domains }).execute()
}

/** A user of acme who has a password here. */
async function withPassword(name: string) {
  const { id } = await userWith(world.office, 'USER', world.office.acme)
  const email = `${name}@moving.example`
  const { db } = world.office.portal
  await db.updateTable('users').set({ email }).where('id', '=', id).execute()
  const hash = await hashPassword(password)
  await db.transaction().execute((tx) => storePassword(tx, id, hash, noUser))
  return { id, email }
}

test('an unknown user is created in Okta, gets a mail for a credential, and is identified by its id', async () => {
  const { id, email } = await withPassword('nora')
  const moved = await call('POST', `${id}/provider`)
  expect(moved.body).toMatchObject({ provider: 'Okta', userState: 'active', directory: { waiting: 1, failed: 0 } })
  expect(await hasPassword(id)).toMatchObject({ password: false })
  await expect.poll(() => inOkta(email)).toMatchObject({ status: 'PROVISIONED', mails: 1 })
  await expect.poll(() => stored(id)).toMatchObject({ subject: inOkta(email)!.id })
  // Okta's state applies: there is no credential yet.
  await expect.poll(() => user(id)).toMatchObject({ userState: 'provisioned', directory: { waiting: 0 } })
})

test('a user whom Okta has already is bound, and gets no mail', async () => {
  const { id, email } = await withPassword('olga')
  const okta = world.okta.add({ login: email })
  await call('POST', `${id}/provider`)
  await expect.poll(() => stored(id)).toMatchObject({ subject: okta.id })
  expect([okta.status, okta.mails, (await user(id)).userState]).toEqual(['ACTIVE', 0, 'active'])
})

test.each([
  ['SUSPENDED', 'suspended'],
  ['DEPROVISIONED', 'deprovisioned'],
])('a user who is %s in Okta is so here by being moved: a move restores no access', async (status, state) => {
  const { id, email } = await withPassword(`is-${state}`)
  const okta = world.okta.add({ login: email, status })
  await call('POST', `${id}/provider`)
  await expect.poll(async () => (await user(id)).userState).toBe(state)
  await expect.poll(async () => (await stored(id)).subject).toBe(okta.id)
  expect([okta.status, okta.mails]).toEqual([status, 0])
})

test('back here: Okta keeps them unchanged, waiting calls are dropped, a link gives a password', async () => {
  const { id, email } = await withPassword('paul')
  const okta = world.okta.add({ login: email })
  await call('POST', `${id}/provider`)
  await expect.poll(() => stored(id)).toMatchObject({ subject: okta.id })
  await world.office.call('admin', 'POST', '/accounts/multifactor/acme?enabled=true')
  await expect.poll(() => world.okta.groups.get(FACTOR_GROUP)?.has(okta.id)).toBe(true)
  // Okta has done it; the result is stored a moment later.
  await expect.poll(async () => (await messagesOf(id)).filter((message) => message.endsWith('WAITING'))).toEqual([])
  expect((await call('DELETE', `${id}/provider`)).body.code).toBe('uses-external-provider')
  await speaksFor()
  const back = await call('DELETE', `${id}/provider`)
  expect([back.status, back.body.provider, back.body.userState]).toEqual([200, null, 'active'])
  expect(await stored(id)).toEqual({ issuer: null, subject: null, directory_group: null })
  expect(okta.status).toBe('ACTIVE')
  expect(
    (await world.office.portal.db.selectFrom('one_time_links').select('purpose').where('user_id', '=', id).execute())
      .length,
  ).toBe(1)
  // From here on the portal's own directory is used, not Okta.
  const requested = () => world.okta.requests.filter((line) => line.includes(okta.id)).length
  const before = requested()
  expect((await call('POST', `${id}/state`, { action: 'suspend' })).status).toBe(200)
  expect((await messagesOf(id)).filter((message) => !message.endsWith('DONE'))).toEqual([])
  expect(requested()).toBe(before)
  await world.office.call('admin', 'POST', '/accounts/multifactor/acme?enabled=false')
})

test('there and back while Okta is away: it gets no call about them later, and changes nothing of them', async () => {
  const { id, email } = await withPassword('rosa')
  world.proxy.meant = /rosa/
  world.proxy.faults.push('cut', 'cut', 'cut')
  await call('POST', `${id}/provider`)
  const waiting = () => world.office.call('admin', 'GET', '/connections/directory:okta/messages')
  await expect.poll(async () => (await waiting()).text).toContain('Okta cannot be reached.')
  expect(await messagesOf(id)).toEqual(['invite WAITING'])
  await speaksFor()
  expect((await call('DELETE', `${id}/provider`)).status).toBe(200)
  expect(world.proxy.faults).toEqual([])
  expect(await messagesOf(id)).toEqual(['invite DROPPED'])
  expect([inOkta(email), (await user(id)).userState]).toEqual([undefined, 'active'])
  // Once more there, now that Okta responds.
  await speaksFor('moving.example')
  await call('POST', `${id}/provider`)
  await expect.poll(() => inOkta(email)).toMatchObject({ mails: 1 })
  await expect.poll(() => stored(id)).toMatchObject({ subject: inOkta(email)!.id })
})
