import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sessionHours } from '#features/access/sessions/server/index.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { makeAccount, type TestUser, userWith } from '#test/factories.ts'
import { pageTexts } from '../texts.ts'

let app: TestApp
let second: TestApp
let central: TestUser
let csm: TestUser
let manager: TestUser

beforeAll(async () => {
  app = await testApp({ env: { PORTAL_ENVIRONMENT: 'staging' } })
  second = await testApp({ database: app.databaseUrl })
  const account = await makeAccount(app, 'settled')
  central = await userWith(app, 'CENTRAL')
  csm = await userWith(app, 'HARMONIC_CSM')
  manager = await userWith(app, 'MANAGER', account)
})
afterAll(async () => {
  await second.close()
  await app.close()
})

async function call(method: 'GET' | 'PUT', { as = central, body = {}, version = '*' } = {}) {
  const write = {
    body: JSON.stringify(body),
    headers: { ...as.headers, 'content-type': 'application/json', 'if-match': version },
  }
  const response = await fetch(
    `${app.url}/api/settings`,
    method === 'PUT' ? { method, ...write } : { headers: as.headers },
  )
  const json = await response.json()
  const list: Shown[] = json._embedded?.settings ?? []
  const of = (key: string) => list.find((setting) => setting.key === key)
  return { status: response.status, body: json, of, list, version: response.headers.get('etag') ?? '' }
}
type Shown = {
  key: string
  value: unknown
  default: unknown
  source: string
  variable: string | null
  here: unknown
  history: { value: unknown; by: string | null }[]
}
const put = (values: object, more: { as?: TestUser; version?: string } = {}) =>
  call('PUT', { body: { values }, ...more })

test('each setting has a name and a section, and its default or the value of the environment', async () => {
  const { list, of } = await call('GET')
  expect(list.length).toBeGreaterThan(8)
  for (const { key } of list) {
    expect(Object.keys(pageTexts.names)).toContain(key.replace('.', '-'))
    expect(Object.keys(pageTexts.sections)).toContain(key.split('.')[0])
  }
  expect(of('sign-in.session-hours')).toMatchObject({
    value: 8,
    default: 8,
    source: 'DEFAULT',
    variable: 'SESSION_HOURS',
    here: null,
    history: [],
  })
  expect(of('portal.environment')).toMatchObject({ value: 'staging', default: 'production', source: 'ENVIRONMENT' })
})

test('only users who may change settings read and change them', async () => {
  expect((await call('GET', { as: csm })).status).toBe(403)
  expect((await put({ 'uploads.limit': 3 }, { as: manager })).status).toBe(403)
})

test('a changed setting counts in every process at once, is recorded once, and goes back to its default', async () => {
  const before = await call('GET')
  const changed = await put(
    { 'sign-in.session-hours': 12, 'links.trusted-hosts': ['wiki.example.com'] },
    { version: before.version },
  )
  expect(changed.status).toBe(200)
  expect(changed.of('sign-in.session-hours')).toMatchObject({
    value: 12,
    source: 'HERE',
    here: 12,
    history: [{ value: 12, by: 'User With CENTRAL' }],
  })
  expect(changed.version).not.toBe(before.version)
  for (const { portal } of [app, second]) await vi.waitFor(() => expect(portal.settings.valueOf(sessionHours)).toBe(12))
  const me = await fetch(`${second.url}/api/users/me`, { headers: central.headers })
  expect(await me.json()).toMatchObject({ session_duration_in_hours: 12, trustedLinkHosts: ['wiki.example.com'] })
  const { rows } = await app.portal.pool.query(`select data from events where name = 'settings.edited'`)
  expect(rows).toEqual([
    { data: { changes: { 'links.trusted-hosts': [[], ['wiki.example.com']], 'sign-in.session-hours': [8, 12] } } },
  ])

  const reset = await put({ 'sign-in.session-hours': null })
  expect(reset.of('sign-in.session-hours')).toMatchObject({
    value: 8,
    source: 'DEFAULT',
    history: [{ value: null }, { value: 12 }],
  })
  await vi.waitFor(() => expect(second.portal.settings.valueOf(sessionHours)).toBe(8))
})

test('a change that another administrator has not seen is rejected', async () => {
  const { version } = await call('GET')
  expect((await put({ 'uploads.limit': 30 }, { version })).status).toBe(200)
  expect((await put({ 'uploads.limit': 40 }, { version })).status).toBe(412)
  expect((await call('GET')).of('uploads.limit')).toMatchObject({ value: 30 })
})

test('a setting that the environment sets is locked, with the name of its variable', async () => {
  const { status, body } = await put({ 'portal.environment': 'dev', 'uploads.limit': 50 })
  expect([status, body.code]).toEqual([409, 'setting-locked'])
  expect(body.fields).toEqual([
    { path: 'values.portal.environment', message: 'Set by the environment variable PORTAL_ENVIRONMENT.' },
  ])
  expect((await call('GET')).of('uploads.limit')).toMatchObject({ value: 30 })
})

test.each([
  [{ 'no.such-setting': 1 }, 'values.no.such-setting', 'There is no setting with this key.'],
  [{ 'uploads.limit': 0 }, 'values.uploads.limit', 'Enter a whole number from 1 to 1024.'],
  [{ 'uploads.limit': '12' }, 'values.uploads.limit', 'Enter a whole number from 1 to 1024.'],
  [
    { 'mail.sender': 'Support\nBcc: all@example.com <support@example.com>' },
    'values.mail.sender',
    pageTexts.field.own['mail.sender'],
  ],
  [{ 'mail.sender': 5 }, 'values.mail.sender', pageTexts.field.own['mail.sender']],
  [
    { 'links.trusted-hosts': ['Wiki.example.com/x'] },
    'values.links.trusted-hosts',
    pageTexts.field.own['links.trusted-hosts'],
  ],
  [
    { 'links.trusted-hosts': Array(101).fill('a.example') },
    'values.links.trusted-hosts',
    pageTexts.field.own['links.trusted-hosts'],
  ],
])('%j is rejected at its field, and nothing is changed', async (values, path, message) => {
  const before = await call('GET')
  const { status, body } = await put({ 'webhooks.log-days': 60, ...values })
  expect([status, body.fields]).toEqual([400, [{ path, message }]])
  expect((await call('GET')).version).toBe(before.version)
})
