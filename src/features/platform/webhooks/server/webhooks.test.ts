import { execFile } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Json, type Name, type SupportApp, supportApp } from '#test/support-app.ts'
import { verify } from '../snippets/verify.mjs'

type Received = { path: string; headers: Record<string, string>; body: string }

let desk: SupportApp
let endpoint: Server
let base: string
let received: Received[]
/** The response of the endpoint at a path; `stall` never responds. */
let responses: Record<string, number | 'stall'>

beforeAll(async () => {
  endpoint = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      const path = request.url!
      received.push({ path, headers: request.headers as Record<string, string>, body })
      const status = responses[path] ?? 200
      if (status !== 'stall') response.writeHead(status).end()
    })
  })
  await new Promise<void>((listening) => endpoint.listen(0, '127.0.0.1', listening))
  base = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}`
  desk = await supportApp({ PRIVATE_HOSTS: new URL(base).host })
})
beforeEach(async () => {
  received = []
  responses = {}
  await desk.portal.pool.query('delete from webhooks')
})
afterAll(async () => {
  await desk.close()
  endpoint.closeAllConnections()
  endpoint.close()
})

async function call(name: Name, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${desk.url}/api/webhooks${path}`, {
    method,
    headers: { ...desk.headersOf(name), 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: (text ? JSON.parse(text) : undefined) as Json }
}
const everyCaseEvent = ['case.created', 'case.edited', 'case.status-changed', 'case.commented', 'case.deleted']
async function webhook(path: string, events = everyCaseEvent, account = 'acme', who: Name = 'mia') {
  const { status, body } = await call(who, 'POST', `?account=${account}`, { url: `${base}${path}`, events })
  expect(status, JSON.stringify(body)).toBe(201)
  return body as unknown as { id: string; secret: string; version: number }
}
async function file(account = 'acme', name: Name = 'uma', more: object = {}): Promise<string> {
  const body = { subject: 'No light', description: 'x', priority: 'HIGH', ...more }
  return String((await desk.call(name, 'POST', `/issues?account=${account}`, body)).body.key)
}
const eventually = (assertion: () => void | Promise<void>) => vi.waitFor(assertion, { timeout: 20_000, interval: 50 })
const at = (path: string) => received.filter((one) => one.path === path)
const typesAt = (path: string) => at(path).map(({ body }) => JSON.parse(body).type as string)
/** Until the deliveries of all events are queued. */
const queued = () =>
  eventually(async () => {
    const { rows } = await desk.portal.pool.query('select from events where seq is null')
    expect(rows).toHaveLength(0)
  })
/** As if the pause after a failure were over. */
async function tryNow() {
  await desk.portal.pool.query('update webhooks set next_at = now()')
  await desk.portal.pool.query('update webhook_deliveries set next_at = now()')
  await desk.portal.pool.query(`select graphile_worker.add_job('webhooks.deliver', '{}'::json)`)
}

test('a user who manages the account’s webhooks creates one; its secret is shown once; others get 403 or 404', async () => {
  const { id, secret } = await webhook('/a')
  expect(secret).toMatch(/^whsec_/)
  expect(JSON.stringify(await call('mia', 'GET', `/${id}`))).not.toContain('whsec_')
  const { rows } = await desk.portal.pool.query('select secret from webhooks')
  expect(rows[0].secret.toString('latin1')).not.toContain(secret)
  expect((await call('uma', 'GET', '?account=acme')).status).toBe(403)
  expect((await call('uma', 'POST', '?account=acme', { url: base, events: ['case.created'] })).status).toBe(403)
  expect((await call('mia', 'POST', '?account=blue', { url: base, events: ['case.created'] })).status).toBe(404)
  expect((await call('mia', 'GET', '?account=blue')).body._embedded).toEqual({ webhooks: [] })
  const other = await webhook('/b', everyCaseEvent, 'blue', 'adam')
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['PATCH', '', { description: 'x' }],
    ['DELETE', '', undefined],
    ['POST', '/rotate', { overlapHours: 0 }],
    ['POST', '/test', undefined],
    ['GET', '/deliveries', undefined],
    ['POST', '/deliveries/1/replay', undefined],
  ] as const)
    expect((await call('mia', method, `/${other.id}${path}`, body)).status, `${method} ${path}`).toBe(404)
  for (const [url, error] of [
    ['http://example.com/', 'https://'],
    ['https://user:secret@example.com/', 'password'],
    ['https://10.0.0.1/', 'public'],
    ['https://localhost/', 'public'],
    ['javascript:alert(1)', 'https://'],
    [`https://example.com/${'x'.repeat(2000)}`, ''],
  ] as const) {
    const reply = await call('mia', 'POST', '?account=acme', { url, events: ['case.created'] })
    expect(reply.body, url).toMatchObject({ status: 400, fields: [{ path: 'url' }] })
    expect(JSON.stringify(reply.body)).toContain(error)
  }
  expect((await call('mia', 'POST', '?account=acme', { url: base, events: [] })).status).toBe(400)
  for (let count = 1; count < 20; count += 1) await webhook('/a')
  expect((await call('mia', 'POST', '?account=acme', { url: base, events: ['case.created'] })).body.code).toBe(
    'webhook-limit-reached',
  )
})

