import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Me } from '#features/users/users/contract.ts'
import { type TestApp, testApp } from '#test/app.ts'
import type { SignedIn } from '#test/sign-in.ts'
import { makeUsers, signInAs, type Users } from '#test/users.ts'
import { openSessions } from './index.ts'

let app: TestApp
let other: TestApp
let users: Users
let tom: SignedIn

beforeAll(async () => {
  app = await testApp({ demo: true })
  other = await testApp({ demo: true, database: app.databaseUrl })
  users = await makeUsers(app.portal)
})
beforeEach(async () => {
  tom = await signInAs(app.url, users.user)
})
afterAll(async () => {
  await other.close()
  await app.close()
})

const refreshPath = '/api/users/token/refresh'
const refresh = (who: SignedIn) => who.call(refreshPath, { method: 'POST' })

test('the session cookie is host-only, HttpOnly, Lax, and only a hash of its 256 bits is stored', async () => {
  const response = await refresh(tom)
  const line = response.headers.getSetCookie().find((cookie) => cookie.startsWith('cosp_access_token='))!
  expect(line).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/)
  const token = tokenOf(line)
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  const { rows } = await sql<{ all: string }>`select string_agg(t::text, '') as all from session_tokens t`.execute(
    app.portal.db,
  )
  expect(rows[0]!.all).not.toContain(Buffer.from(token, 'base64url').toString('hex'))
  expect(rows[0]!.all).not.toContain(token)
})

test('what users change in their own session counts for their next request, before a process is notified', async () => {
  const deaf = openSessions({ ...app.portal, databaseUrl: 'postgres://none@127.0.0.1:1/none' })
  const request = { headers: { cookie: tom.cookie } }
  const { sessionId } = (await deaf.identify(request))!
  await sql`update sessions set read_only = true where id = ${sessionId}`.execute(app.portal.db)
  deaf.forget(request)
  expect((await deaf.identify(request))?.readOnly).toBe(true)
  await deaf.close()
})

test('each refresh extends the session by an hour and is counted; after the last one it is rejected, and the session runs to its end', async () => {
  let who = tom
  for (let count = 1; count <= 8; count += 1) {
    const response = await refresh(who)
    expect(await response.json()).toEqual({ expires_in: 3600, refresh_count: count })
    who = withToken(who, response)
  }
  const rejected = await refresh(who)
  expect(rejected.status).toBe(403)
  expect(await rejected.json()).toMatchObject({ code: 'session-limit-reached' })
  expect(await meOf(who)).toMatchObject({ refresh_count: 8 })
})

test('a session never lives past hours + 1 from its sign-in, however late it is refreshed', async () => {
  await age(tom, `ends_at = now() + interval '100 seconds'`)
  const { expires_in } = (await (await refresh(tom)).json()) as { expires_in: number }
  expect(expires_in).toBeLessThanOrEqual(100)
})

test('two refreshes with one token agree on its successor, and only one counts', async () => {
  const [first, second] = await Promise.all([refresh(tom), refresh(tom)])
  expect(tokenOf(first.headers.getSetCookie()[0]!)).toBe(tokenOf(second.headers.getSetCookie()[0]!))
  expect(await meOf(withToken(tom, first))).toMatchObject({ refresh_count: 1 })
  expect((await tom.call('/api/users/me')).status).toBe(200)
})

test('a token used later than 10 s after it was replaced ends the session for everyone who has it', async () => {
  const successor = withToken(tom, await refresh(tom))
  await sql`update session_tokens set replaced_at = now() - interval '11 seconds' where replaced_at is not null`.execute(
    app.portal.db,
  )
  expect(await statusSoon(tom, 401)).toBe(401)
  expect(await statusSoon(successor, 401)).toBe(401)
})

test('a session ends by itself when it is not refreshed', async () => {
  await age(tom, `expires_at = now() - interval '1 second'`)
  expect(await statusSoon(tom, 401)).toBe(401)
})

test('a write needs the XSRF token of this very session, and must not come from another site', async () => {
  const grace = await signInAs(app.url, users.otherUser)
  const forged = [
    { 'x-xsrf-token': '' },
    { 'x-xsrf-token': grace.csrf },
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
  ]
  for (const headers of forged) {
    const response = await tom.call(refreshPath, { method: 'POST', headers })
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([403, 'csrf-check-failed'])
  }
})

