import { createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { signatureHeaders } from '#features/platform/webhooks/server/index.ts'
import {
  attempts,
  received,
  receiving,
  startWikiFake,
  WIKI_SPACE,
  WIKI_TOKEN,
  type WikiFake,
  wikiAdapter,
} from '#test/connections/wiki-fake.ts'
import { makeAccount } from '#test/factories.ts'
import { type UserManagementApp, userManagementApp } from '#test/user-management-app.ts'
import type { Connection, ConnectionContract, SimulatedFault } from '../contract.ts'
import { enqueueConnectionMessage } from './index.ts'

const SECRET = `whsec_${Buffer.from('a key of thirty-two bytes, no more').toString('base64')}`
let wiki: WikiFake
let raw: { server: Server; host: string; sockets: Set<Socket>; answer: (socket: Socket) => void }
let office: UserManagementApp

beforeAll(async () => {
  wiki = await startWikiFake()
  raw = await startRaw()
  const PRIVATE_HOSTS = `${wiki.host},${raw.host}`
  office = await userManagementApp({
    env: { PRIVATE_HOSTS, PORTAL_ENVIRONMENT: 'staging', RATE_LIMITS: 'off' },
    adapters: [wikiAdapter],
  })
})
afterAll(async () => {
  await office.close()
  await wiki.close()
  for (const socket of raw.sockets) socket.destroy()
  raw.server.close()
})
beforeEach(() => {
  received.length = 0
  attempts.length = 0
  wiki.pages.length = 0
})

/** A server that responds with bytes. */
async function startRaw() {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('data', () => started.answer(socket))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const host = `127.0.0.1:${(server.address() as { port: number }).port}`
  const started = { server, host, sockets, answer: (_: Socket) => undefined as unknown }
  return started as typeof raw
}

const call = (method: string, path: string, body?: unknown) => office.call('admin', method, `/connections${path}`, body)
let number = 0
/** A connection of a new account. */
async function connect(url = wiki.url): Promise<string> {
  number += 1
  const account = `trouble-${number}`
  await makeAccount(office, account)
  const settings = { url, token: WIKI_TOKEN, space: WIKI_SPACE, hookSecret: SECRET }
  const { status, body } = await call('POST', '', { port: 'confluence', system: 'wiki', account, settings })
  expect(status).toBe(201)
  return (body as unknown as Connection).id
}
const read = async (id: string) => (await call('GET', `/${id}`)).body as unknown as Connection
const contracts = async (id: string) =>
  ((await call('GET', `/${id}/contracts`)).body._embedded as unknown as { contracts: ConnectionContract[] }).contracts
const simulate = (id: string, fault: SimulatedFault | null) => call('PUT', `/${id}/fault`, { fault })
const post = (id: string, subject: string) =>
  office.portal.db
    .transaction()
    .execute((tx) => enqueueConnectionMessage(tx, id, { operation: 'create', content: {} }, { subject, content: {} }))
const send = (id: string, event: string, page: string) => {
  const body = JSON.stringify({ page })
  const headers = {
    'content-type': 'application/json',
    ...signatureHeaders({ id: event, at: Date.now(), body }, [SECRET]),
  }
  return fetch(`${office.url}/api/hooks/wiki/${id.slice('confluence:'.length)}`, { method: 'POST', headers, body })
}

/** Sends events that wait together behind the first one, which is handled when all have arrived. */
async function sendBehind(id: string, first: string, others: readonly string[]): Promise<void> {
  let release = () => {}
  receiving.held = new Promise((resolve) => {
    release = resolve
  })
  for (const page of [first, ...others]) {
    expect((await send(id, `evt-${page}`, page)).status).toBe(204)
    if (page === first) await expect.poll(() => receiving.isWaiting).toBe(true)
  }
  receiving.held = undefined
  release()
}

test('the contract check learns the shape of responses, and reports which fields changed until that is accepted', async () => {
  const id = await connect()
  const { space } = wiki
  const test = async (times: number) => {
    for (let time = 0; time < times; time += 1) expect((await call('POST', `/${id}/test`)).status).toBe(200)
  }
  await test(20)
  const operation = 'GET /spaces/{}'
  await expect.poll(() => contracts(id)).toMatchObject([{ operation, samples: 20, fields: 6, changes: [] }])
  expect(JSON.stringify(await contracts(id))).not.toMatch(/NOC|wiki\.example|2026-03-01/)

  wiki.space = { key: WIKI_SPACE, created: '01/03/2026', owner: { email: 'noc@wiki.example' }, colour: 'red' }
  await test(2)
  const changes = [
    { field: 'created', kind: 'TYPE', before: ['date'], after: ['text'] },
    { field: 'owner.id', kind: 'GONE', before: ['number'], after: [] },
  ]
  await expect.poll(() => contracts(id)).toMatchObject([{ fields: 7, changes }])
  expect(await read(id)).toMatchObject({ contractChanges: 2, failing: false })
  const { rows } = await office.portal.pool.query(
    `select data from events where subject_id = $1 and name = 'connection.contract-changed'`,
    [id],
  )
  expect(rows).toEqual([{ data: expect.objectContaining({ operation, fields: ['created', 'owner.id'] }) }])

  expect((await call('POST', `/${id}/contracts/accept`, { operations: [operation] })).body).toEqual({ count: 1 })
  await test(1)
  expect(await read(id)).toMatchObject({ contractChanges: 0 })
  wiki.space = space
  await test(1)
  expect(await read(id)).toMatchObject({ contractChanges: 0 })
  await call('PATCH', `/${id}`, { settings: { flavour: 'cloud' } })
  expect(await contracts(id)).toEqual([])
})

test('a response that lacks what the connector reads is a sentence about the field, and does not open the circuit', async () => {
  const id = await connect()
  const { space } = wiki
  wiki.space = { key: 7, owner: 'a secret value' }
  const requested = wiki.requests
  for (let time = 0; time < 6; time += 1) {
    const failed = await call('POST', `/${id}/test`)
    const text = 'Wiki responded in another form than before: key is a number instead of a text.'
    expect([failed.status, (failed.body as unknown as { error: string }).error]).toEqual([422, text])
  }
  expect(wiki.requests).toBe(requested + 6)
  await expect
    .poll(() => read(id))
    .toMatchObject({ failing: true, circuitOpenSince: null, lastFailure: { fault: 'shape' } })
  expect(JSON.stringify([await read(id), await call('GET', `/${id}/calls`)])).not.toContain('a secret value')
  wiki.space = space
  expect((await call('POST', `/${id}/test`)).status).toBe(200)
})

test.each<[SimulatedFault, number, string]>([
  ['SLOW', 408, 'Wiki did not respond within 3 seconds.'],
  ['TOO_MANY', 422, 'Wiki is asked too often just now.'],
  ['FAILING', 422, 'Wiki has trouble of its own (status 503).'],
  ['CUT', 422, 'Wiki cannot be reached.'],
  ['GARBLED', 422, 'Wiki sent a response that cannot be read.'],
])('the simulated fault %s is found by a test and ends when it is switched off', async (fault, status, text) => {
  const id = await connect()
  expect((await simulate(id, fault)).body).toMatchObject({ simulatedFault: fault })
  const failed = await call('POST', `/${id}/test`)
  expect([failed.status, (failed.body as unknown as { error: string }).error]).toEqual([status, text])
  expect(await read(id)).toMatchObject({ failing: true, lastFailure: { text } })
  expect((await simulate(id, null)).body).toMatchObject({ simulatedFault: null })
  if (fault !== 'TOO_MANY') expect((await call('POST', `/${id}/test`)).status).toBe(200)
})

test('events and messages that are doubled take effect as often as the system allows, and reordered ones newest first', async () => {
  const id = await connect()
  await simulate(id, 'DUPLICATE')
  expect((await send(id, 'evt-1', 'one')).status).toBe(204)
  await expect.poll(() => received).toEqual(['one'])
  await post(id, 'runbook')
  await expect.poll(() => wiki.pages).toEqual(['runbook', 'runbook'])

  // From the second attempt on, the connector knows that the system may have it already.
  expect(attempts).toEqual([1, 2])
  // However often it arrives, an event is stored once.
  expect((await send(id, 'evt-1', 'one')).status).toBe(204)
  const { rows } = await office.portal.pool.query('select event_id from hook_events where connection = $1', [id])
  expect(rows).toEqual([{ event_id: 'evt-1' }])

  await simulate(id, 'REORDERED')
  await sendBehind(id, 'two', ['three', 'four', 'five'])
  await expect.poll(() => received).toEqual(['one', 'two', 'five', 'four', 'three'])
  await simulate(id, null)
  received.length = 0
  await sendBehind(id, 'six', ['seven', 'eight'])
  await expect.poll(() => received).toEqual(['six', 'seven', 'eight'])
  expect(await simulate(id, 'LOUD' as SimulatedFault)).toMatchObject({ status: 400 })
})

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: '
test.each<[string, number, RegExp, (socket: Socket) => unknown]>([
  ['stalls before its headers', 408, /did not respond within 3 seconds/, () => undefined],
  ['stalls within its headers', 408, /did not respond/, (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-ty')],
  [
    'stalls within its body',
    408,
    /did not respond/,
    (socket) => socket.write(`${HEAD}application/json\r\ncontent-length: 100\r\n\r\n{"key":`),
  ],
  [
    'breaks within its body',
    422,
    /cannot be reached/,
    (socket) => socket.end(`${HEAD}application/json\r\ncontent-length: 100\r\n\r\n{"key":`),
  ],
  [
    'redirects to another address',
    422,
    /trouble of its own/,
    (socket) => socket.end('HTTP/1.1 302 Found\r\nlocation: http://10.0.0.1/\r\ncontent-length: 0\r\n\r\n'),
  ],
  ['sends HTML', 422, /cannot be read/, (socket) => socket.end(`${HEAD}text/html\r\n\r\n<html>Sign in</html>`)],
  [
    'sends text of another charset',
    422,
    /cannot be read/,
    (socket) => socket.end(Buffer.from(`${HEAD}application/json; charset=utf-16le\r\n\r\n{\0"\0a\0"\0`, 'latin1')),
  ],
  ['sends no HTTP', 422, /cannot be reached/, (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n')],
  [
    'sends a body of a gigabyte',
    422,
    /sent too much|cannot be reached/,
    (socket) => {
      socket.write(`${HEAD}application/json\r\ncontent-length: ${2 ** 30}\r\n\r\n`)
      const chunk = Buffer.alloc(1024 * 1024, ' ')
      const more = () => {
        while (!socket.destroyed && socket.write(chunk));
        if (!socket.destroyed) socket.once('drain', more)
      }
      more()
    },
  ],
  [
    'repeats the token in its error',
    422,
    /does not accept the portal's credential/,
    (socket) => {
      const body = JSON.stringify({ message: `the token ${WIKI_TOKEN} expired` })
      socket.end(`HTTP/1.1 401 No\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
    },
  ],
])('a system that %s is reported in words', async (_, status, text, response) => {
  raw.answer = response
  const id = await connect(`http://${raw.host}`)
  const failed = await call('POST', `/${id}/test`)
  expect(failed).toMatchObject({ status, body: { error: expect.stringMatching(text) } })
  expect(JSON.stringify([failed, await read(id), await call('GET', `/${id}/calls`)])).not.toContain(WIKI_TOKEN)
})

test.each([
  ['http://wiki.example.com', 'the URL must start with https://'],
  ['https://127.0.0.1', /not a public address/],
  ['https://[::ffff:10.0.0.1]', /not a public address/],
  ['https://169.254.169.254/latest/meta-data', /not a public address/],
  ['https://2130706433', /not a public address/],
  ['https://localhost:5432', /not a public address/],
  ['https://user:word@wiki.example.com', 'the address must have no credentials'],
  ['file:///etc/passwd', 'the URL must start with https://'],
  ['not an address', 'the URL must start with https://'],
])('the address %s is rejected where it is entered', async (url, message) => {
  const settings = { url, token: WIKI_TOKEN, space: WIKI_SPACE }
  const { status, body } = await call('POST', '', { port: 'confluence', system: 'wiki', account: 'acme', settings })
  expect([status, (body as unknown as { fields: object[] }).fields]).toMatchObject([
    400,
    [{ path: 'settings.url', message: expect.stringMatching(message) }],
  ])
})

test('a secret that was encrypted for another connection is not sent, and nothing of it is shown', async () => {
  const [mine, other] = [await connect(), await connect()]
  const requested = wiki.requests
  await office.portal.pool.query(
    'update connections set secrets = (select secrets from connections where id = $2), updated_at = clock_timestamp() where id = $1',
    [mine, other],
  )
  const failed = await call('POST', `/${mine}/test`)
  expect([failed.status, failed.body.code]).toEqual([422, 'connection-test-failed'])
  expect(wiki.requests).toBe(requested)
  expect((await send(mine, 'evt-swapped', 'swapped')).status).toBe(401)
  // Entered again, it works.
  expect((await call('PATCH', `/${mine}`, { settings: { token: WIKI_TOKEN } })).status).toBe(200)
  expect((await call('POST', `/${mine}/test`)).status).toBe(200)
})
