import { afterAll, beforeAll, expect, test } from 'vitest'
import { setSeats, type TestUser, userWith } from '#test/factories.ts'
import { notifiedOf } from '#test/notified.ts'
import { type Member, type UserManagementApp, userManagementApp } from '#test/user-management-app.ts'
import type { JoinRequest } from '../contract.ts'

let office: UserManagementApp
beforeAll(async () => {
  office = await userManagementApp({ env: { RATE_LIMITS: 'off' } })
  const { db } = office.portal
  await db
    .updateTable('accounts')
    .set({ domains: ['people.example'] })
    .where('id', '=', office.acme.id)
    .execute()
})
afterAll(() => office.close())

/** A user who can sign in and has no role. */
async function newUser(): Promise<TestUser> {
  const user = await userWith(office, 'USER', office.acme)
  await office.portal.db.deleteFrom('role_grants').where('user_id', '=', user.id).execute()
  return user
}
const ask = (as: TestUser, account = 'acme') => office.call(as, 'POST', `/accounts/me/join?accountName=${account}`)
const decide = (as: Member | TestUser, id: unknown, how: 'approve' | 'reject', body?: object) =>
  office.call(as, 'POST', `/accounts/join/requests/${id}/${how}`, body)
const listOf = async (as: Member, query = '') =>
  (
    (await office.call(as, 'GET', `/accounts/join/requests${query}`)).body as unknown as {
      _embedded: { requests: JoinRequest[] }
    }
  )._embedded.requests

test('a user without an account sees where to request access, requests it, joins as USER, and is notified', async () => {
  const user = await newUser()
  const mine = async () =>
    (await office.call(user, 'GET', '/accounts/me/join')).body as unknown as {
      joinable: { name: string }[]
      _embedded: { requests: JoinRequest[] }
    }
  expect((await mine()).joinable).toEqual([{ name: 'acme', displayName: 'acme' }])
  const requested = await ask(user)
  expect([requested.status, requested.body.requestStatus]).toEqual([201, 'NEW'])
  expect((await ask(user)).body.code).toBe('join-request-open')
  const notified = await office.portal.db
    .selectFrom('mail_outbox')
    .select(['recipient', 'body_text'])
    .where('subject', 'like', 'Request to join %')
    .execute()
  expect(notified.map(({ recipient }) => recipient).sort()).toEqual(
    [office.users.acmeManager.email, office.users.csm.email].sort(),
  )
  expect(notified[0]!.body_text).toContain('/account/acme/harmonicId')

  expect((await decide('acmeManager', requested.body.id, 'approve')).body).toMatchObject({ requestStatus: 'APPROVED' })
  await expect
    .poll(async () => (await office.call(user, 'GET', '/accounts/me')).body.page)
    .toMatchObject({ totalElements: 1 })
  const { userAcl } = (await office.call(user, 'GET', '/users/me')).body as unknown as {
    userAcl: { rolesByGroup: unknown }
  }
  expect(userAcl.rolesByGroup).toEqual({ acme: ['USER'] })
  expect((await mine())._embedded.requests).toMatchObject([{ requestStatus: 'APPROVED', account: 'acme' }])
  expect((await mine()).joinable).toEqual([])
  expect((await ask(user)).body.code).toBe('already-member')
})

test('an unknown account and one that does not allow the domain are rejected alike', async () => {
  const user = await newUser()
  const [missing, closed] = [await ask(user, 'nowhere'), await ask(user, 'blue')]
  expect([missing.status, missing.body.code]).toEqual([403, 'domain-not-allowed'])
  const one = { requestId: null, instance: null, decision: null }
  expect({ ...closed.body, ...one }).toEqual({ ...missing.body, ...one })
  for (const landingPage of ['https://evil.example', '//evil.example', '/signin', '/account/acme/harmonicId/../x'])
    expect(
      (
        await office.call(
          user,
          'POST',
          `/accounts/me/join?accountName=acme&landingPage=${encodeURIComponent(landingPage)}`,
        )
      ).status,
    ).toBe(400)
})

test('only those who decide for the account see the request and decide, once', async () => {
  const user = await newUser()
  const { id } = (await ask(user)).body
  for (const as of ['admin', 'manager', 'csm', 'acmeManager'] as const)
    expect([as, (await listOf(as, '?requestStatus=NEW')).map((request) => request.id)]).toEqual([as, [id]])
  const waiting = () => notifiedOf(office.portal.pool, 'join-request.created', `join-request-${id}`)
  expect(await waiting()).toEqual([office.users.acmeManager.email, office.users.csm.email].sort())
  expect(await listOf('blueManager')).toEqual([])
  expect((await decide('blueManager', id, 'approve')).status).toBe(404)
  expect((await decide('acmeUser', id, 'approve')).status).toBe(403)
  expect((await decide('staff', id, 'approve')).status).toBe(403)
  expect((await decide(user, id, 'approve')).status).toBe(403)
  const replies = await Promise.all([
    decide('acmeManager', id, 'reject', { reason: 'Not one of ours' }),
    decide('csm', id, 'reject', { reason: 'Not one of ours' }),
    decide('manager', id, 'reject', { reason: 'Not one of ours' }),
  ])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect(await waiting()).toEqual([])
  expect(await notifiedOf(office.portal.pool, 'join-request.rejected')).toEqual([user.email])
  const mail = await office.portal.db
    .selectFrom('mail_outbox')
    .select('body_text')
    .where('recipient', '=', user.email)
    .execute()
  expect(mail.map(({ body_text }) => body_text).join()).toContain('Not one of ours')
  expect((await office.call(user, 'GET', '/accounts/me')).body.page).toMatchObject({ totalElements: 0 })
  expect((await ask(user)).status).toBe(201)
})

test('where the domain may self-join users join at once, as long as there is a seat', async () => {
  const { db } = office.portal
  await db.updateTable('accounts').set({ self_join: true }).where('id', '=', office.acme.id).execute()
  const users = await Promise.all(Array.from({ length: 12 }, newUser))
  const { used } = (await office.call('admin', 'GET', '/users?account=acme')).body.seats as unknown as { used: number }
  await setSeats(office, office.acme, used + 3)
  const replies = await Promise.all(users.map((user) => ask(user)))
  expect(replies.map(({ status }) => status)).toEqual(Array(12).fill(201))
  expect(replies.filter(({ body }) => String(body.requestStatus) === 'APPROVED')).toHaveLength(3)
  const waiting = replies.find(({ body }) => String(body.requestStatus) === 'NEW')!
  const rejected = await decide('acmeManager', waiting.body.id, 'approve')
  expect([rejected.status, rejected.body.code]).toEqual([409, 'seats-taken'])
  expect((await office.call('admin', 'GET', '/users?account=acme')).body.seats).toEqual({
    used: used + 3,
    limit: used + 3,
  })
})