test('events of the account arrive signed, once and in order; internal, foreign and unwanted ones do not', async () => {
  const { secret } = await webhook('/all')
  await webhook('/only', ['case.commented'])
  const key = await file()
  await file('blue', 'bob')
  await file('acme', 'vera', { internal: true })
  await desk.call('uma', 'PATCH', `/issues/${key}`, { subject: 'Still no light' })
  await desk.call('uma', 'POST', `/issues/comment?issueKey=${key}`, { body: 'Please call.' })
  for (const path of ['/all', '/only']) await eventually(() => expect(typesAt(path)).toContain('case.commented'))
  expect(typesAt('/all')).toEqual(['case.created', 'case.edited', 'case.commented'])
  expect(typesAt('/only')).toEqual(['case.commented'])
  const [first] = at('/all')
  expect(JSON.parse(first!.body).data).toMatchObject({ key, account: 'acme', priority: 'HIGH' })
  expect(received.map(({ body }) => body).join()).not.toContain('Please call.')
  expect(new Set(at('/all').map(({ headers }) => headers['webhook-id'])).size).toBe(3)
  for (const { headers, body } of at('/all')) expect(verify(headers, body, secret)).toBe(true)
})

test('the snippets for Node, Python and shell accept a real delivery, and no changed, late or forged one', async () => {
  const { id, secret } = await webhook('/verify')
  await call('mia', 'POST', `/${id}/test`)
  await eventually(() => expect(at('/verify')).toHaveLength(1))
  const { headers, body } = at('/verify')[0]!
  const old = { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 301) }
  const cases: [Record<string, string>, string, string, boolean][] = [
    [headers, body, secret, true],
    [headers, body.replace('acme', 'blue'), secret, false],
    [old, body, secret, false],
    [{ ...headers, 'webhook-id': 'message_2' }, body, secret, false],
    [headers, body, `whsec_${Buffer.alloc(32).toString('base64')}`, false],
  ]
  for (const [sent, text, key, accepted] of cases) {
    expect(verify(sent, text, key)).toBe(accepted)
    expect(await inPython(sent, text, key)).toBe(accepted)
    expect(await inShell(sent, text, key)).toBe(accepted)
  }
})

test('a failing endpoint is retried with the same message, in order, and holds up no other', async () => {
  responses = { '/down': 500, '/stalled': 'stall' }
  const down = await webhook('/down')
  for (let count = 0; count < 3; count += 1) await webhook('/stalled')
  await webhook('/up')
  const key = await file()
  await desk.call('uma', 'PATCH', `/issues/${key}`, { subject: 'Still no light' })
  await eventually(() => expect(typesAt('/up')).toEqual(['case.created', 'case.edited']))
  expect(typesAt('/down')).toEqual(['case.created'])
  expect((await call('mia', 'GET', `/${down.id}`)).body).toMatchObject({
    waiting: 2,
    lastError: 'it responded with status 500',
  })
  responses = {}
  await tryNow()
  await eventually(() => expect(typesAt('/down')).toEqual(['case.created', 'case.created', 'case.edited']))
  const [one, again] = at('/down')
  expect(again!.headers['webhook-id']).toBe(one!.headers['webhook-id'])
  await eventually(async () => {
    const { body } = await call('mia', 'GET', `/${down.id}`)
    expect(body).toMatchObject({ waiting: 0, lastError: null, failingSince: null })
  })
})

test('a message that the endpoint rejects waits alone', async () => {
  const { id } = await webhook('/picky')
  responses = { '/picky': 422 }
  await file()
  await eventually(() => expect(at('/picky')).toHaveLength(1))
  responses = {}
  const key = await file()
  await eventually(() => expect(at('/picky')).toHaveLength(2))
  expect(JSON.parse(at('/picky')[1]!.body).data.key).toBe(key)
  await eventually(async () => {
    const waiting = await call('mia', 'GET', `/${id}/deliveries?state=WAITING`)
    expect((waiting.body._embedded as Json).deliveries).toMatchObject([{ status: 422, attempts: 1 }])
  })
})

