import { afterAll, beforeAll, expect, test } from 'vitest'
import { ANALYTICS_LOGIN, OPS_NAME, startAnalyticsFake } from '#test/connections/analytics-fake.ts'
import { type Name, rowsOf, type SupportApp, supportApp } from '#test/support-app.ts'

let app: SupportApp
let analytics: Awaited<ReturnType<typeof startAnalyticsFake>>
beforeAll(async () => {
  analytics = await startAnalyticsFake()
  app = await supportApp({ PRIVATE_HOSTS: analytics.host })
})
afterAll(async () => {
  await app.close()
  await analytics.close()
})

const path = '/../analytics/deployments'
const call = (name: Name, method: string, to = '', body?: unknown, headers?: Record<string, string>) =>
  app.call(name, method, `${path}${to}`, body, headers)
const fresh = { account: 'acme', version: 'cOS-CN-PON', stage: 'LIFT' }

test('a deployment is added, read back, changed under If-Match and deleted', async () => {
  const added = await call('victor', 'POST', '', {
    ...fresh,
    name: 'Flensburg',
    opsCustomerName: 'acme-pon',
    apiUrl: 'https://8.8.8.8/api',
    portalUsername: 'headend-ro',
    portalPassword: 'secret-one',
    mdStatsFields: ['modemsOnline'],
  })
  expect([added.status, added.text.includes('secret-one')]).toEqual([201, false])
  const { id } = added.body
  const etag = added.headers.get('etag')!
  const [read] = rowsOf(await call('vera', 'GET', '?account=acme'), 'deployments').filter((one) => one.id === id)
  expect(read).toMatchObject({
    name: 'Flensburg',
    type: 'CN-PON',
    analyticsVersion: 4,
    enableMonitoring: true,
    settings: { opsCustomerName: 'acme-pon', portalPasswordSet: true, mdStatsFields: ['modemsOnline'] },
  })
  const customer = rowsOf(await call('uma', 'GET'), 'deployments')
  expect(customer.map(({ name, settings }) => [name, settings])).toEqual([
    ['Flensburg', null],
    ['acme-1', null],
  ])
  const changed = await call('victor', 'PATCH', `/${id}`, { enableMonitoring: false }, { 'if-match': etag })
  expect(changed).toMatchObject({
    status: 200,
    body: { enableMonitoring: false, settings: { portalPasswordSet: true } },
  })
  expect((await call('victor', 'PATCH', `/${id}`, { stage: 'PRODUCTION' }, { 'if-match': etag })).status).toBe(412)
  const moved = await call('victor', 'PATCH', `/${id}`, { apiUrl: 'https://1.1.1.1' })
  expect(moved).toMatchObject({ status: 400, body: { fields: [{ path: 'portalPassword' }] } })
  expect((await call('vera', 'DELETE', `/${id}`)).status).toBe(403)
  expect((await call('victor', 'DELETE', `/${id}`, undefined, { 'if-match': etag })).status).toBe(412)
  expect((await call('victor', 'DELETE', `/${id}`)).status).toBe(204)
  expect((await call('victor', 'DELETE', `/${id}`)).status).toBe(404)
})

test('deployments of one version have one ops name, and an account no two of one name', async () => {
  const first = await call('adam', 'POST', '', { ...fresh, account: 'blue', opsCustomerName: 'blue-pon' })
  expect(first.body.name).toBe('blue-2')
  const other = await call('adam', 'POST', '', { ...fresh, account: 'blue', opsCustomerName: 'other' })
  expect(other).toMatchObject({ status: 400, body: { fields: [{ path: 'opsCustomerName' }] } })
  expect(other.text).toContain('blue-2 (cOS-CN-PON) has blue-pon')
  const taken = await call('adam', 'POST', '', { ...fresh, account: 'blue', name: 'blue-1' })
  expect([taken.status, taken.body.code]).toEqual([409, 'deployment-exists'])
  const [one] = rowsOf(await call('adam', 'GET', '?account=blue'), 'deployments')
  const patched = await call('adam', 'PATCH', `/${one!.id}`, { version: 'cOS-CN-PON', opsCustomerName: 'x' })
  expect(patched.body.fields).toMatchObject([{ path: 'opsCustomerName' }])
})

test('a deployment beyond the limit of the account is rejected with limit, use and contact; with a larger limit it passes', async () => {
  const limit = (more: number) =>
    app.portal.pool.query(
      `insert into facet_overrides (account_id, facet_id, number_value)
       select a.id, f.id, $1 + (select count(*) from deployments d where d.account_id = a.id) from accounts a, facets f
       where a.name = 'acme' and f.name = 'facet-deployments-max-deployments'
       on conflict (account_id, facet_id) do update set number_value = excluded.number_value`,
      [more],
    )
  await limit(1)
  const replies = await Promise.all(['one', 'two', 'three'].map((name) => call('adam', 'POST', '', { ...fresh, name })))
  const added = replies.filter(({ status }) => status === 201)
  expect(added).toHaveLength(1)
  const rejected = replies.find(({ status }) => status !== 201)!
  expect([rejected.status, rejected.body.code]).toEqual([409, 'deployment-limit-reached'])
  expect(rejected.body.error).toMatch(
    /^acme cable has (\d+) of \1 deployments that its plan allows\. Ask .+ for a larger plan\.$/,
  )
  await call('adam', 'DELETE', `/${added[0]!.body.id}`)
  await app.portal.pool.query('delete from facet_overrides')
})

