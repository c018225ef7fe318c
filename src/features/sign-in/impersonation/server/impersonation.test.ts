import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { StompClient } from '#test/live/stomp-client.ts'
import { type SignedIn, signedIn } from '#test/sign-in.ts'
import { type Json, rowsOf } from '#test/support-app.ts'
import { makeUsers, signInAs, type Users } from '#test/users.ts'

let app: TestApp
let users: Users
beforeAll(async () => {
  app = await testApp({ demo: true })
  users = await makeUsers(app.portal)
  const { db } = app.portal
  await db.updateTable('accounts').set({ csm_id: users.csm.id }).where('name', '=', 'nordfeld-kabel').execute()
  await sql`insert into deployments (account_id, name, version, type, stage)
    select id, 'nord-1', 'cOS-DOCSIS', 'DOCSIS', 'PRODUCTION' from accounts where name = 'nordfeld-kabel'`.execute(db)
})
afterAll(() => app.close())

const bodyOf = async (response: Response) => (await response.json()) as Json
const post = (by: SignedIn, path: string, json: unknown) => by.call(`/api${path}`, { method: 'POST', json })
const start = (by: SignedIn, who: keyof Users, more: { query?: string; minutes?: number; reason?: string } = {}) => {
  const { query = '', ...body } = more
  return post(by, `/users/impersonate${query}`, {
    userId: String(users[who].id),
    reason: 'NORD-2288, a missing file',
    ...body,
  })
}
/** The same browser after its cookies were replaced. */
function nowAs(response: Response): SignedIn {
  const pairs = response.headers.getSetCookie().map((line) => line.split(';')[0]!.split(/=(.*)/s))
  const cookies = new Map(pairs.map(([name, value]) => [name!, value!]))
  return signedIn(app.url, { cookies, go: () => Promise.reject(new Error('no pages here')) })
}
async function impersonate(by: 'admin' | 'tacManager' | 'csm', who: keyof Users, more = {}): Promise<SignedIn> {
  const own = await signInAs(app.url, users[by])
  const started = await start(own, who, more)
  expect([by, who, started.status]).toEqual([by, who, 200])
  return nowAs(started)
}
const me = async (who: SignedIn) => bodyOf(await who.call('/api/users/me'))

describe('who can be impersonated', () => {
  test('administrators any but administrators; TAC managers customers; CSMs their assigned customers', async () => {
    for (const [by, who, status] of [
      ['admin', 'user', 200],
      ['admin', 'engineer', 200],
      ['tacManager', 'user', 200],
      ['tacManager', 'otherUser', 200],
      ['tacManager', 'engineer', 403],
      ['csm', 'user', 200],
      ['csm', 'otherUser', 403],
      ['csm', 'engineer', 403],
      ['engineer', 'user', 403],
      ['manager', 'user', 403],
    ] as const) {
      const own = await signInAs(app.url, users[by])
      expect([by, who, (await start(own, who)).status]).toEqual([by, who, status])
    }
    const tac = await signInAs(app.url, users.tacManager)
    expect((await start(tac, 'admin')).status).toBe(403)
    expect((await bodyOf(await start(tac, 'tacManager'))).code).toBe('cannot-target-self')
  })

  test('no user who could not sign in themselves', async () => {
    const { db } = app.portal
    await db.updateTable('users').set({ state: 'suspended' }).where('id', '=', users.contractor.id).execute()
    const tac = await signInAs(app.url, users.tacManager)
    expect((await bodyOf(await start(tac, 'contractor'))).code).toBe('impersonation-inactive')
    await db.updateTable('users').set({ state: 'active' }).where('id', '=', users.contractor.id).execute()
  })

  test('only with a reason, for an hour at most, into an account of theirs, soon after sign-in', async () => {
    const tac = await signInAs(app.url, users.tacManager)
    expect((await start(tac, 'user', { reason: '  ' })).status).toBe(400)
    expect((await start(tac, 'user', { minutes: 61 })).status).toBe(400)
    expect((await bodyOf(await start(tac, 'user', { query: '?accountId=holmewick-media' }))).code).toBe(
      'impersonation-account',
    )
    await app.portal.db
      .updateTable('sessions')
      .set({ authenticated_at: new Date(Date.now() - 601_000) })
      .execute()
    await expect.poll(async () => (await bodyOf(await start(tac, 'user'))).code).toBe('reauthentication-required')
  })
})

