import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clockDifference, requireSameClock } from '#kit/server/clock.ts'
import type { ApiDescription } from '#kit/server/describe/api-description.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { makeAccount, type TestUser, userWith } from '#test/factories.ts'
import { inProduction } from '#test/settings.ts'
import type { Json } from '#test/support-app.ts'
import { apiDescriptionFile } from './api-description.ts'

let app: TestApp
let engineer: TestUser
let customer: TestUser

beforeAll(async () => {
  app = await testApp({ env: { PORTAL_ENVIRONMENT: 'staging', PORTAL_NAME: 'Weir' } })
  const account = await makeAccount(app, 'system')
  engineer = await userWith(app, 'HARMONIC', account)
  customer = await userWith(app, 'MANAGER', account)
})
afterAll(() => app.close())

async function get(path: string, { headers }: TestUser) {
  const response = await fetch(app.url + path, { headers })
  return { status: response.status, body: (await response.json()) as Json }
}

test('staff read the state of the portal, customers do not', async () => {
  const { rows } = await app.portal.pool.query('show server_version')
  const { body } = await get('/api/cluster/system-info', engineer)
  expect(body).toMatchObject({
    environment: 'staging',
    database: { version: rows[0].server_version, clockDifference: expect.any(Number) },
    mail: { configured: inProduction },
    queues: { failedJobs: 0 },
  })
  expect((await get('/api/cluster/system-info', customer)).status).toBe(403)
})

test('the portal has its own name in the browser', async () => {
  expect((await get('/api/users/me', customer)).body).toMatchObject({ portalName: 'Weir' })
})

test('a clock more than 30 seconds off that of the database prevents the start', async () => {
  const { db } = app.portal
  await requireSameClock(db)
  const ahead = () => Date.now() + 3 * 3_600_000
  await expect(requireSameClock(db, ahead)).rejects.toThrow(/^the clock of this machine is 10800 s ahead of/)
  await expect(requireSameClock(db, () => Date.now() - 40_000)).rejects.toThrow('40 s behind the clock of the database')
  expect(Math.abs(await clockDifference(db))).toBe(0)
})

test('messages that wait in a queue are counted', async () => {
  const waiting = async () => Number((await get('/api/cluster/system-info', engineer)).body.queues?.mailWaiting)
  const before = await waiting()
  await app.portal.db
    .insertInto('mail_outbox')
    .values({ recipient: 'a@people.example', subject: 'x', body_text: 'x', body_html: 'x' })
    .execute()
  expect(await waiting()).toBe(before + 1)
})

test('failing connections and messages to outside systems are counted', async () => {
  const outside = async () => (await get('/api/cluster/system-info', engineer)).body.outside
  expect(await outside()).toEqual({ failing: 0, messagesWaiting: 0, deadLetters: 0 })
  await app.portal.pool.query(
    `insert into connection_status (connection, last_success_at, last_failure_at) values ('jira:a', now() - interval '1 hour', now()), ('jira:b', now(), now() - interval '1 hour'), ('jira:c', null, null)`,
  )
  await app.portal.pool.query(
    `insert into outbox (line, subject, connection, operation, state) values ('test', '1', 'jira:a', 'create', 'WAITING'), ('test', '2', 'jira:a', 'create', 'FAILED')`,
  )
  expect(await outside()).toEqual({ failing: 1, messagesWaiting: 1, deadLetters: 1 })
})

test('the tracker of the environment is shown, and the connections that need attention', async () => {
  const central = await userWith(app, 'CENTRAL')
  const headers = { ...central.headers, 'content-type': 'application/json' }
  const put = async (values: object) =>
    (await fetch(`${app.url}/api/settings`, { method: 'PUT', headers, body: JSON.stringify({ values }) })).status
  const info = async () => (await get('/api/cluster/system-info', engineer)).body
  expect(await info()).toMatchObject({ trackerUrl: null, connections: { count: 0, unwell: [] } })
  expect(await put({ 'portal.tracker-staging': 'http://tracker.example' })).toBe(400)
  expect(
    await put({ 'portal.tracker-staging': 'https://tracker.example/', 'portal.tracker-dev': 'https://d.example/' }),
  ).toBe(200)
  await app.portal.pool.query(
    `insert into connections (id, port, account_id, system, settings, secrets, secrets_set)
     select 'salesforce:' || name, 'salesforce', id, 'salesforce', '{}', null, '{}' from accounts where name = 'system'`,
  )
  expect(await info()).toMatchObject({ connections: { count: 1, unwell: [] } })
  await app.portal.pool.query(
    `insert into connection_status (connection, last_failure_at, failure, fault) values ('salesforce:system', now(), 'Salesforce cannot be reached.', 'unreachable')`,
  )
  expect(await info()).toMatchObject({
    trackerUrl: 'https://tracker.example/',
    trackers: [
      { environment: 'staging', url: 'https://tracker.example/' },
      { environment: 'dev', url: 'https://d.example/' },
    ],
    connections: {
      count: 1,
      unwell: [
        { id: 'salesforce:system', systemName: 'Salesforce', failing: true, failure: 'Salesforce cannot be reached.' },
      ],
    },
  })
})

test('versions of the parts', async () => {
  const { body } = await get('/api/version-service/system-info', engineer)
  expect(body.environment).toBe('staging')
  expect(body.services).toContainEqual({ name: 'Node.js', version: process.version })
})

test('the API describes itself to every signed-in user', async () => {
  const { status, body } = await get('/api/openapi.json', customer)
  expect([status, body.openapi]).toEqual([200, '3.1.0'])
  expect(body.paths).toHaveProperty(['/api/openapi.json', 'get', 'operationId'], 'readApiDescription')
  const { paths, components }: ApiDescription = JSON.parse(await readFile(apiDescriptionFile, 'utf8'))
  expect([body.paths, body.components?.schemas]).toEqual([paths, components.schemas])
  expect(body.info?.title).toBe('Weir API')
  expect((await fetch(`${app.url}/api/openapi.json`)).status).toBe(401)
})