test('an address inside the own network is rejected at its field, and a case keeps its deployment', async () => {
  for (const apiUrl of ['https://10.0.0.1', 'http://8.8.8.8', 'file:///etc/passwd']) {
    const rejected = await call('adam', 'POST', '', { ...fresh, apiUrl })
    expect(rejected).toMatchObject({ status: 400, body: { fields: [{ path: 'apiUrl' }] } })
  }
  const [own] = rowsOf(await call('adam', 'GET', '?account=acme'), 'deployments')
  await app.portal.pool.query(`insert into cases (account_id, key, priority, subject, deployment_id, reporter_id)
    select account_id, 'ACME-1', 'LOW', 'x', id, ${app.ids.uma} from deployments where name = 'acme-1'`)
  expect((await call('adam', 'DELETE', `/${own!.id}`)).body).toMatchObject({ code: 'deployment-in-use' })
})

const configs = '/../analytics/configs'
const login = () => ({ url: analytics.url, ...ANALYTICS_LOGIN })

test('a test names which of address, login and ops name is wrong', async () => {
  const tried = async (body: object) => {
    const reply = await app.call('victor', 'POST', `${configs}/test`, { ...login(), ...body })
    return [reply.status, reply.body.code ?? reply.body.tested, reply.body.fields?.[0]?.path]
  }
  expect(await tried({})).toEqual([200, ['url', 'login'], undefined])
  expect(await tried({ ops_name: OPS_NAME, version: 4 })).toEqual([200, ['url', 'login', 'ops_name'], undefined])
  expect(await tried({ password: 'wrong' })).toEqual([422, 'analytics-login-failed', 'login'])
  expect(await tried({ ops_name: 'other' })).toEqual([422, 'analytics-ops-name-not-found', 'ops_name'])
  expect(await tried({ url: `${analytics.url}/elsewhere` })).toEqual([422, 'no-analytics-connection', 'url'])
  expect(await tried({ version: 1 })).toEqual([422, 'no-analytics-connection', 'url'])
  for (const url of ['http://127.0.0.1:1', 'https://169.254.169.254', 'nonsense'])
    expect(await tried({ url })).toEqual([422, 'no-analytics-connection', 'url'])
  analytics.mode = 'failing'
  expect(await tried({})).toEqual([422, 'analytics-information-not-retrieved', 'url'])
  analytics.mode = 'works'
})

test('the password of a deployment is used for its own address alone', async () => {
  const { id } = (
    await call('victor', 'POST', '', { ...fresh, apiUrl: analytics.url, portalPassword: ANALYTICS_LOGIN.password })
  ).body
  const body = { url: analytics.url, username: ANALYTICS_LOGIN.username, deployment: id }
  expect((await app.call('victor', 'POST', `${configs}/test`, body)).status).toBe(200)
  const elsewhere = await app.call('victor', 'POST', `${configs}/test`, { ...body, url: `${analytics.url}/` })
  expect(elsewhere.body.fields).toMatchObject([{ path: 'password' }])
  expect((await app.call('uma', 'POST', `${configs}/test`, body)).status).toBe(403)
})

test('the analytics connection of an account is saved, tested and never shows its password', async () => {
  const save = (body: object) => app.call('victor', 'POST', `${configs}/analytics/?account=acme`, body)
  expect((await save({ ...login(), password: undefined, url: 'https://10.1.2.3' })).body.fields).toMatchObject([
    ...[{ path: 'url' }, { path: 'password' }],
  ])
  const saved = await save(login())
  expect(saved).toMatchObject({ status: 200, body: { account: 'acme', passwordSet: true, state: 'INSTALLED' } })
  const test = (query: string) => app.call('victor', 'GET', `${configs}/test?account=acme${query}`)
  expect((await test('&ops_name=acme-cn&version=4')).body.ok).toBe(true)
  expect((await test('&ops_name=other')).body.code).toBe('analytics-ops-name-not-found')
  expect((await save({ url: analytics.url, username: 'other' })).status).toBe(200)
  expect((await test('')).body.code).toBe('analytics-login-failed')
  const listed = await app.call('victor', 'GET', `${configs}/analytics/?account=acme`)
  expect(rowsOf(listed, 'configs')).toMatchObject([{ url: analytics.url, username: 'other' }])
  expect(listed.text).not.toContain(ANALYTICS_LOGIN.password)
  expect((await app.call('victor', 'GET', `${configs}/test?account=blue`)).status).toBe(404)
  expect((await app.call('uma', 'GET', `${configs}/analytics/?account=acme`)).status).toBe(403)
})

test('files are downloaded from addresses of the deployments of the account alone, without redirects', async () => {
  const download = (name: Name, url: string, account = 'acme') =>
    app.call(name, 'POST', '/../analytics/link/download-url', { account, url })
  const file = await download('uma', `${analytics.url}/files/inventory.csv`)
  expect([file.status, file.text, file.headers.get('content-disposition')]).toEqual([
    ...[200, 'md,modems\n', 'attachment; filename="inventory.csv"'],
  ])
  for (const url of [`${analytics.url}/files/moved`, 'https://example.com/', 'https://169.254.169.254/', 'nonsense'])
    expect((await download('uma', url)).body.code).toBe('download-address-blocked')
  expect((await download('bob', `${analytics.url}/files/inventory.csv`, 'blue')).status).toBe(422)
  expect((await download('bob', `${analytics.url}/files/inventory.csv`)).status).toBe(404)
})
