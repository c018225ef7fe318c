import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startWikiFake, WIKI_SPACE, WIKI_TOKEN, type WikiFake, wikiAdapter } from '#test/connections/wiki-fake.ts'
import { type UserManagementApp, userManagementApp } from '#test/user-management-app.ts'
import type { Connection, ConnectionCall, ConnectionMessage, ConnectionMinute } from '../contract.ts'
import { connectionMonitor } from './connection-monitor.ts'
import { enqueueConnectionMessage } from './index.ts'
import { prepareGate, sharedGate } from './shared-gate.ts'

let wiki: WikiFake
let office: UserManagementApp
beforeAll(async () => {
  wiki = await startWikiFake()
  office = await userManagementApp({ env: { PRIVATE_HOSTS: wiki.host }, adapters: [wikiAdapter] })
})
afterAll(async () => {
  await office.close()
  await wiki.close()
})
beforeEach(async () => {
  wiki.mode = 'works'
  wiki.pages.length = 0
  const { db } = office.portal
  for (const table of [
    'connections',
    'connection_status',
    'connection_calls',
    'connection_minutes',
    'outbox',
    'outbox_paused',
  ] as const)
    await db.deleteFrom(table).execute()
})

const id = 'confluence:acme'
const call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  office.call('admin', method, `/connections${path}`, body, headers)
const settings = () => ({ url: wiki.url, token: WIKI_TOKEN, space: WIKI_SPACE })
const create = (more: object = {}) =>
  call('POST', '', {
    port: 'confluence',
    system: 'wiki',
    account: 'acme',
    settings: { ...settings(), ...more },
  })
const read = async () => (await call('GET', `/${id}`)).body as unknown as Connection
const listed = async <Row>(path: string, name: string) =>
  ((await call('GET', `/${id}/${path}`)).body._embedded as unknown as Record<string, Row[]>)[name]!
const messages = () => listed<ConnectionMessage>('messages', 'messages')
const post = (subject: string) =>
  office.portal.db
    .transaction()
    .execute((tx) => enqueueConnectionMessage(tx, id, { operation: 'create', content: {} }, { subject, content: {} }))
const fieldsOf = ({ body }: { body: unknown }) =>
  (body as { fields: { path: string }[] }).fields.map(({ path }) => path)

test('an adapter is offered with its fields, and becomes a connection of an account', async () => {
  const offered = (await call('GET', '/adapters')).body._embedded as unknown as { adapters: object[] }
  expect(offered.adapters).toContainEqual(
    expect.objectContaining({ port: 'confluence', system: 'wiki', name: 'Wiki', shared: false }),
  )
  const { status, body } = await create()
  expect([status, body]).toMatchObject([
    201,
    { id, state: 'INSTALLED', systemName: 'Wiki', secretsSet: ['token'], settings: { url: wiki.url, space: 'NOC' } },
  ])
  expect((await create()).body.code).toBe('connection-exists')
  const all = (await call('GET', '?account=acme&port=confluence,jira')).body._embedded as unknown as {
    connections: Connection[]
  }
  expect(all.connections).toMatchObject([{ id, account: { name: 'acme' }, address: wiki.url, waiting: 0, failed: 0 }])
})

test('a secret is in no response, event or log of calls', async () => {
  await create()
  await call('POST', `/${id}/test`)
  await expect.poll(async () => (await listed<ConnectionCall>('calls', 'calls')).length).toBe(1)
  const { rows } = await sql`select data from events where subject_id = ${id}`.execute(office.portal.db)
  const said = JSON.stringify([await call('GET', ''), await call('GET', `/${id}/calls`), await read(), rows])
  expect(said).not.toContain(WIKI_TOKEN)
  expect(said).not.toContain('query')
})

test('settings are checked against the declared fields, each error at its field', async () => {
  const wrong = await create({ url: 'http://10.0.0.1', token: '', flavour: 'own', colour: 'red' })
  expect([wrong.status, fieldsOf(wrong)]).toEqual([
    400,
    ['settings.colour', 'settings.url', 'settings.token', 'settings.flavour'],
  ])
  const other = (body: object) =>
    call('POST', '', { port: 'confluence', system: 'wiki', settings: settings(), ...body })
  expect(fieldsOf(await other({ system: 'made-up' }))).toEqual(['system'])
  expect(fieldsOf(await other({}))).toEqual(['account'])
  expect((await other({ account: 'made-up' })).status).toBe(404)
})