test('logout ends the session on every node within a second, removes the cookies and clears the browser', async () => {
  const elsewhere = {
    ...tom,
    call: (path: string) => fetch(new URL(path, other.url), { headers: { cookie: tom.cookie } }),
  }
  expect((await elsewhere.call('/api/users/me')).status).toBe(200)
  const response = await tom.call('/api/users/logout', { method: 'POST' })
  expect(response.status).toBe(204)
  expect(response.headers.get('clear-site-data')).toContain('storage')
  expect(response.headers.getSetCookie().join()).toMatch(/cosp_access_token=;.*XSRF-TOKEN=;/)
  await pause(1_000)
  expect((await elsewhere.call('/api/users/me')).status).toBe(401)
  expect((await tom.call('/api/users/me')).status).toBe(401)
})

test('GET /logout leads to the sign-in page and ends the session', async () => {
  const response = await tom.call('/logout', { redirect: 'manual' })
  expect([response.status, response.headers.get('location')]).toEqual([303, '/signin?reason=signed-out'])
  expect(await statusSoon(tom, 401)).toBe(401)
})

test('users see their own sessions and can end one; they do not see those of others', async () => {
  const phone = await signInAs(app.url, users.user)
  const rows = await sessionsOf(phone)
  expect(rows.filter(({ current }) => current)).toHaveLength(1)
  const mine = (await sessionsOf(tom)).find(({ current }) => current)!
  const grace = await signInAs(app.url, users.otherUser)
  expect((await grace.call(`/api/users/me/sessions/${mine.id}`, { method: 'DELETE' })).status).toBe(404)
  expect((await phone.call(`/api/users/me/sessions/${mine.id}`, { method: 'DELETE' })).status).toBe(204)
  expect(await statusSoon(tom, 401)).toBe(401)
  expect((await sessionsOf(phone)).map(({ id }) => id)).not.toContain(mine.id)
})

test('a lost role and a deactivated user reach every node within a second', async () => {
  const walter = await signInAs(app.url, users.parentManager)
  const atOther = () => fetch(new URL('/api/users/me', other.url), { headers: { cookie: walter.cookie } })
  const { userAcl } = (await (await atOther()).json()) as Me
  expect(userAcl.groupsByRole).toEqual({ MANAGER: ['millbrook-cable', 'vantreight-group'] })
  await app.portal.db.deleteFrom('role_grants').where('user_id', '=', users.parentManager.id).execute()
  await pause(1_000)
  expect(((await (await atOther()).json()) as Me).userAcl.groupsByRole).toEqual({})
  await app.portal.db
    .updateTable('users')
    .set({ state: 'suspended' })
    .where('id', '=', users.parentManager.id)
    .execute()
  await pause(1_000)
  expect((await atOther()).status).toBe(401)
})

test('a vendor role is held everywhere, a LIFT role only where a LIFT deployment is', async () => {
  const { db } = app.portal
  await db
    .insertInto('role_grants')
    .values({ user_id: users.rnd.id, role: 'HARMONIC_LIFT', account_id: null })
    .execute()
  const account = await db
    .selectFrom('accounts')
    .select('id')
    .where('name', '=', 'millbrook-cable')
    .executeTakeFirstOrThrow()
  const lift = { account_id: account.id, name: 'lab', version: 'cOS-CN-DOCSIS', type: 'CN-DOCSIS', stage: 'LIFT' }
  await db.insertInto('deployments').values(lift).execute()
  const { groupsByRole } = (await meOf(await signInAs(app.url, users.rnd))).userAcl
  expect(groupsByRole).toEqual({ HARMONIC_RND: ['*'], HARMONIC_LIFT: ['millbrook-cable'] })
})

async function meOf(who: SignedIn): Promise<Me> {
  return (await (await who.call('/api/users/me')).json()) as Me
}

async function sessionsOf(who: SignedIn) {
  const list = (await (await who.call('/api/users/me/sessions')).json()) as {
    _embedded: { sessions: { id: string; current: boolean }[] }
  }
  return list._embedded.sessions
}

/** The status once the change has spread: polled until it is the wanted one, for a second at most. */
async function statusSoon(who: SignedIn, wanted: number): Promise<number> {
  const until = Date.now() + 1_000
  for (;;) {
    const over = Date.now() > until
    const { status } = await who.call('/api/users/me')
    if (status === wanted || over) return status
    await pause(20)
  }
}

async function age(who: SignedIn, set: string): Promise<void> {
  const current = (await sessionsOf(who)).find((session) => session.current)!
  await sql`update sessions set ${sql.raw(set)} where id = ${current.id}`.execute(app.portal.db)
}

function tokenOf(line: string): string {
  return /cosp_access_token=([^;]+)/.exec(line)![1]!
}

function withToken(who: SignedIn, response: Response): SignedIn {
  const cookie = `cosp_access_token=${tokenOf(response.headers.getSetCookie()[0]!)}`
  const call: SignedIn['call'] = (path, init = {}) => who.call(path, { ...init, headers: { cookie, ...init.headers } })
  return { ...who, cookie, call }
}
