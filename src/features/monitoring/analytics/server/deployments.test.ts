import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Name, rowsOf, type SupportApp, supportApp } from '#test/support-app.ts'

let app: SupportApp
beforeAll(async () => {
  app = await supportApp()
})
afterAll(() => app.close())

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
