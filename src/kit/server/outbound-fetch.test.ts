import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OutboundRefused } from './outbound.ts'
import { outboundFetch, requireOutside } from './outbound-fetch.ts'

let server: Server
let host: string
const asked: string[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    if (request.url === '/large') return response.end(Buffer.alloc(2 * 1024 * 1024))
    if (request.url === '/away') return response.writeHead(302, { location: '/secret' }).end()
    request.pipe(response.setHeader('x-type', request.headers['content-type'] ?? ''))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  host = `127.0.0.1:${(server.address() as { port: number }).port}`
})
afterAll(() => server.close())

test('a host that the operator named is called, by http too, and its answer comes whole', async () => {
  const call = outboundFetch([host])
  const answer = await call(`http://${host}/echo`, { method: 'POST', body: new URLSearchParams({ a: '1 2' }) })
  expect([answer.status, await answer.text(), answer.headers.get('x-type')]).toEqual([
    200,
    'a=1+2',
    'application/x-www-form-urlencoded',
  ])
})

test('addresses of 8,000 characters and headers of 16,000 are sent, longer ones are not', async () => {
  const call = outboundFetch([host])
  const long = (length: number) => `http://${host}/`.padEnd(length, 'a')
  const before = asked.length
  expect((await call(long(8_000))).status).toBe(200)
  await expect(call(long(8_001))).rejects.toThrow('the address has more than 8000 characters')
  const headers = (length: number) => ({
    'accept-encoding': '',
    'x-a': 'a'.repeat(length - 'accept-encodingidentityx-a'.length),
  })
  await expect(call(`http://${host}/`, { headers: headers(16_001) })).rejects.toThrow(
    'the headers have more than 16000',
  )
  expect(asked.length - before).toBe(1)
  expect((await call(`http://${host}/`, { headers: headers(16_000) })).status).toBe(200)
})

test('redirects are not followed, and too much is not read', async () => {
  const call = outboundFetch([host])
  expect((await call(`http://${host}/away`)).status).toBe(302)
  await expect(call(`http://${host}/large`)).rejects.toThrow('too much')
  expect(asked).not.toContain('/secret')
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
])('%s is refused where no private host is named', (address) => {
  expect(() => requireOutside(address, [])).toThrow(OutboundRefused)
})

test('a name that leads to a private address is not connected to', async () => {
  await expect(outboundFetch([])('https://localhost.:9/')).rejects.toThrow(OutboundRefused)
})