describe('what it shows and permits', () => {
  test('exactly what the user can see and do; the bar has who, why and until when', async () => {
    const acting = await impersonate('tacManager', 'user', { query: '?accountId=nordfeld-kabel', minutes: 30 })
    const now = await me(acting)
    expect(now.username).toBe(users.user.email)
    expect(now.impersonateMode).toMatchObject({
      impersonator: { fullName: 'Samuel Adeyemi' },
      reason: 'NORD-2288, a missing file',
      readOnly: true,
    })
    const left = new Date(String(now.impersonateMode!.endsAt)).getTime() - Date.now()
    expect(left).toBeGreaterThan(25 * 60_000)
    expect(left).toBeLessThanOrEqual(30 * 60_000)
    expect((await acting.call('/api/plugins/jira/issues/comment/internal?issueKey=X-1')).status).toBe(403)
    expect((await acting.call('/api/accounts/search?name=holmewick')).status).toBe(200)
    expect(rowsOf({ body: await bodyOf(await acting.call('/api/accounts')) } as never, 'accounts')).toHaveLength(1)
  })

  test('read-only until writing is enabled, which is a separate request', async () => {
    const acting = await impersonate('tacManager', 'user')
    const change = () => acting.call('/api/users/me/settings', { method: 'PATCH', json: { keys: false } })
    expect((await bodyOf(await change())).code).toBe('read-only-session')
    const search = await post(acting, '/plugins/jira/issues/search', { filters: {} })
    expect([search.status, (await bodyOf(search))._embedded]).toEqual([200, { issues: [] }])
    expect((await post(acting, '/users/impersonate/writing', {})).status).toBe(400)
    expect((await post(acting, '/users/impersonate/writing', { confirmed: true })).status).toBe(200)
    await expect.poll(async () => (await change()).status).toBe(200)
    const { rows } = await sql<{ actor: string; behind: string }>`
      select actor_name as actor, impersonator_name as behind from events where name = 'user.settings-changed' order by id desc limit 1`.execute(
      app.portal.db,
    )
    expect(rows[0]).toEqual({ actor: 'Tom Becker', behind: 'Samuel Adeyemi' })
  })

  test('credentials, factors, roles, tokens and a second impersonation stay forbidden, even with writing', async () => {
    const acting = await impersonate('admin', 'manager')
    await post(acting, '/users/impersonate/writing', { confirmed: true })
    await expect.poll(async () => (await me(acting)).impersonateMode!.readOnly).toBe(false)
    const other = users.user.id
    const inAYear = new Date(Date.now() + 86_400_000).toISOString()
    const password = 'Lantern-17-Copper!'
    for (const [method, path, json] of [
      ['POST', '/users/me/factors/password', { currentPassword: password, newPassword: password }],
      ['POST', '/users/me/factors/totp', {}],
      ['DELETE', '/users/me/factors/totp', undefined],
      ['POST', '/users/me/factors/recovery-codes', {}],
      ['POST', '/users/me/tokens', { name: 'x', expiresAt: inAYear }],
      ['DELETE', '/users/me/tokens/1', undefined],
      ['POST', `/users/${other}/role`, { updates: [{ account: 'nordfeld-kabel', role: 'MANAGER', add: true }] }],
      ['PATCH', `/users/${other}/role`, { account: 'nordfeld-kabel', role: 'MANAGER' }],
      ['DELETE', `/users/${other}/role?account=nordfeld-kabel`, undefined],
      ['POST', `/users/${other}/password/reset`, undefined],
      ['POST', `/users/multifactor/reset?username=${users.user.email}`, undefined],
      ['POST', `/users/${other}/state`, { action: 'suspend' }],
      ['POST', '/users', { email: 'x@y.example', fullName: 'X Y', account: 'nordfeld-kabel', roles: ['USER'] }],
      ['POST', '/users/impersonate', { userId: String(other), reason: 'nested' }],
    ] as const) {
      const reply = await acting.call(`/api${path}`, { method, ...(json === undefined ? {} : { json }) })
      expect([method, path, reply.status]).toEqual([method, path, 403])
    }
  })
})

