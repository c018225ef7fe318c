import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { makeAccount, type TestUser, userWith } from '#test/factories.ts'
import { sendRaw } from '#test/raw-http.ts'

const friend = 'https://tools.example.com'
let app: TestApp
let secure: TestApp
let admin: TestUser

beforeAll(async () => {
  app = await testApp()
  secure = await testApp({
    database: app.databaseUrl,
    env: { PUBLIC_URL: 'https://portal.example.com', ALLOWED_ORIGINS: friend },
  })
  admin = await userWith(app, 'ADMIN', await makeAccount(app, 'headers'))
})
afterAll(async () => {
  await secure.close()
  await app.close()
})

const everyKind = [
  '/',
  '/some/page',
  '/signin',
  '/signin/forgot',
  '/healthz',
  '/api/accounts',
  '/api/accounts/999',
  '/api/openapi.json',
  '/api/nothing',
  '/nothing.js',
  '/assets/nothing.js',
  '/idp/.well-known/openid-configuration',
  '/idp/jwks',
  '/idp/nothing',
  '/%zz',
  '/logout',
]

test('every response, errors too, forbids sniffing, framing, foreign readers; names no version; and forbids caching', async () => {
  for (const path of everyKind) {
    for (const headers of [admin.headers, {}]) {
      const response = await fetch(app.url + path, { headers, redirect: 'manual' })
      const header = (name: string) => [path, name, response.headers.get(name)]
      expect(header('x-content-type-options')).toEqual([path, 'x-content-type-options', 'nosniff'])
      expect(header('referrer-policy')).toEqual([path, 'referrer-policy', 'same-origin'])
      expect(header('x-frame-options')).toEqual([path, 'x-frame-options', 'DENY'])
      expect(header('cross-origin-opener-policy')).toEqual([path, 'cross-origin-opener-policy', 'same-origin'])
      expect(header('cross-origin-resource-policy')).toEqual([path, 'cross-origin-resource-policy', 'same-origin'])
      expect(response.headers.get('content-security-policy'), path).toContain("default-src 'none'")
      expect(response.headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'")
      expect(response.headers.get('cache-control'), path).toMatch(/no-store|no-cache/)
      expect(header('strict-transport-security')[2]).toBe(null)
      expect([...response.headers.keys()].filter((name) => /^server$|powered|version/i.test(name))).toEqual([])
      const text = await response.text()
      if (text !== '') expect(response.headers.get('content-type'), path).toMatch(/charset=utf-8|^application\/jwk-set/)
      if (response.status >= 400 && text.startsWith('{')) expect(JSON.parse(text)).toHaveProperty('requestId')
    }
  }
})

test('the pages run only our own scripts, nothing inline or evaluated, and submit only to us', async () => {
  for (const path of ['/', '/signin']) {
    const response = await fetch(app.url + path)
    expect([path, response.status]).toEqual([path, 200])
    const rules = rulesOf(response.headers.get('content-security-policy') ?? '')
    expect(rules['script-src'], path).toMatch(/^'self'( 'sha256-[A-Za-z0-9+/=]+')*$/)
    expect(rules['style-src'], path).toBe("'self'")
    expect(rules['base-uri'], path).toBe("'none'")
    expect(rules['form-action'], path).toBe("'self'")
    expect(JSON.stringify(rules), path).not.toMatch(/unsafe|\*|https?:/)
    const page = await response.text()
    expect(page, path).not.toMatch(/ on\w+="| style="|javascript:/)
  }
})

test('with TLS, HSTS is sent for a year, and every cookie is Secure', async () => {
  for (const path of ['/healthz', '/signin', '/nothing.js', '/api/accounts'])
    expect((await fetch(secure.url + path)).headers.get('strict-transport-security')).toBe(
      'max-age=31536000; includeSubDomains',
    )
  const started = await fetch(`${secure.url}/oauth2/authorization/okta`, { redirect: 'manual' })
  const gone = await fetch(`${secure.url}/logout`, { redirect: 'manual' })
  const cookies = [...started.headers.getSetCookie(), ...gone.headers.getSetCookie()]
  expect(cookies.length).toBeGreaterThan(2)
  for (const cookie of cookies) {
    expect(cookie).toMatch(/; Secure/)
    expect(cookie).toMatch(/; SameSite=(Lax|Strict)/)
    expect(cookie).not.toMatch(/; Domain/i)
    expect(Buffer.byteLength(cookie)).toBeLessThan(4_096)
  }
})

test('no other origin may read responses, unless it is on the list, and then with a token only', async () => {
  const requested = (url: string, origin: string, method = 'GET') =>
    fetch(`${url}/api/accounts`, {
      method,
      headers: {
        ...admin.headers,
        origin,
        ...(method === 'OPTIONS' ? { 'access-control-request-method': 'GET' } : {}),
      },
    })
  for (const origin of ['https://evil.example', 'null', `${friend}.evil.example`, 'http://tools.example.com'])
    for (const { url } of [app, secure]) {
      expect((await requested(url, origin)).headers.get('access-control-allow-origin')).toBe(null)
      expect((await requested(url, origin, 'OPTIONS')).status).toBe(405)
    }
  expect((await requested(app.url, friend)).headers.get('access-control-allow-origin')).toBe(null)

  const preflight = await requested(secure.url, friend, 'OPTIONS')
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH')
  const response = await requested(secure.url, friend)
  expect(response.headers.get('access-control-allow-origin')).toBe(friend)
  expect(response.headers.get('access-control-allow-credentials')).toBe(null)
  expect(response.headers.get('vary')).toContain('Origin')
  const discovery = `${app.url}/idp/.well-known/openid-configuration`
  expect(
    (await fetch(discovery, { headers: { origin: 'https://evil.example' } })).headers.get(
      'access-control-allow-origin',
    ),
  ).toBe(null)
})

test('files beside the pages are not served: sources, maps, settings, listings, other paths of the disk', async () => {
  for (const path of [
    '/package.json',
    '/.env',
    '/.git/config',
    '/index.html',
    '/.vite/manifest.json',
    '/assets',
    '/assets/',
    '/assets/index.js.map',
    '/openapi.json',
    '/server/main.js',
    '/..%2fpackage.json',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/%2e%2e/%2e%2e/package.json',
  ]) {
    const response = await fetch(app.url + path, { headers: { accept: '*/*' } })
    const text = await response.text()
    // An address that may be a page gets the page; never a file.
    expect([path, response.status === 404 || text.startsWith('<!doctype html>')]).toEqual([path, true])
  }
  const page = await (await fetch(app.url)).text()
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)![1]!
  const code = await fetch(app.url + script)
  expect(code.headers.get('cache-control')).toContain('immutable')
  expect(code.headers.get('content-encoding')).toMatch(/^(br|gzip)$/)
  expect(code.headers.get('content-type')).toMatch(/javascript; charset=utf-8$/)
  expect(code.headers.get('vary')).toContain('accept-encoding')
  expect(await code.text()).not.toContain('sourceMappingURL')
  expect((await fetch(app.url + script, { method: 'HEAD' })).status).toBe(200)
  for (const path of [`${script}.map`, script.replace('/assets/', '/assets//'), '/assets/.gitkeep']) {
    const missing = await fetch(app.url + path)
    expect([path, missing.status, missing.headers.get('cache-control')]).toEqual([path, 404, 'no-store'])
  }
})