test('after a day of failures it is paused and its creator notified; resumed, what waited is sent in order', async () => {
  responses = { '/gone': 503 }
  const { id } = await webhook('/gone')
  await file()
  await eventually(() => expect(at('/gone')).toHaveLength(1))
  await eventually(async () => expect((await call('mia', 'GET', `/${id}`)).body.failingSince).not.toBeNull())
  await desk.portal.pool.query(`update webhooks set failing_since = now() - interval '25 hours'`)
  await tryNow()
  await eventually(async () =>
    expect((await call('mia', 'GET', `/${id}`)).body).toMatchObject({
      state: 'PAUSED',
      pausedBy: 'FAILURES',
      waiting: 1,
    }),
  )
  const mails = await desk.portal.pool.query(`select subject from mail_outbox where recipient = 'mia@desk.example'`)
  expect(mails.rows).toEqual([{ subject: `Webhook paused: ${base}/gone` }])
  expect((await call('mia', 'POST', `/${id}/test`)).body.code).toBe('webhook-paused')
  const key = await file()
  await queued()
  // It waited for longer than a message is tried.
  await desk.portal.pool.query(`update webhook_deliveries set created_at = created_at - interval '3 days'`)
  responses = { '/gone': 500 }
  expect((await call('mia', 'PATCH', `/${id}`, { state: 'ACTIVE' })).body).toMatchObject({
    state: 'ACTIVE',
    pausedBy: null,
    waiting: 2,
  })
  await eventually(async () => expect((await call('mia', 'GET', `/${id}`)).body.failingSince).not.toBeNull())
  responses = {}
  await tryNow()
  await eventually(async () => expect((await call('mia', 'GET', `/${id}`)).body.waiting).toBe(0))
  const log = (await call('mia', 'GET', `/${id}/deliveries`)).body._embedded as Json
  expect(log.deliveries).toMatchObject([{ state: 'DELIVERED' }, { state: 'DELIVERED' }])
  expect(JSON.parse(at('/gone').at(-1)!.body).data.key).toBe(key)
  const tries = at('/gone').length
  const replayed = await call('mia', 'POST', `/${id}/deliveries/${log.deliveries![0]!.id}/replay`)
  expect(replayed).toMatchObject({ status: 200, body: { state: 'WAITING', replay: true } })
  await eventually(() => expect(at('/gone')).toHaveLength(tries + 1))
  expect(new Set(at('/gone').map(({ headers }) => headers['webhook-id'])).size).toBe(2)
  expect((await call('mia', 'POST', `/${id}/deliveries/999999/replay`)).status).toBe(404)
})

test('what happens while a webhook is paused is sent when it is resumed, passed over by choice, and kept for days', async () => {
  const { id } = await webhook('/paused')
  const set = (body: object) => call('mia', 'PATCH', `/${id}`, body)
  await set({ state: 'PAUSED' })
  const key = await file()
  await desk.call('uma', 'PATCH', `/issues/${key}`, { subject: 'Still no light' })
  await queued()
  expect((await call('mia', 'GET', `/${id}`)).body).toMatchObject({ state: 'PAUSED', waiting: 2 })
  expect(at('/paused')).toEqual([])
  await set({ state: 'ACTIVE' })
  await eventually(() => expect(typesAt('/paused')).toEqual(['case.created', 'case.edited']))

  await set({ state: 'PAUSED' })
  await file()
  await queued()
  expect((await set({ state: 'ACTIVE', waiting: 'SKIP' })).body).toMatchObject({ state: 'ACTIVE', waiting: 0 })
  const passed = (await call('mia', 'GET', `/${id}/deliveries?state=FAILED`)).body._embedded as Json
  expect(passed.deliveries).toMatchObject([{ attempts: 0, error: 'passed over when the webhook was resumed' }])
  await call('mia', 'POST', `/${id}/deliveries/${passed.deliveries![0]!.id}/replay`)
  await eventually(() => expect(typesAt('/paused')).toEqual(['case.created', 'case.edited', 'case.created']))

  await set({ state: 'PAUSED' })
  await file()
  await queued()
  await desk.portal.pool.query(`update webhook_deliveries set created_at = now() - interval '31 days'`)
  await desk.portal.pool.query(`select graphile_worker.add_job('webhooks.sweep', '{}'::json)`)
  await eventually(async () => expect((await call('mia', 'GET', `/${id}`)).body.waiting).toBe(0))
})

