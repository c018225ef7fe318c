import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { makeAccount, type TestUser, userWith } from '#test/factories.ts'
import { sendRaw, statusOf } from '#test/raw-http.ts'

let app: TestApp
let admin: TestUser
const host = 'Host: portal.example\r\n'

beforeAll(async () => {
  app = await testApp()
  admin = await userWith(app, 'ADMIN', await makeAccount(app, 'transport'))
})
afterAll(() => app.close())

describe('what is not HTTP is rejected with a problem document, and the connection is closed', () => {
  test.each<[string, number, string]>([
    [
      'a length and chunks',
      400,
      `POST /signin HTTP/1.1\r\n${host}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0`,
    ],
    ['two lengths', 400, `POST /signin HTTP/1.1\r\n${host}Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcde`],
    ['an unknown transfer coding', 400, `POST /signin HTTP/1.1\r\n${host}Transfer-Encoding: xchunked\r\n\r\n0`],
    ['chunked not last', 400, `POST /signin HTTP/1.1\r\n${host}Transfer-Encoding: chunked, identity\r\n\r\n0`],
    ['a negative length', 400, `POST /signin HTTP/1.1\r\n${host}Content-Length: -1\r\n\r\n`],
    ['bare line feeds', 400, 'GET /healthz HTTP/1.1\nHost: x\n'],
    ['one bare line feed', 400, 'GET /healthz HTTP/1.1\r\nHost: x\nX-A: b\r\n'],
    ['a space before the colon', 400, 'GET /healthz HTTP/1.1\r\nHost : x\r\n'],
    ['a folded header', 400, `GET /healthz HTTP/1.1\r\n${host}X-A: b\r\n c\r\n`],
    ['a method that nobody has', 400, `FOO /healthz HTTP/1.1\r\n${host}`],
    ['two Host headers', 400, `GET /healthz HTTP/1.1\r\n${host}Host: other.example\r\n`],
    ['a version that is not 1.x', 400, `GET /healthz HTTP/2.0\r\n${host}`],
    ['gzip before chunked', 501, `POST /signin HTTP/1.1\r\n${host}Transfer-Encoding: gzip, chunked\r\n\r\n0`],
    ['17 kB of headers', 431, `GET /healthz HTTP/1.1\r\n${host}X-A: ${'a'.repeat(17_000)}\r\n`],
  ])('%s', async (_, status, head) => {
    const smuggled = `GET /api/openapi.json HTTP/1.1\r\n${host}\r\n`
    const response = await sendRaw(app.url, `${head}\r\n\r\n${smuggled}`)
    expect(response.closed).toBe(true)
    expect(statusOf(response)).toBe(status)
    expect(response.text.match(/HTTP\/1\.1 /g)).toHaveLength(1)
    expect(response.text).toMatch(/^content-type: application\/problem\+json; charset=utf-8\r$/im)
    expect(response.text).toMatch(/^x-content-type-options: nosniff\r$/im)
    expect(JSON.parse(response.text.split('\r\n\r\n')[1]!)).toMatchObject({ status, requestId: expect.any(String) })
  })

  test('a request without a host is rejected', async () => {
    expect(statusOf(await sendRaw(app.url, 'GET /healthz HTTP/1.1\r\n\r\n'))).toBe(400)
  })
})

test('300 connections that send their headers or their body too slowly are closed, others are served meanwhile', async () => {
  const slow = [
    ...Array<string>(200).fill(`GET /healthz HTTP/1.1\r\n${host}X-A: b\r\n`),
    ...Array<string>(100).fill(
      `POST /signin HTTP/1.1\r\n${host}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 9\r\n\r\na=`,
    ),
  ]
  const waiting = Promise.all(slow.map((bytes) => sendRaw(app.url, bytes)))
  expect((await fetch(`${app.url}/readyz`)).status).toBe(200)
  const responses = await waiting
  expect(responses.filter(({ closed }) => !closed)).toEqual([])
  expect(statusOf(responses[0]!)).toBe(408)
})

test('a method that an address does not support is 405 and names the supported ones', async () => {
  for (const [method, path, allow] of [
    ['PUT', '/api/accounts', 'GET, HEAD, POST'],
    ['DELETE', '/api/jobs/1', 'GET, HEAD'],
    ['OPTIONS', '/api/accounts', 'GET, HEAD, POST'],
    ['PROPFIND', '/api/accounts/', 'GET, HEAD, POST'],
    ['PUT', '/signin', 'GET, HEAD, POST'],
    ['DELETE', '/healthz', 'GET, HEAD'],
    ['PATCH', '/api/plugins/jira/issues', 'POST'],
  ] as const) {
    const response = await ask(path, { method })
    expect([method, path, response.status, response.headers.get('allow')]).toEqual([method, path, 405, allow])
    expect(await response.json()).toMatchObject({ code: 'method-not-allowed' })
  }
  expect((await ask('/api/nothing', { method: 'PUT' })).status).toBe(404)
})

