import { createECDH, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSession } from '#features/access/sessions/server/index.ts'
import { type TestUser, tokenOf, userWith } from '../factories.ts'
import { type SoftwareDesk, softwareApp } from '../software-app.ts'

let desk: SoftwareDesk
let upload: string
let deployment: number

beforeAll(async () => {
  desk = await softwareApp()
  upload = await desk.upload(await desk.bundle(), 'notes.txt', 'the notes')
  const { rows } = await sql<{
    id: number
  }>`select id from deployments where account_id = ${desk.accounts.acme.id}`.execute(desk.portal.db)
  deployment = rows[0]!.id
})
afterAll(() => desk.close())

type Answer = Record<string, string> & { id: string }
async function make(by: TestUser, path: string, body?: object, method = 'POST'): Promise<Answer> {
  const headers = { ...by.headers, ...(body ? { 'content-type': 'application/json' } : {}) }
  const response = await fetch(desk.url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  const text = await response.text()
  expect(response.ok, `${path} ${response.status} ${text}`).toBe(true)
  return (/^\s*[[{]/.test(text) ? JSON.parse(text) : { id: '', text }) as Answer
}
const answers = async (path: string, headers: Record<string, string>, init: RequestInit = {}) =>
  (await fetch(new URL(path, desk.url), { ...init, headers: { ...headers } })).status < 400
const bearer = (token: string | undefined) => ({ authorization: `Bearer ${token}` })

/** Makes the access as the user; returns a check of whether it works now. */
type Kind = (by: TestUser) => Promise<() => Promise<boolean>>

/** What works for a person alone. */
const personal: Readonly<Record<string, Kind>> = {
  async session({ id }) {
    const { token } = await desk.portal.db.transaction().execute((tx) =>
      startSession(tx, {
        user: { id, fullName: 'Lea Leaver' },
        providerId: 'test',
        amr: ['pwd'],
        refreshLimit: 8,
        address: '127.0.0.1',
        userAgent: undefined,
        requestId: 'leaver',
      }),
    )
    return () => answers('/api/users/me', { cookie: `cosp_access_token=${token}` })
  },
  async 'API token'({ id }) {
    const { headers } = await tokenOf(desk, id)
    return () => answers('/api/users/me', headers)
  },
  async 'calendar address'(by) {
    const { url } = await make(by, '/api/users/me/calendar-feeds', { name: 'Phone' })
    return () => answers(new URL(url!).pathname, {})
  },
  async 'notifications of a browser'({ id }) {
    const ecdh = createECDH('prime256v1')
    const keys = { p256dh: ecdh.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') }
    const endpoint = `https://push.example/${randomBytes(8).toString('hex')}`
    await sql`insert into push_subscriptions (user_id, endpoint, public_key, auth_secret) values (${id}, ${endpoint}, ${keys.p256dh}, ${keys.auth})`.execute(
      desk.portal.db,
    )
    return async () => {
      const { rows } = await sql`select 1 from push_subscriptions where endpoint = ${endpoint}`.execute(desk.portal.db)
      return rows.length > 0
    }
  },
}

/** What works for a machine, while a user answers for it. */
const machines: Readonly<Record<string, Kind>> = {
  async 'token of a ticket system'(by) {
    const body = { name: randomBytes(4).toString('hex'), rights: ['READ'] }
    const { token } = await make(by, '/api/ticket-exchange/tokens?account=acme', body)
    return () => answers('/tmf-api/troubleTicket/v4/troubleTicket', bearer(token))
  },
  async 'token of a deployment'(by) {
    const body = { name: randomBytes(4).toString('hex') }
    const { token } = await make(by, `/api/plugins/analytics/deployments/${deployment}/tokens`, body)
    const init = { method: 'POST', body: `modems_online 12 ${Date.now()}\n` }
    const headers = { ...bearer(token), 'content-type': 'text/plain; version=0.0.4' }
    return () => answers('/api/ingest/metrics', headers, init)
  },
  async 'credential of the registry'(by) {
    const name = `c${randomBytes(4).toString('hex')}`
    const { id } = await make(by, '/api/registry/credentials', { account: 'acme', name, days: 90 })
    const query = `account=acme&credential=${id}&decodeKey=true`
    const { username, secret } = await make(by, `/api/ecr/credentials?${query}`, undefined, 'GET')
    const authorization = `Basic ${Buffer.from(`${username}:${secret}`).toString('base64')}`
    return () => answers('/api/registry/token?service=x&scope=repository:a/b:pull', { authorization })
  },
  async 'share link'(by) {
    const { content } = await make(by, `/api/box/file/upload/${upload}/shareable-links`, { name: 'For all', hours: 5 })
    return () => answers(new URL(content!).pathname, {})
  },
}

/** A user with all of it, who does not leave the installation without an administrator. */
async function leaver() {
  const user = await userWith(desk.app, 'ADMIN')
  await desk.portal.db
    .insertInto('role_grants')
    .values({ user_id: user.id, role: 'HARMONIC', account_id: null })
    .execute()
  const made: Record<string, () => Promise<boolean>> = {}
  for (const [kind, begin] of Object.entries({ ...personal, ...machines })) made[kind] = await begin(user)
  const working = async () => {
    const found: string[] = []
    for (const [kind, works] of Object.entries(made)) if (await works()) found.push(kind)
    return found
  }
  return { user, working }
}
const change = async (id: number, action: string) =>
  desk.call('ada', 'POST', `/api/users/${id}/state`, { action }, { 'if-match': await versionOf(id) })
async function versionOf(id: number): Promise<string> {
  return (await desk.call('ada', 'GET', `/api/users/${id}`)).headers.get('etag')!
}

const persons = Object.keys(personal)
const all = [...persons, ...Object.keys(machines)]
describe('what works for a user without a new sign-in', () => {
  test.each<
    [string, (id: number) => Promise<unknown>, readonly string[], (id: number) => Promise<unknown>, readonly string[]]
  >([
    ['suspended', (id) => change(id, 'suspend'), [], (id) => change(id, 'unsuspend'), Object.keys(machines)],
    ['deactivated', (id) => change(id, 'deactivate'), [], async () => undefined, []],
    [
      'signed out everywhere',
      (id) => desk.call('ada', 'DELETE', `/api/users/${id}/sessions`),
      Object.keys(machines),
      async () => undefined,
      Object.keys(machines),
    ],
    [
      'demoted',
      (id) => sql`delete from role_grants where user_id = ${id} and role = 'ADMIN'`.execute(desk.portal.db),
      persons,
      (id) => sql`insert into role_grants (user_id, role) values (${id}, 'ADMIN')`.execute(desk.portal.db),
      all,
    ],
  ])('%s', async (_, leave, left, comeBack, returned) => {
    const { user, working } = await leaver()
    expect(await working()).toEqual(all)
    await leave(user.id)
    await expect.poll(working, { timeout: 15_000 }).toEqual(left)
    await comeBack(user.id)
    await expect.poll(working, { timeout: 15_000 }).toEqual(returned)
  })

  test('machines of a user who left work on once a user who may do so answers for them', async () => {
    const { user, working } = await leaver()
    await change(user.id, 'suspend')
    const { body } = await desk.call('ada', 'GET', `/api/users/${user.id}/owned-items`)
    const owned = body.machineAccess as unknown as { kind: string; account: string | null }[]
    expect(owned.map(({ kind }) => kind).sort()).toEqual(['metrics', 'registry', 'share-link', 'ticket-exchange'])
    const to = String(desk.users.abel.id)
    const given = await desk.call('ada', 'POST', `/api/users/${user.id}/owned-items/transfer`, { to })
    expect([given.status, given.body]).toEqual([200, { cases: 0, watches: 0, accounts: 0, machineAccess: 4 }])
    await expect.poll(working, { timeout: 15_000 }).toEqual(Object.keys(machines))
  })

  test('staff see the sessions and tokens of a user, and end one without suspending the user', async () => {
    const user = await userWith(desk.app, 'USER', desk.accounts.acme)
    const works = { session: await personal.session!(user), token: await personal['API token']!(user) }
    const [session] = await listed(user, 'sessions')
    const [newest, first] = await listed(user, 'tokens')
    expect(JSON.stringify(newest)).not.toContain('hdt_')
    const end = (path: string, by: 'mia' | 'bob' = 'mia') => desk.call(by, 'DELETE', `/api/users/${user.id}/${path}`)
    expect((await end(`tokens/${newest!.id}`, 'bob')).status).toBe(403)
    expect((await end(`sessions/${session!.id}`)).status).toBe(204)
    expect((await end(`sessions/${session!.id}`)).status).toBe(404)
    expect((await end(`tokens/${newest!.id}`)).status).toBe(204)
    expect((await end(`tokens/${newest!.id}`)).status).toBe(404)
    await expect.poll(works.session).toBe(false)
    await expect.poll(works.token).toBe(false)
    expect(await listed(user, 'tokens')).toMatchObject([{ id: first!.id }])
    expect((await fetch(`${desk.url}/api/users/me`, { headers: user.headers })).status).toBe(200)
    const other = (await listed(desk.users.mia, 'tokens', 'ada'))[0]!
    expect((await end(`tokens/${other.id}`)).status).toBe(404)
  })
})

async function listed({ id }: TestUser, what: 'sessions' | 'tokens', by: 'mia' | 'ada' = 'mia') {
  const { body } = await desk.call(by, 'GET', `/api/users/${id}/${what}`)
  return (body._embedded as unknown as Record<string, { id: string }[]>)[what]!
}
