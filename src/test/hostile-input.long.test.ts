import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnyEndpoint } from '#kit/contract/endpoint.ts'
import { type TestApp, testApp } from './app.ts'
import { makeAccount, type TestUser, userWith } from './factories.ts'

let app: TestApp
let admin: TestUser

beforeAll(async () => {
  // Thousands of calls in a row, and each must pass the limits to reach the code that it could harm.
  app = await testApp({ env: { RATE_LIMITS: 'off' } })
  admin = await userWith(app, 'ADMIN', await makeAccount(app, 'hostile'))
})
afterAll(() => app.close())

const texts = [
  '',
  '\0',
  'a\0b',
  "' or 1=1 --",
  '1; drop table users',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '..%2f..%2f',
  'a\r\nSet-Cookie: x=1',
  '{{7*7}}',
  '%s%n',
  '__proto__',
  'constructor',
  '-1',
  '99999999999999999999',
  '1e309',
  'NaN',
  'null',
  'true',
  '\ud800',
  '\u202Egnp.exe',
  '🦊'.repeat(300),
  'x'.repeat(70_000),
  '=cmd()',
  'http://169.254.169.254/',
]
const values: unknown[] = [
  ...texts,
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  [],
  [[]],
  {},
  { a: { b: {} } },
  Array(500).fill('x'),
  { __proto__: { admin: true } },
  nested(200),
]
const bodies = [
  '',
  '{',
  '[]',
  'null',
  '"x"',
  '{"a":1,"a":2}',
  '{"__proto__":{"x":1}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '['.repeat(10_000),
  '\u0000',
  `{"x":"${'y'.repeat(1_100_000)}"}`,
]

const share = process.env.HOSTILE_CALLS === 'all' ? 1 : 10
/** Another tenth of the calls each day; HOSTILE_SEED repeats one. */
const seed = Number(process.env.HOSTILE_SEED ?? Math.floor(Date.now() / 86_400_000)) % share
const AT_ONCE = 8

test.for(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])(
  `no hostile path, query or body of a %s causes a 5xx or shows internal details (1 call of ${share}, seed ${seed})`,
  async (method) => {
    const endpoints = app.portal.endpoints.filter((endpoint) => endpoint.method === method)
    const calls = endpoints.flatMap((endpoint) => callsOf(endpoint).map((call) => ({ endpoint, call })))
    const chosen = calls.filter((_, place) => place % share === seed)
    const work = async () => {
      for (let next = chosen.pop(); next; next = chosen.pop()) await attack(next.endpoint, next.call)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
  },
)

type Attempt = { readonly path?: string; readonly query?: string; readonly body?: string }

function callsOf(endpoint: AnyEndpoint): Attempt[] {
  const names = Object.keys(endpoint.query?._zod.def.shape ?? {})
  const asText = texts
    .filter((one) => one.length < 5_000)
    .flatMap((text) => [
      { path: text },
      { query: `?q=${encode(text)}&page=${encode(text)}&size=${encode(text)}&sort=${encode(text)}` },
      ...names.map((name) => ({ query: `?${name}=${encode(text)}` })),
    ])
  if (!endpoint.body) return asText
  const asValue = namesOf(endpoint).flatMap((name) =>
    values.map((value) => ({ body: JSON.stringify({ [name]: value }) })),
  )
  return [...asText, ...bodies.map((body) => ({ body })), ...asValue]
}

test('hostile headers are rejected, not obeyed', async () => {
  for (const [name, value] of [
    ['if-match', '"'.repeat(500)],
    ['if-none-match', 'W/'.repeat(500)],
    ['accept', ','.repeat(2_000)],
    ['cookie', 'cosp_access_token=%00; cosp_access_token=x; ='],
    ['authorization', 'Basic ////'],
    ['authorization', 'Bearer '],
    ['authorization', `Bearer ${'x'.repeat(9_000)}`],
    ['x-request-id', '../'.repeat(100)],
    ['idempotency-key', 'é'],
    ['content-type', 'application/json; charset=x-unknown'],
    ['x-forwarded-for', "'; drop table"],
    ['range', 'bytes=9-1,,'],
    ['origin', 'null'],
  ] as const) {
    const response = await fetch(`${app.url}/api/accounts`, {
      headers: { ...admin.headers, [name]: Buffer.from(value).toString('latin1') },
    })
    expect([name, response.status < 500]).toEqual([name, true])
  }
})

function namesOf(endpoint: AnyEndpoint): string[] {
  const body = endpoint.body as { _zod: { def: { shape?: object; innerType?: { _zod: { def: { shape?: object } } } } } }
  return Object.keys(body._zod.def.shape ?? body._zod.def.innerType?._zod.def.shape ?? {})
}

async function attack(endpoint: AnyEndpoint, { path = '1', query = '', body }: Attempt): Promise<void> {
  const url = app.url + endpoint.url.replace(/\{\w+\}/g, encode(path)) + query
  const response = await fetch(url, {
    method: endpoint.method,
    redirect: 'manual',
    headers: { ...admin.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined || endpoint.method === 'GET' ? {} : { body }),
  })
  const text = await response.text()
  const outcome = `${endpoint.method} ${url.slice(0, 300)} ${body?.slice(0, 200) ?? ''}: ${response.status} ${text.slice(0, 300)}`
  if (
    response.status >= 500 ||
    /node_modules|\bat .*\.[jt]s:\d|select .* from|SQLSTATE|\/src\/|syntax error/i.test(text)
  )
    throw new Error(outcome)
  if (response.status >= 400 && text !== '')
    expect(JSON.parse(text), outcome).toMatchObject(errorOf(endpoint, response, text))
}

/** The form of an error; Prometheus' API has its own for the parameters of a query, TM Forum's and SCIM for every error. */
function errorOf({ url }: AnyEndpoint, { status }: Response, text: string): object {
  if (url.startsWith('/tmf-api/') && text.includes('"@type"'))
    return { '@type': 'Error', status: String(status), code: expect.any(String), reason: expect.any(String) }
  if (url.startsWith('/scim/') && text.includes('messages:2.0:Error'))
    return { schemas: [expect.any(String)], status: String(status), detail: expect.any(String) }
  if (url.startsWith('/api/prometheus/') && text.startsWith('{"status":"error"'))
    return { status: 'error', errorType: expect.any(String), error: expect.any(String) }
  return { status, code: expect.any(String), requestId: expect.any(String) }
}

function encode(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString())
}

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level += 1) value = [value]
  return value
}
