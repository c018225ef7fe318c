import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canTransition, stateActions, UserState, userTransitions } from '#features/users/users/contract.ts'
import { setSeats, type TestUser, tokenOf, userWith } from '#test/factories.ts'
import { type Member, type UserManagementApp, userManagementApp } from '#test/user-management-app.ts'

let office: UserManagementApp
beforeAll(async () => {
  office = await userManagementApp()
})
afterAll(() => office.close())

const setState = (user: TestUser, state: UserState, before: UserState | null = null) =>
  office.portal.db.updateTable('users').set({ state, state_before: before }).where('id', '=', user.id).execute()
const act = (as: Member, user: TestUser, action: string) =>
  office.call(as, 'POST', `/users/${user.id}/state`, { action })
const mailsTo = async ({ email }: TestUser) => {
  const rows = await office.portal.db
    .selectFrom('mail_outbox')
    .select(['subject', 'body_text'])
    .where('recipient', '=', email)
    .orderBy('id')
    .execute()
  return rows.map(({ subject, body_text }) => `${subject}\n${body_text}`)
}

describe('states', () => {
  test('every action from every state follows the table of transitions, or is 409', async () => {
    const user = await userWith(office, 'USER', office.acme)
    for (const state of UserState.options) {
      for (const [action, move] of Object.entries(stateActions)) {
        await setState(user, state, 'suspended')
        const { status, body } = await act('admin', user, action)
        const { to } = userTransitions[move]
        const wanted = canTransition(state, move)
          ? [200, to === 'before' ? 'suspended' : to]
          : [409, 'user-transition-not-allowed']
        expect([state, action, status, String(body.userState ?? body.code)]).toEqual([state, action, ...wanted])
      }
    }
  })

  test("reactivate applies the directory's state, from three states alone", async () => {
    const user = await userWith(office, 'USER', office.acme)
    for (const state of UserState.options) {
      await setState(user, state)
      const { status, body } = await office.call('csm', 'POST', `/users/okta/reactivate/${user.id}`)
      const wanted = canTransition(state, 'reactivate') ? [200, 'provisioned'] : [409, 'user-transition-not-allowed']
      expect([state, status, String(body.userState ?? body.code)]).toEqual([state, ...wanted])
    }
    expect((await mailsTo(user)).at(-1)).toContain('/signin/activate?token=')
    await office.portal.db.insertInto('user_passwords').values({ user_id: user.id, hash: 'x' }).execute()
    await setState(user, 'deprovisioned')
    expect((await office.call('manager', 'POST', `/users/okta/reactivate/${user.id}`)).body.userState).toBe('active')
  })

  test('a user who returns takes a seat, and is rejected where none is free', async () => {
    const user = await userWith(office, 'USER', office.blue)
    const { used } = (await office.call('admin', 'GET', '/users?account=blue')).body.seats as unknown as {
      used: number
    }
    const back = {
      deprovisioned: () => office.call('admin', 'POST', `/users/okta/reactivate/${user.id}`),
      approvedForDeletion: () => act('admin', user, 'keep'),
    }
    for (const [state, call] of Object.entries(back)) {
      await setState(user, state as UserState, 'active')
      await setSeats(office, office.blue, used - 1)
      const rejected = await call()
      expect([state, rejected.status, rejected.body.code]).toEqual([state, 409, 'seats-taken'])
      await setSeats(office, office.blue, used)
      expect([state, (await call()).status]).toEqual([state, 200])
    }
    await office.portal.db.deleteFrom('facet_overrides').execute()
  })

  test('a suspended user is signed out at once; unsuspended, they work again, but not with what they had', async () => {
    const user = await userWith(office, 'USER', office.acme)
    expect((await office.call(user, 'GET', '/users/me')).status).toBe(200)
    expect((await act('acmeManager', user, 'suspend')).status).toBe(200)
    await expect.poll(async () => (await office.call(user, 'GET', '/users/me')).status).toBe(401)
    expect((await act('acmeManager', user, 'unsuspend')).body.userState).toBe('active')
    const back = { ...user, ...(await tokenOf(office, user.id)) }
    expect((await office.call(back, 'GET', '/users/me')).body.userAcl).toMatchObject({
      groupsByRole: { USER: ['acme'] },
    })
    expect((await office.call(user, 'GET', '/users/me')).status).toBe(401)
  })

  test('users cannot suspend themselves or the last administrator', async () => {
    const { admin } = office.users
    expect((await act('admin', admin, 'suspend')).body.code).toBe('cannot-target-self')
    const second = await userWith(office, 'ADMIN')
    expect((await act('admin', second, 'suspend')).status).toBe(200)
    expect((await act('admin', second, 'unsuspend')).status).toBe(200)
    await setState(second, 'suspended')
    const third = await userWith(office, 'ADMIN')
    await setState(third, 'candidateForDeletion', 'active')
    await expect
      .poll(async () => (await office.call(third, 'POST', `/users/${admin.id}/state`, { action: 'suspend' })).body.code)
      .toBe('last-administrator')
    await office.portal.db.deleteFrom('role_grants').where('user_id', 'in', [second.id, third.id]).execute()
  })

  test("sync applies the directory's state, and keeps decisions made here", async () => {
    const user = await userWith(office, 'USER', office.acme)
    const sync = async () => (await office.call('csm', 'POST', `/users/okta/sync/${user.id}`)).body.userState
    expect(await sync()).toBe('provisioned')
    await setState(user, 'suspended')
    expect(await sync()).toBe('suspended')
  })
})