describe('the end', () => {
  test('exit restores the original session, and the other one is invalid', async () => {
    const acting = await impersonate('tacManager', 'user')
    const left = await acting.call('/api/users/impersonate', { method: 'DELETE' })
    expect(left.status).toBe(204)
    const own = nowAs(left)
    expect((await me(own)).username).toBe(users.tacManager.email)
    expect((await me(own)).impersonateMode).toBeNull()
    await expect.poll(async () => (await acting.call('/api/users/me')).status).toBe(401)
    expect((await bodyOf(await own.call('/api/users/impersonate', { method: 'DELETE' }))).code).toBe(
      'impersonation-none',
    )
  })

  test('of many started at once by one session one continues; it is ended once', async () => {
    const own = await signInAs(app.url, users.tacManager)
    const begun = await Promise.all(Array.from({ length: 30 }, () => start(own, 'user')))
    expect(begun.map(({ status }) => status)).toEqual(Array(30).fill(200))
    const acting = begun.map(nowAs)
    const alive = await Promise.all(acting.map(async (one) => (await one.call('/api/users/me')).status))
    expect(alive.filter((status) => status === 200)).toHaveLength(1)
    const leave = () => acting[alive.indexOf(200)]!.call('/api/users/impersonate', { method: 'DELETE' })
    const left = await Promise.all(Array.from({ length: 10 }, leave))
    expect(left.filter(({ status }) => status === 204)).toHaveLength(1)
  })

  test('signing out ends both', async () => {
    const own = await signInAs(app.url, users.tacManager)
    const acting = nowAs(await start(own, 'user'))
    await post(acting, '/users/logout', undefined)
    await expect.poll(async () => (await acting.call('/api/users/me')).status).toBe(401)
    await expect.poll(async () => (await own.call('/api/users/me')).status).toBe(401)
  })

  test('a user who loses the permission, or their own session, loses the impersonation at once', async () => {
    const { db } = app.portal
    const acting = await impersonate('csm', 'user')
    await db.updateTable('accounts').set({ csm_id: null }).where('name', '=', 'nordfeld-kabel').execute()
    await expect.poll(async () => (await acting.call('/api/users/me')).status).toBe(401)
    await db.updateTable('accounts').set({ csm_id: users.csm.id }).where('name', '=', 'nordfeld-kabel').execute()
  })

  test('the page is notified at start and exit; the sessions of the user are neither listed nor ended', async () => {
    const own = await signInAs(app.url, users.tacManager)
    const listen = async (cookie: string) => {
      const socket = await StompClient.connect(`${app.url.replace('http', 'ws')}/api/ws`, cookie)
      await socket.subscribe('i', '/user/topic/impersonate')
      return async (status: boolean) => {
        const isIt = (body: unknown) => JSON.parse(String(body)).status === status
        await socket.until(
          ({ headers, body }) => headers.get('destination') === '/user/topic/impersonate' && isIt(body),
        )
      }
    }
    const receivedByOwn = await listen(own.cookie)
    const tom = await signInAs(app.url, users.user)
    const acting = nowAs(await start(own, 'user'))
    await receivedByOwn(true)
    const actingSocket = await StompClient.connect(`${app.url.replace('http', 'ws')}/api/ws`, acting.cookie)
    await post(acting, '/users/impersonate/writing', { confirmed: true })
    const listed = await bodyOf(await tom.call('/api/users/me/sessions'))
    const [session] = rowsOf({ body: listed } as never, 'sessions')
    const attempts = [
      await acting.call('/api/users/me/sessions'),
      await acting.call(`/api/users/me/sessions/${session!.id}`, { method: 'DELETE' }),
    ]
    for (const attempt of attempts)
      expect([attempt.status, (await bodyOf(attempt)).code]).toEqual([403, 'not-while-impersonating'])
    expect((await tom.call('/api/users/me')).status).toBe(200)
    expect((await acting.call('/api/users/impersonate', { method: 'DELETE' })).status).toBe(204)
    await receivedByOwn(false)
    expect(await actingSocket.untilClosed()).toEqual({ code: 1008, reason: 'session-ended' })
    expect((await own.call('/api/users/me')).status).toBe(200)
  })

  test('the page is notified when the time is over, and the record shows it', async () => {
    const acting = await impersonate('tacManager', 'user')
    const socket = await StompClient.connect(`${app.url.replace('http', 'ws')}/api/ws`, acting.cookie)
    await socket.subscribe('i', '/user/topic/impersonate')
    const { db } = app.portal
    await sql`update graphile_worker._private_jobs set run_at = now() where payload::jsonb->>'session' = (select session_id::text from impersonations order by id desc limit 1)`.execute(
      db,
    )
    const notified = await socket.until(({ headers }) => headers.get('destination') === '/user/topic/impersonate')
    expect(JSON.parse(String(notified.body))).toEqual({ status: false })
    socket.websocket.terminate()
    const last = await db
      .selectFrom('impersonations')
      .select('ended_why')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(last.ended_why).toBe('expired')
  })
})

test("only the customer's manager reads who was in their account, when, why, and the number of changes", async () => {
  const acting = await impersonate('tacManager', 'user', { query: '?accountId=nordfeld-kabel' })
  await post(acting, '/users/impersonate/writing', { confirmed: true })
  await expect.poll(async () => (await me(acting)).impersonateMode!.readOnly).toBe(false)
  const filed = await post(acting, '/plugins/jira/issues?account=nordfeld-kabel', {
    subject: 'While acting',
    description: 'x',
    priority: 'LOW',
  })
  expect(filed.status).toBe(201)
  const read = async (who: keyof Users) => {
    const by = await signInAs(app.url, users[who])
    const reply = await by.call('/api/users/impersonations?account=nordfeld-kabel')
    return { status: reply.status, body: await bodyOf(reply) }
  }
  const { body } = await read('manager')
  expect(rowsOf({ body } as never, 'impersonations')[0]).toMatchObject({
    impersonator: { fullName: 'Samuel Adeyemi' },
    user: { fullName: 'Tom Becker' },
    account: 'nordfeld-kabel',
    reason: 'NORD-2288, a missing file',
    active: true,
    changes: 1,
    writingAt: expect.any(String),
  })
  expect((await read('user')).status).toBe(403)
  const foreign = await read('parentManager')
  expect(rowsOf({ body: foreign.body } as never, 'impersonations')).toEqual([])
  const audit = await (await signInAs(app.url, users.manager)).call(
    '/api/audit?account=nordfeld-kabel&action=impersonation',
  )
  expect((await audit.text()).includes('impersonation.started')).toBe(true)
})