test('metrics are for this machine: not for requests through a proxy', async () => {
  expect((await fetch(`${app.url}/metrics`)).status).toBe(200)
  expect((await fetch(`${app.url}/metrics`, { headers: { 'x-forwarded-for': '203.0.113.9' } })).status).toBe(404)
})

test('reports of blocked scripts are accepted, small ones only, and nothing else is', async () => {
  const report = (type: string, body: string) =>
    fetch(`${app.url}/api/csp-reports`, { method: 'POST', headers: { 'content-type': type }, body })
  const csp = JSON.stringify({ 'csp-report': { 'document-uri': `${app.url}/?secret`, 'blocked-uri': 'inline' } })
  expect((await report('application/csp-report', csp)).status).toBe(204)
  expect((await report('application/reports+json', `[{"body":{"effectiveDirective":"script-src"}}]`)).status).toBe(204)
  for (const odd of ['null', '[]', '3', '{"csp-report":null}'])
    expect((await report('application/csp-report', odd)).status).toBe(204)
  expect((await report('application/csp-report', '{')).status).toBe(400)
  expect((await report('application/csp-report', `["${'x'.repeat(9_000)}"]`)).status).toBe(413)
  expect((await report('text/plain', 'x')).status).toBe(415)
  const page = await fetch(app.url)
  expect(page.headers.get('content-security-policy')).toContain('report-uri /api/csp-reports')
})

test('forwarded addresses, hosts and schemes count only when a configured proxy sends them', async () => {
  const proxied = await testApp({ database: app.databaseUrl, env: { TRUSTED_PROXIES: '127.0.0.0/8, ::1' } })
  const forged = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
  const from = async ({ url }: TestApp, id: string) => {
    await fetch(`${url}/api/jobs/1`, { headers: { ...admin.headers, ...forged, 'x-request-id': id } })
    const stranger = await userWith(app, 'USER', await makeAccount(app, id))
    await fetch(`${url}/api/audit`, { headers: { ...stranger.headers, ...forged, 'x-request-id': id } })
    const { rows } = await app.portal.pool.query(
      'select host(address::inet) as address from events where request_id = $1',
      [id],
    )
    return rows.map((row) => row.address)
  }
  expect(await from(app, 'direct-request')).toEqual([expect.stringMatching(/^(127\.|::1)/)])
  expect(await from(proxied, 'proxied-request')).toEqual(['203.0.113.9'])
  const signIn = await fetch(`${app.url}/oauth2/authorization/okta`, { headers: forged, redirect: 'manual' })
  expect(signIn.headers.get('location')).not.toContain('evil.example')
  const absolute = await sendRaw(
    app.url,
    'GET http://evil.example/signin HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  )
  expect(absolute.text).not.toContain('evil.example')
  await proxied.close()
})

function rulesOf(policy: string): Record<string, string> {
  return Object.fromEntries(
    policy.split(';').map((rule) => {
      const [name = '', ...values] = rule.trim().split(' ')
      return [name, values.join(' ')]
    }),
  )
}