test('a success ends a failure, also within the minute of the one before', async () => {
  const { id } = await webhook('/recovers')
  const state = async () => (await call('mia', 'GET', `/${id}`)).body
  await call('mia', 'POST', `/${id}/test`)
  await eventually(async () => expect((await state()).lastSuccess).not.toBeNull())
  for (const rejection of [422, 503, 404]) {
    responses = { '/recovers': rejection }
    const rejected = await call('mia', 'POST', `/${id}/test`)
    await eventually(async () => expect((await state()).failingSince).not.toBeNull())
    responses = {}
    // A user who tries again after the repair does not wait for the pause after the failure.
    await call('mia', 'POST', `/${id}/deliveries/${rejected.body.id}/replay`)
    await eventually(async () =>
      expect(await state()).toMatchObject({ failingSince: null, lastError: null, waiting: 0 }),
    )
  }
  responses = { '/recovers': 503 }
  await call('mia', 'POST', `/${id}/test`)
  await eventually(async () => expect((await state()).failingSince).not.toBeNull())
  expect(Date.now() - Date.parse(String((await state()).failingSince))).toBeLessThan(60_000)
  expect((await state()).state).toBe('ACTIVE')
})

test('it pauses when its creator may no longer make it, and works for who resumes it', async () => {
  const { id } = await webhook('/left')
  await desk.portal.pool.query(`update users set state = 'suspended' where email = 'mia@desk.example'`)
  await file()
  await eventually(async () =>
    expect((await call('adam', 'GET', `/${id}`)).body).toMatchObject({ state: 'PAUSED', pausedBy: 'MAKER' }),
  )
  expect(at('/left')).toEqual([])
  const resumed = await call('adam', 'PATCH', `/${id}`, { state: 'ACTIVE' })
  expect(resumed.body).toMatchObject({ state: 'ACTIVE', pausedBy: null })
  await file()
  await eventually(() => expect(at('/left')).toHaveLength(2))
  await desk.portal.pool.query(`update users set state = 'active' where email = 'mia@desk.example'`)
})

test('during a rotation both secrets sign, then the new one alone; a change needs the version', async () => {
  const made = await webhook('/rotate')
  const rotated = await call('mia', 'POST', `/${made.id}/rotate`, { overlapHours: 24 })
  const secret = String(rotated.body.secret)
  await call('mia', 'POST', `/${made.id}/test`)
  await eventually(() => expect(at('/rotate')).toHaveLength(1))
  const { headers, body } = at('/rotate')[0]!
  expect([verify(headers, body, made.secret), verify(headers, body, secret)]).toEqual([true, true])
  await desk.portal.pool.query('update webhooks set previous_until = now()')
  await call('mia', 'POST', `/${made.id}/test`)
  await eventually(() => expect(at('/rotate')).toHaveLength(2))
  const later = at('/rotate')[1]!
  expect([verify(later.headers, later.body, made.secret), verify(later.headers, later.body, secret)]).toEqual([
    false,
    true,
  ])
  const stale = { 'if-match': '"1"' }
  expect((await call('mia', 'PATCH', `/${made.id}`, { description: 'x' }, stale)).status).toBe(412)
  expect((await call('mia', 'POST', `/${made.id}/rotate`, { overlapHours: 0 }, stale)).status).toBe(412)
  expect((await call('mia', 'DELETE', `/${made.id}`, undefined, stale)).status).toBe(412)
  const edited = await call('mia', 'PATCH', `/${made.id}`, { state: 'PAUSED', events: ['case.deleted'] })
  expect(edited.body).toMatchObject({ state: 'PAUSED', pausedBy: 'USER', events: ['case.deleted'] })
  expect((await call('mia', 'DELETE', `/${made.id}`)).status).toBe(204)
  expect((await call('mia', 'GET', `/${made.id}`)).status).toBe(404)
})

const run = promisify(execFile)
const snippet = (name: string) => new URL(`../snippets/${name}`, import.meta.url).pathname

async function inPython(headers: Record<string, string>, body: string, secret: string): Promise<boolean> {
  const program = `import json, sys; sys.path.insert(0, sys.argv[1]); from verify import verify
print(verify(json.loads(sys.argv[2]), sys.argv[3].encode(), sys.argv[4]))`
  const sent = ['-B', '-c', program, snippet(''), JSON.stringify(headers), body, secret]
  return (await run('python3', sent)).stdout.trim() === 'True'
}

async function inShell(headers: Record<string, string>, body: string, secret: string): Promise<boolean> {
  const fields = [headers['webhook-id']!, headers['webhook-timestamp']!, headers['webhook-signature']!, secret]
  const running = run('sh', [snippet('verify.sh'), ...fields])
  // A late delivery is rejected before the body is read.
  running.child.stdin!.on('error', () => undefined).end(body)
  return running.then(
    () => true,
    () => false,
  )
}