test('a test that succeeds starts the connection; one that fails names url, login or name', async () => {
  await create({ token: 'wrong' })
  const failed = await call('POST', `/${id}/test`)
  expect([failed.status, failed.body.code, fieldsOf(failed)]).toEqual([422, 'connection-test-failed', ['login']])
  const reason = "Wiki does not accept the portal's credential. Check its settings."
  expect(await read()).toMatchObject({ state: 'INSTALLED', failing: true, lastFailure: { text: reason } })

  await call('PATCH', `/${id}`, { settings: { token: WIKI_TOKEN, space: 'NOWHERE' } })
  expect(fieldsOf(await call('POST', `/${id}/test`))).toEqual(['name'])
  await call('PATCH', `/${id}`, { settings: { space: WIKI_SPACE } })
  expect((await call('POST', `/${id}/test`)).body).toMatchObject({ state: 'STARTED', failing: false })

  wiki.mode = 'stall'
  expect((await call('POST', `/${id}/test`)).status).toBe(408)
  expect(await read()).toMatchObject({ state: 'STARTED', failing: true, lastFailure: { fault: 'timeout' } })
})

test('the limit, what the system says is left of its quota, and the status of a failure are shown', async () => {
  await create({ token: 'wrong' })
  await call('POST', `/${id}/test`)
  const left = 1000 - wiki.requests
  await expect.poll(read).toMatchObject({
    limit: { perSecond: 100, burst: 100, left: expect.any(Number) },
    quota: { limit: 1000, left, at: expect.any(String) },
    lastFailure: { fault: 'credentials', status: 401 },
    circuitRetryAt: null,
  })
  const { limit } = await read()
  expect(limit!.left).toBeGreaterThan(0)
  expect(limit!.left).toBeLessThanOrEqual(100)
})

test('changes need the current version, keep secrets that are not given, and send none to a new address', async () => {
  const created = (await create()).body
  await call('POST', `/${id}/test`)
  const etag = { 'if-match': `"${created.version}"` }
  const changed = await call('PATCH', `/${id}`, { settings: { flavour: 'cloud' } }, etag)
  expect(changed.body).toMatchObject({ state: 'INSTALLED', settings: { flavour: 'cloud' }, secretsSet: ['token'] })
  expect((await call('PATCH', `/${id}`, { stopped: true }, etag)).status).toBe(412)
  expect((await call('POST', `/${id}/test`)).status).toBe(200)
  const moved = await call('PATCH', `/${id}`, { settings: { url: `${wiki.url}/other` } })
  expect([moved.status, fieldsOf(moved)]).toEqual([400, ['settings.token']])
  expect((await call('DELETE', `/${id}`, undefined, etag)).status).toBe(412)
  expect((await call('DELETE', `/${id}`)).status).toBe(204)
  expect((await call('GET', `/${id}`)).status).toBe(404)
})

test('a stopped connection sends nothing until it is started again', async () => {
  await create()
  expect((await call('PATCH', `/${id}`, { stopped: true })).body.state).toBe('STOPPED')
  await post('runbook')
  expect(await messages()).toMatchObject([
    { record: 'runbook', title: 'create runbook', state: 'WAITING', attempts: 0 },
  ])
  expect((await call('DELETE', `/${id}`)).body.code).toBe('connection-has-messages')
  expect(wiki.pages).toEqual([])
  await call('PATCH', `/${id}`, { stopped: false })
  await expect.poll(() => wiki.pages).toEqual(['runbook'])
  await expect.poll(async () => (await read()).state).toBe('STARTED')
})

test('dead letters are listed with their error, sent again or dropped; dropping is recorded', async () => {
  await create()
  await post('bad')
  await post('good')
  await expect.poll(async () => (await read()).failed).toBe(1)
  await expect.poll(() => wiki.pages).toEqual(['good'])
  const [dead] = await messages()
  expect(dead).toMatchObject({ state: 'FAILED', error: 'Wiki rejected: a page has a title' })
  const decide = async (what: string) => (await call('POST', `/${id}/${what}`, { itemIds: [dead!.id, '9'] })).body
  expect(await decide('retry')).toEqual({ count: 1 })
  await expect.poll(async () => (await read()).failed).toBe(1)
  expect(await decide('drop')).toEqual({ count: 1 })
  expect(await decide('drop')).toEqual({ count: 0 })
  expect(await messages()).toEqual([])
  const { rows } = await sql<{ name: string }>`
    select name from events where subject_id = ${id} and name like 'connection.messages-%' order by id`.execute(
    office.portal.db,
  )
  expect(rows.map(({ name }) => name).slice(-2)).toEqual(['connection.messages-retried', 'connection.messages-dropped'])
})

