import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Circuit } from './circuit.ts'
import { localGate } from './gate.ts'
import type { IntegrationError } from './vendor-error.ts'
import { integrationFetch } from './vendor-fetch.ts'
import { vendorRegistry } from './vendor-metrics.ts'

const SECRET = 'the-token-of-the-portal'
let server: Server
let host: string
let responses: ((request: IncomingMessage, response: ServerResponse) => void)[]
let requested: string[]
let logged: string[]

beforeEach(async () => {
  responses = []
  requested = []
  logged = []
  server = createServer((request, response) => {
    requested.push(`${request.method} ${request.url}`)
    const reply = responses.shift() ?? ok
    reply(request, response)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const json =
  (status: number, body: string, headers = {}) =>
  (_: IncomingMessage, response: ServerResponse) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
const ok = json(200, '{"all":"well"}')
const cut = (request: IncomingMessage) => void request.socket.destroy()
const stall = () => undefined

function call(method: string, path: string, { privateHosts = [host], timeoutMs = 60_000 } = {}): Promise<Response> {
  const send = integrationFetch({
    name: 'Acme',
    authorize: (headers) => headers.set('authorization', `Bearer ${SECRET}`),
    explain: (body) => ({ code: (body as { code: string }).code, text: (body as { said: string }).said }),
    rate: { perSecond: 1000, burst: 2 },
    privateHosts,
    timeoutMs,
    log: pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) }),
  })
  return send(new Request(`http://${host}${path}`, { method, ...(method === 'POST' ? { body: '{}' } : {}) }))
}
const fails = (method: string, path = '/thing', options = {}): Promise<IntegrationError> =>
  call(method, path, options).then(
    () => Promise.reject(new Error('it did not fail')),
    (failure: IntegrationError) => failure,
  )

test('what is too long for the other side is not sent, and not retried', async () => {
  const failure = await fails('GET', `/people?filter=${'a'.repeat(8_000)}`)
  expect([failure.fault, failure.message, requested]).toEqual([
    'rejected',
    'Acme cannot be called: the address has more than 8000 characters.',
    [],
  ])
})

test.each([
  ['GET', [cut, json(503, '{}'), ok]],
  ['GET', [json(200, '{"all":'), json(429, '{}', { 'retry-after': '0' }), ok]],
  ['DELETE', [json(502, '{}'), json(504, '{}'), ok]],
  ['POST', [json(429, '{}', { 'retry-after': '0' }), json(503, '{}', { 'retry-after': '0' }), ok]],
])('%s is tried three times where that does no harm', async (method, faults) => {
  responses.push(...faults)
  expect(await (await call(method, '/thing')).json()).toEqual({ all: 'well' })
  expect(requested).toHaveLength(3)
})

test.each([
  ['unreachable', cut, 'Acme cannot be reached.'],
  ['timeout', stall, 'Acme did not respond within 1 seconds.'],
  ['failing', json(503, '{}', { 'x-rate-limit-reset': '1' }), 'Acme has trouble of its own (status 503).'],
] as const)('a POST that may have been carried out is not repeated: %s', async (fault, response, message) => {
  responses.push(response)
  const options = fault === 'timeout' ? { timeoutMs: 1_000 } : {}
  expect(await fails('POST', '/thing', options)).toMatchObject({ fault, message, mayPass: true })
  expect(requested).toHaveLength(1)
})

test.each([
  ['credentials', 401, "Acme does not accept the portal's credential. Check its settings.", true],
  ['missing', 404, 'Acme does not have it: Nobody of that id.', false],
  ['rejected', 422, 'Acme rejected: Nobody of that id.', false],
] as const)("%s has a readable text, with the vendor's own", async (fault, status, message, mayPass) => {
  responses.push(json(status, '{"code":"A7","said":"Nobody of that id."}'))
  expect(await fails('GET')).toMatchObject({ fault, message, mayPass, code: 'A7' })
  expect(requested).toHaveLength(1)
})

test('a caller with a long wait gets the call back, and no other call is sent meanwhile', async () => {
  const send = integrationFetch({
    name: 'Acme',
    authorize: () => undefined,
    explain: () => ({}),
    rate: { perSecond: 100, burst: 10 },
    privateHosts: [host],
    log: pino({ level: 'silent' }),
  })
  const reset = Math.floor(Date.now() / 1000) + 600
  responses.push(json(429, '{}', { 'x-rate-limit-reset': String(reset) }))
  for (let round = 0; round < 2; round += 1) {
    const failure = await send(new Request(`http://${host}/`)).catch((caught: IntegrationError) => caught)
    expect(failure).toMatchObject({ fault: 'busy' })
    expect((failure as IntegrationError).waitMs).toBeGreaterThan(500_000)
  }
  expect(requested).toHaveLength(1)
})

test('a system that fails repeatedly is not called, callers get the error at once, and one call tries it later', async () => {
  let now = 0
  const opened: boolean[] = []
  const send = integrationFetch({
    name: 'Acme',
    authorize: () => undefined,
    explain: () => ({}),
    rate: { perSecond: 1000, burst: 100 },
    privateHosts: [host],
    gate: localGate({ perSecond: 1000, burst: 100 }, new Circuit({ now: () => now })),
    onCircuit: (isOpen) => void opened.push(isOpen),
    log: pino({ level: 'silent' }),
  })
  const post = () =>
    send(new Request(`http://${host}/`, { method: 'POST', body: '{}' })).catch((caught: IntegrationError) => caught)
  responses.push(cut, cut, cut, cut, cut)
  for (let time = 0; time < 5; time += 1) expect(await post()).toMatchObject({ fault: 'unreachable' })
  expect(await post()).toMatchObject({ fault: 'resting', waitMs: 30_000, mayPass: true })
  expect(requested).toHaveLength(5)
  expect(await vendorRegistry.metrics()).toContain('headend_integration_circuit_open{system="Acme"} 1')

  now = 30_000
  const held: (() => void)[] = []
  responses.push((request, response) => void held.push(() => ok(request, response)))
  const probe = post()
  await expect.poll(() => held).toHaveLength(1)
  expect(await post()).toMatchObject({ fault: 'resting' })
  held[0]?.()
  expect(await probe).toMatchObject({ status: 200 })
  expect(await post()).toMatchObject({ status: 200 })
  expect([requested.length, opened]).toEqual([7, [true, false]])
})

test('the secret is in no log and no message, and neither is the query string', async () => {
  responses.push(ok, json(422, JSON.stringify({ said: `the token ${SECRET} is wrong` })))
  await call('GET', '/users?filter=somebody@acme.example')
  expect((await fails('GET')).message).toBe('Acme rejected (status 422).')
  expect(logged.join()).toContain('/users')
  expect(logged.join()).not.toMatch(new RegExp(`${SECRET}|somebody`))
  expect(await vendorRegistry.metrics()).toMatch(
    /headend_integration_calls_total\{system="Acme",result="rejected"\} \d/,
  )
})

test('a private address is not called unless the operator names it', async () => {
  expect(await fails('GET', '/thing', { privateHosts: [] })).toMatchObject({ fault: 'blocked' })
  expect(requested).toEqual([])
})
