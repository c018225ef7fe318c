import { execFile } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OutboundRequestBlocked } from './outbound.ts'
import { outboundFetch, requireOutside } from './outbound-fetch.ts'
import { fetchOutbound } from './outbound-stream.ts'

let server: Server
let host: string
const requested: string[] = []
/** Emits `request` for each that gets no response. */
const silent = new EventEmitter()

beforeAll(async () => {
  server = createServer((request, response) => {
    requested.push(request.url ?? '')
    if (request.url === '/large') return response.end(Buffer.alloc(2 * 1024 * 1024))
    if (request.url === '/silent') return silent.emit('request')
    if (request.url === '/away') return response.writeHead(302, { location: '/secret' }).end()
    request.pipe(response.setHeader('x-type', request.headers['content-type'] ?? ''))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  host = `127.0.0.1:${(server.address() as { port: number }).port}`
})
afterAll(() => server.close())

test('a host that the operator named is called, over http too, and its response arrives complete', async () => {
  const call = outboundFetch([host])
  const response = await call(`http://${host}/echo`, { method: 'POST', body: new URLSearchParams({ a: '1 2' }) })
  expect([response.status, await response.text(), response.headers.get('x-type')]).toEqual([
    200,
    'a=1+2',
    'application/x-www-form-urlencoded',
  ])
})

test('addresses of 8,000 characters and headers of 16,000 are sent, longer ones are not', async () => {
  const call = outboundFetch([host])
  const long = (length: number) => `http://${host}/`.padEnd(length, 'a')
  const before = requested.length
  expect((await call(long(8_000))).status).toBe(200)
  await expect(call(long(8_001))).rejects.toThrow('the address has more than 8000 characters')
  const headers = (length: number) => ({
    'accept-encoding': '',
    'x-a': 'a'.repeat(length - 'accept-encodingidentityx-a'.length),
  })
  await expect(call(`http://${host}/`, { headers: headers(16_001) })).rejects.toThrow(
    'the headers have more than 16000',
  )
  expect(requested.length - before).toBe(1)
  expect((await call(`http://${host}/`, { headers: headers(16_000) })).status).toBe(200)
})

test('the time limit and the signal of a call end it, also after a garbage collection', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const cancel = new AbortController()
  for (const [call, end, why] of [
    [outboundFetch([host], { timeoutMs: 500 }), () => {}, 'it did not respond in time'],
    [outboundFetch([host]), () => cancel.abort(), 'AbortError'],
  ] as const) {
    const asked = once(silent, 'request')
    const response = call(`http://${host}/silent`, { signal: cancel.signal }).catch((failure: Error) => failure)
    await asked
    collect()
    end()
    const failure = (await response) as OutboundRequestBlocked
    expect(`${failure.message} ${(failure.cause as Error).name}`).toContain(why)
  }
})

test('redirects are not followed, and too large a response is not read', async () => {
  const call = outboundFetch([host])
  expect((await call(`http://${host}/away`)).status).toBe(302)
  await expect(call(`http://${host}/large`)).rejects.toThrow('too much')
  expect(requested).not.toContain('/secret')
})

test.each([
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://169.254.169.254/latest',
  'https://localhost/',
  'http://sso.example/',
  'https://user:secret@sso.example/',
  'file:///etc/passwd',
  'nothing',
])('%s is rejected where no private host is named', (address) => {
  expect(() => requireOutside(address, [])).toThrow(OutboundRequestBlocked)
})

test('a name that resolves to a private address is not connected to', async () => {
  await expect(outboundFetch([])('https://localhost.:9/')).rejects.toThrow(OutboundRequestBlocked)
})

test('a connection that was made for the operator’s own host is not used for an address set in the portal', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'headend-outbound-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const made = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=localhost'
  await promisify(execFile)('openssl', ['req', ...made.split(' '), '-keyout', key, '-out', cert])
  const own = createSecureServer({ key: await readFile(key), cert: await readFile(cert) }, (_, response) =>
    response.end('own'),
  )
  await new Promise<void>((done) => own.listen(0, done))
  const address = `https://localhost:${(own.address() as { port: number }).port}/`
  const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  try {
    expect(await (await outboundFetch('anywhere')(address)).text()).toBe('own')
    // The connection returns to its agent in the next turn.
    await new Promise((done) => setImmediate(done))
    await expect(fetchOutbound(new URL(address), [])).rejects.toThrow('does not lead to a public')
  } finally {
    if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
    else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before
    own.closeAllConnections()
    own.close()
    await rm(folder, { recursive: true, force: true })
  }
})