/** Calls are written a moment later: one of the test before may be among these, and is in both lists then. */
async function countedAlike(): Promise<boolean> {
  const calls = await listed<ConnectionCall>('calls', 'calls')
  const minutes = await listed<ConnectionMinute>('minutes', 'minutes')
  const failed = calls.filter(({ fault }) => fault !== null).length
  const inMinutes = minutes.map((one) => [one.succeeded, one.failed] as const)
  const sums = [0, 1].map((part) => inMinutes.reduce((sum, counts) => sum + counts[part]!, 0))
  return failed > 0 && calls.length > failed && sums[0] === calls.length - failed && sums[1] === failed
}

test('the last 100 calls are listed with path and result; a circuit that opens is shown', async () => {
  await create()
  await call('POST', `/${id}/test`)
  await expect
    .poll(() => listed<ConnectionCall>('calls', 'calls'))
    .toContainEqual(expect.objectContaining({ method: 'GET', path: '/spaces/NOC', status: 200, fault: null }))
  wiki.mode = 'failing'
  for (let number = 0; number < 6; number += 1) await post(`page-${number}`)
  await expect.poll(async () => (await read()).circuitOpenSince).toEqual(expect.any(String))
  await expect.poll(countedAlike).toBe(true)
  wiki.mode = 'works'
  for (let number = 0; number < 4; number += 1) await call('POST', `/${id}/test`)
  await sql`insert into connection_calls (connection, at, method, path, duration_ms)
    select ${id}, now(), 'GET', '/', 1 from generate_series(1, 120)`.execute(office.portal.db)
  await call('POST', `/${id}/test`)
  await expect.poll(async () => (await listed<ConnectionCall>('calls', 'calls')).length).toBe(100)
})

test('a circuit that opens and closes before either is written records both, in their order', async () => {
  // Calls of the tests before this one may still be written, to another connection.
  const quiet = 'confluence:blue'
  await call('POST', '', { port: 'confluence', system: 'wiki', account: 'blue', settings: settings() })
  const { onCircuit } = connectionMonitor(office.portal, quiet)
  const turns = async () => {
    const { rows } = await sql<{ name: string; status: string }>`
      select name, data->>'newValue' as status from events where subject_id = ${quiet} and name <> 'connection.created' order by id`.execute(
      office.portal.db,
    )
    return rows.map(({ name, status }) => `${name} ${status}`)
  }
  const [opened, closed] = ['connection.disconnected DISCONNECTED', 'connection.reconnected CONNECTED']
  // In one turn of the event loop: they are written together.
  onCircuit(true)
  onCircuit(false)
  await expect.poll(turns).toEqual([opened, closed])
  onCircuit(true)
  onCircuit(false)
  onCircuit(true)
  await expect.poll(turns).toEqual([opened, closed, opened, closed, opened])
})

test('limit and circuit are one for all processes', async () => {
  await create()
  const { db } = office.portal
  await prepareGate(db, id, { closed: true })
  const rate = { perSecond: 1, burst: 3 }
  const [first, second] = [sharedGate(db, id, rate), sharedGate(db, id, rate)]
  for (const gate of [first, second, first]) expect(await gate.acquire(0)).toBeUndefined()
  for (const gate of [first, second]) expect(await gate.acquire(0)).toMatchObject({ reason: 'limit' })
  await first.close(60_000)
  expect(await second.acquire(5_000)).toMatchObject({ reason: 'limit' })

  await sql`update connection_status set next_call_at = null where connection = ${id}`.execute(db)
  for (const gate of [first, second, first, second]) expect(await gate.report(true)).toMatchObject({ isOpen: false })
  expect(await first.report(true)).toEqual({ isOpen: true, wasOpen: false })
  expect(await second.acquire(5_000)).toMatchObject({ reason: 'circuit' })
  // The pause is over: one call of all processes tries the system, the others still wait.
  await sql`update connection_status set retry_at = now() where connection = ${id}`.execute(db)
  const tries = await Promise.all([first, second, first, second].map((gate) => gate.acquire(5_000)))
  expect(tries.filter((held) => held === undefined)).toHaveLength(1)
  expect(await second.report(false)).toEqual({ isOpen: false, wasOpen: true })
  expect(await first.acquire(5_000)).toBeUndefined()
})

test('only operators see connections', async () => {
  expect((await office.call('staff', 'GET', '/connections')).status).toBe(403)
  expect((await office.call('acmeManager', 'POST', `/connections/${id}/test`)).status).toBe(403)
})