describe('editing', () => {
  test('changes the named fields, and rejects roles, states and ids as unknown', async () => {
    const url = `/users/${office.users.acmeUser.id}`
    const changed = await office.call('acmeManager', 'PATCH', url, {
      fullName: '  Uma   User ',
      managerEmail: 'Boss@acme.example',
      notificationBlocking: true,
      increaseFontSize: true,
      subscriptions: ['CASES', 'CASES'],
    })
    expect(changed.body).toMatchObject({
      fullName: 'Uma User',
      managerEmail: 'boss@acme.example',
      notificationBlocking: true,
      increaseFontSize: true,
      subscriptions: ['CASES'],
    })
    for (const body of [{ roles: ['ADMIN'] }, { userState: 'active' }, { id: '1' }, { userAcl: {} }, { version: 9 }])
      expect((await office.call('acmeManager', 'PATCH', url, body)).status).toBe(400)
    for (const fullName of ['Uma', '', ' ', `${'x'.repeat(200)} y`])
      expect((await office.call('acmeManager', 'PATCH', url, { fullName })).status).toBe(400)
  })

  test('is rejected with 412 when another user was faster', async () => {
    const url = `/users/${office.users.acmeUser.id}`
    const etag = (await office.call('acmeManager', 'GET', url)).headers.get('etag')!
    const put = (jobTitle: string) => office.call('acmeManager', 'PATCH', url, { jobTitle }, { 'if-match': etag })
    expect([(await put('Engineer')).status, (await put('Chief')).status]).toEqual([200, 412])
    const suspend = await office.call(
      'acmeManager',
      'POST',
      `${url}/state`,
      { action: 'suspend' },
      { 'if-match': etag },
    )
    expect([suspend.status, (await office.call('acmeManager', 'GET', url)).body.userState]).toEqual([412, 'active'])
  })
})