test('TRACE, CONNECT and other protocols get nothing', async () => {
  const trace = await sendRaw(
    app.url,
    `TRACE /api/accounts HTTP/1.1\r\n${host}X-Secret: s\r\nConnection: close\r\n\r\n`,
  )
  expect(statusOf(trace)).toBe(405)
  expect(trace.text).not.toContain('X-Secret')
  expect(await sendRaw(app.url, `CONNECT x:443 HTTP/1.1\r\n${host}\r\n`)).toEqual({ text: '', closed: true })
  const upgrade = `GET /healthz HTTP/1.1\r\n${host}Connection: upgrade\r\nUpgrade: h2c\r\n\r\n`
  expect(statusOf(await sendRaw(app.url, upgrade))).toBe(404)
})

test('HEAD responds as GET does, without the body; a trailing slash makes no difference', async () => {
  const head = await ask('/api/accounts', { method: 'HEAD' })
  const get = await ask('/api/accounts/')
  expect([head.status, await head.text()]).toEqual([200, ''])
  expect(get.status).toBe(200)
  expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'))
  expect((await fetch(`${app.url}/api/accounts`, { method: 'HEAD' })).status).toBe(401)
})

test('a query name that is given twice, unless it is a list, and one with the name of a prototype are rejected', async () => {
  for (const query of ['page=0&page=1', 'q=a&q=b', '__proto__=1', 'constructor=1', 'page[x]=1', 'size=%00']) {
    const response = await ask(`/api/accounts?${query}`)
    expect([query, response.status]).toEqual([query, 400])
  }
  expect((await ask('/api/accounts?sort=name,ASC&sort=stage,DESC')).status).toBe(200)
})

test('a body is JSON in UTF-8 or it is 415; what is not plain data is 400', async () => {
  const path = '/api/plugins/jira/issues/search'
  const send = (type: string | undefined, body: string) =>
    ask(path, { method: 'POST', body: Buffer.from(body), headers: type ? { 'content-type': type } : {} })
  for (const type of [
    undefined,
    'text/plain',
    'application/xml',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
  ])
    expect([type, (await send(type, '{}')).status]).toEqual([type, 415])
  const nested = (depth: number) => `{"filters":${'['.repeat(depth)}${']'.repeat(depth)}}`
  for (const body of [
    '{',
    '{"__proto__":{"x":1}}',
    '{"constructor":{"prototype":{}}}',
    '{"filters":{"q":"\\u0000"}}',
    nested(60),
  ])
    expect([body, (await send('application/json', body)).status]).toEqual([body, 400])
  expect((await send('application/json', `{"filters":{"q":"${'x'.repeat(1_100_000)}"}}`)).status).toBe(413)
  expect((await send('application/json; charset=UTF-8', '{}')).status).toBe(200)
})

test('a body with more values than a call can use is rejected before it is parsed; brackets and commas in texts are none', async () => {
  const send = async (value: string) => {
    const headers = { 'content-type': 'application/json' }
    const body = `{"filters":{"unknown":${value}}}`
    const response = await ask('/api/plugins/jira/issues/search', { method: 'POST', headers, body })
    return [response.status, ((await response.json()) as { code: string }).code]
  }
  const many = (part: string, count: number) => `[${Array(count).fill(part).join(',')}]`
  for (const part of ['0', '{}', '""', '[]', '"\\\\"'])
    expect([part, await send(many(part, 90_000))]).toEqual([part, [413, 'payload-too-large']])
  // A text that never ends is measured as one.
  for (const value of [`"${'[,{\\"'.repeat(100_000)}"`, `"${'[,'.repeat(100_000)}`, many('0', 70_000)])
    expect(await send(value)).not.toContain('payload-too-large')
  expect(await send(`${'['.repeat(100_000)}`)).toEqual([400, 'validation-failed'])
})

test('a body to an address that is not served is not read as JSON', async () => {
  const send = (path: string) =>
    ask(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' })
  expect((await send('/api/plugins/jira/issues/search')).status).toBe(400)
  expect((await send('/api/nothing-here')).status).toBe(404)
  const wrong = await send('/api/accounts/1')
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, expect.stringContaining('GET')])
})

test('of a repeated member the last one counts, for the check as for the work', async () => {
  const response = await ask('/api/plugins/jira/issues/search', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"filters":{"account":["transport"],"account":["nobody-has-this"]}}',
  })
  expect(response.status).toBe(404)
})

function ask(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(app.url + path, { redirect: 'manual', ...init, headers: { ...admin.headers, ...init.headers } })
}

test('a request that its client aborts is counted, and is no failure of ours', async () => {
  const aborted = async () => {
    const text = await (await fetch(`${app.url}/metrics`)).text()
    return Number(/^headend_requests_aborted_total (\d+)$/m.exec(text)?.[1])
  }
  const before = await aborted()
  const head = `POST /api/users HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 100\r\n`
  const credentials = Object.entries(admin.headers).map(([name, value]) => `${name}: ${value}\r\n`)
  await sendRaw(app.url, `${head}${credentials.join('')}\r\n{"email`, 200)
  await expect.poll(aborted).toBeGreaterThan(before)
})