describe('who manages whom', () => {
  test('a manager the users of their account; a CSM those of assigned ones; the LIFT manager those with a LIFT deployment', async () => {
    const reset = (as: Member, user: TestUser) => office.call(as, 'POST', `/users/${user.id}/password/reset`)
    const acme = await userWith(office, 'USER', office.acme)
    const blue = await userWith(office, 'USER', office.blue)
    expect((await reset('acmeManager', blue)).status).toBe(404)
    expect((await reset('acmeUser', acme)).status).toBe(403)
    expect((await reset('csm', blue)).status).toBe(403)
    expect((await reset('staff', acme)).status).toBe(403)
    for (const as of ['acmeManager', 'csm', 'lift', 'manager', 'admin'] as const)
      expect([as, (await reset(as, acme)).status]).toEqual([as, 204])
  })

  test('not users who also belong to an account that the caller does not manage', async () => {
    const shared = await userWith(office, 'USER', office.acme)
    await office.portal.db
      .insertInto('role_grants')
      .values({ user_id: shared.id, role: 'USER', account_id: office.blue.id })
      .execute()
    expect((await act('acmeManager', shared, 'suspend')).body.code).toBe('user-out-of-scope')
    expect((await act('manager', shared, 'suspend')).status).toBe(200)
  })

  test('not users with a role that only an administrator grants', async () => {
    const central = await userWith(office, 'CENTRAL')
    expect((await act('manager', central, 'suspend')).body.code).toBe('insufficient-privilege')
    expect((await act('csm', central, 'suspend')).body.code).toBe('insufficient-privilege')
    expect((await act('admin', central, 'suspend')).status).toBe(200)
  })
})

describe('credentials', () => {
  test('a reset sends a link, blocks the user until it is used, and shows when it is overdue', async () => {
    const user = await userWith(office, 'USER', office.acme)
    const read = async () => (await office.call('acmeManager', 'GET', `/users/${user.id}`)).body
    expect((await office.call('acmeManager', 'POST', `/users/${user.id}/password/reset`)).status).toBe(204)
    expect((await mailsTo(user))[0]).toContain('/signin/reset?token=')
    expect(await read()).toMatchObject({ userState: 'recovery', resetOverdue: false })
    await sql`update one_time_links set expires_at = now() where user_id = ${user.id}`.execute(office.portal.db)
    expect(await read()).toMatchObject({ userState: 'recovery', resetOverdue: true })
  })

  test('second factors are removed, and the user is notified', async () => {
    const user = await userWith(office, 'USER', office.acme)
    const { db } = office.portal
    const totp = { user_id: user.id, secret: Buffer.from('x'), confirmed_at: new Date() }
    await db.insertInto('user_totps').values(totp).execute()
    const mfa = async () => (await office.call('acmeManager', 'GET', `/users/${user.id}`)).body.mfa
    expect(await mfa()).toBe(true)
    const reset = await office.call('acmeManager', 'POST', `/users/multifactor/reset?username=${user.email}`)
    expect([reset.status, await mfa()]).toEqual([204, false])
    expect((await mailsTo(user))[0]).toContain('authenticator')
    const foreign = `/users/multifactor/reset?username=${office.users.blueUser.email}`
    expect((await office.call('acmeManager', 'POST', foreign)).status).toBe(404)
  })

  test("for a user managed by their company's provider nothing is reset here", async () => {
    const user = await userWith(office, 'USER', office.acme)
    await office.portal.db
      .updateTable('users')
      .set({ issuer: 'https://idp.example', subject: '7' })
      .where('id', '=', user.id)
      .execute()
    const codes = [
      await office.call('admin', 'POST', `/users/${user.id}/password/reset`),
      await office.call('admin', 'POST', `/users/multifactor/reset?username=${user.email}`),
    ].map(({ status, body }) => [status, String(body.code)])
    expect(codes).toEqual([
      [409, 'managed-by-external-identity-provider'],
      [409, 'managed-by-external-identity-provider'],
    ])
  })
})

describe('tools and sessions', () => {
  test('the tools are switched by administrators, CSMs and managers alone', async () => {
    const { acmeUser } = office.users
    const set = (as: Member, enabled: boolean) =>
      office.call(as, 'POST', `/users/${acmeUser.id}/plugins`, { name: 'confluence', enabled })
    expect((await set('manager', false)).status).toBe(403)
    for (const as of ['admin', 'csm', 'acmeManager'] as const) {
      expect((await set(as, false)).body.plugins).toContainEqual({ name: 'confluence', enabled: false })
      expect((await set(as, true)).body.plugins).toContainEqual({ name: 'confluence', enabled: true })
    }
    const refresh = (query: string) => office.call('csm', 'POST', `/users/plugin/refresh${query}`)
    const first = await refresh(`?userName=${acmeUser.email}`)
    expect(first.body.plugins).toMatchObject([{ name: 'jira' }, { name: 'confluence' }, { name: 'slack' }])
    expect((await refresh(`?userName=${acmeUser.email}`)).text).toBe(first.text)
    expect((await refresh(`?userName=${acmeUser.email}&force=true`)).text).not.toBe(first.text)
  })

  test('the first refreshes of a user at the same time all return the time of the first', async () => {
    const { headers } = await userWith(office, 'HARMONIC_CSM')
    const replies = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const response = await fetch(`${office.url}/api/users/plugin/refresh`, { method: 'POST', headers })
        return [response.status, await response.text()]
      }),
    )
    expect(replies).toEqual(replies.map(() => [200, replies[0]![1]]))
  })

  test('sessions are listed and ended by users who manage the user', async () => {
    const user = await userWith(office, 'USER', office.acme)
    const hour = new Date(Date.now() + 3_600_000)
    const session = {
      user_id: user.id,
      provider_id: 'okta',
      refresh_limit: 8,
      expires_at: hour,
      ends_at: hour,
      device: 'Firefox',
    }
    await office.portal.db.insertInto('sessions').values(session).execute()
    const url = `/users/${user.id}/sessions`
    const devices = async () => (await office.call('acmeManager', 'GET', url)).text
    expect(await devices()).toContain('Firefox')
    expect((await office.call('blueManager', 'DELETE', url)).status).toBe(404)
    expect((await office.call('acmeUser', 'DELETE', url)).status).toBe(403)
    expect((await office.call('acmeManager', 'DELETE', url)).status).toBe(204)
    expect(await devices()).not.toContain('Firefox')
  })
})

test('an administrator gives a user another address, which the new mailbox confirms', async () => {
  const [user, other] = [await userWith(office, 'USER', office.acme), await userWith(office, 'USER', office.acme)]
  const next = `corrected.${user.email.split('@')[0]}@elsewhere.example`
  const give = (as: Member, email: string) => office.call(as, 'PATCH', `/users/${user.id}`, { email })
  expect((await give('admin', other.email)).body.fields).toMatchObject([{ path: 'email' }])
  expect((await give('admin', 'no address')).body.fields).toMatchObject([{ path: 'email' }])
  expect((await give('admin', user.email.toUpperCase())).status).toBe(200)
  expect(await mailsTo(user)).toEqual([])
  const asked = await give('admin', next)
  expect([asked.status, asked.body.username]).toEqual([200, user.email])
  const [mail] = await mailsTo({ ...user, email: next })
  const token = /\/signin\/email\?token=([\w-]+)/.exec(mail!)![1]!
  // Meanwhile another user has the address: nothing changes.
  const email = (id: number, to: string) =>
    office.portal.db.updateTable('users').set({ email: to }).where('id', '=', id).execute()
  await email(other.id, next)
  const confirm = () =>
    fetch(`${office.url}/signin/email`, { method: 'POST', body: new URLSearchParams({ token }), redirect: 'manual' })
  expect((await confirm()).status).toBe(404)
  await email(other.id, other.email)
  await give('admin', next)
  const again = /\/signin\/email\?token=([\w-]+)/.exec((await mailsTo({ ...user, email: next })).at(-1)!)![1]!
  const confirmed = await fetch(`${office.url}/signin/email`, {
    method: 'POST',
    body: new URLSearchParams({ token: again }),
    redirect: 'manual',
  })
  expect(confirmed.status).toBe(303)
  expect((await office.call('admin', 'GET', `/users/${user.id}`)).body.username).toBe(next)
  // Users of an identity provider have the address that it says.
  await office.portal.db
    .updateTable('users')
    .set({ issuer: 'https://id.elsewhere.example', subject: next })
    .where('id', '=', user.id)
    .execute()
  expect((await give('admin', `x.${next}`)).body.fields).toMatchObject([{ path: 'email' }])
})
