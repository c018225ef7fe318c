import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { makeAccount, type TestUser, userWith } from '#test/factories.ts'
import { type BreakableDatabase, breakableDatabase } from './breakable-database.ts'
import { callAs, fileNamed } from './filed-case.ts'

const issues = '/api/plugins/jira/issues'
let drop: () => Promise<void>
let database: BreakableDatabase
let app: TestApp
let user: TestUser
let killed = 0

beforeAll(async () => {
  const made = await testDatabase()
  drop = made.drop
  database = await breakableDatabase(made.url)
  app = await testApp({ database: database.url })
  user = await userWith(app, 'USER', await makeAccount(app, 'lost'))
})
afterAll(async () => {
  await app.close()
  await database.cut()
  await drop()
})

test('without its database everything is 503 with Retry-After, signed in or not, and recovers automatically', async () => {
  expect((await callAs(app, user, 'GET', '/api/accounts')).status).toBe(200)
  // The worker of jobs rejects without a handler when it cannot record the end of one: none runs while the database is away.
  const running = () => app.portal.pool.query('select 1 from graphile_worker._private_jobs where locked_at is not null')
  await expect.poll(async () => (await running()).rowCount).toBe(0)
  await database.cut()
  for (const [method, path, body] of [
    ['GET', '/api/accounts'],
    ['GET', `${issues}/search?account=lost`],
    ['GET', `${issues}/LOST-1`],
    ['POST', `${issues}?account=lost`, { subject: 'Gone', description: 'x', priority: 'LOW' }],
    ['POST', `${issues}/draft/file?account=lost`, fileNamed('a.txt')],
    ['GET', '/api/search?q=x'],
    ['GET', '/signin'],
    ['GET', '/oauth2/authorization/okta'],
    ['POST', '/api/users/logout'],
  ] as [string, string, unknown?][]) {
    const { status, headers, text } = await callAs(app, user, method, path, body)
    expect([method, path, status, text.slice(0, 300)]).toEqual([method, path, 503, expect.any(String)])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(JSON.parse(text)).toMatchObject({ code: 'temporarily-unavailable' })
    expect(text).not.toMatch(/ECONN|postgres|127\.0\.0\.1/)
  }
  expect((await fetch(`${app.url}/readyz`)).status).toBe(503)
  expect((await fetch(`${app.url}/healthz`)).status).toBe(200)
  await database.restore()
  await expect.poll(async () => (await callAs(app, user, 'GET', '/api/accounts')).status).toBe(200)
  await expect.poll(async () => (await fetch(`${app.url}/readyz`)).status).toBe(200)
  // Events continue too: what is written now is appended to the chain and delivered.
  await file(randomUUID())
  await expect
    .poll(async () => (await app.portal.pool.query('select 1 from events where seq is null')).rowCount)
    .toBe(0)
})

test('writes during which connections break are complete or absent, and once when they are repeated with their key', async () => {
  const subjects = Array.from({ length: 60 }, () => randomUUID())
  const breaking = killTenTimes()
  const done = await Promise.all(
    subjects.map(async (subject, place) => {
      await new Promise((resolve) => setTimeout(resolve, place * 20))
      return untilDone(subject)
    }),
  )
  await breaking
  expect(done.flat().filter((status) => ![201, 409, 503].includes(status))).toEqual([])
  expect(killed).toBeGreaterThan(0)
  const { rows } = await app.portal.pool.query(
    `select c.subject, count(*)::int as cases, count(e.id)::int as events, count(w.user_id)::int as watchers from cases c
     left join events e on e.subject_id = c.key and e.name = 'case.created' left join case_watchers w on w.case_id = c.id
     where c.subject = any($1) group by c.subject`,
    [subjects],
  )
  expect(rows).toHaveLength(subjects.length)
  expect(rows.filter(({ cases, events, watchers }) => cases !== 1 || events !== 1 || watchers !== 1)).toEqual([])
})

/** Repeats the call with the same key until it succeeds; returns the responses before that. */
async function untilDone(subject: string): Promise<number[]> {
  const statuses: number[] = []
  while (statuses.at(-1) !== 201) {
    if (statuses.length > 0) await new Promise((resolve) => setTimeout(resolve, 100))
    statuses.push(await file(subject))
  }
  return statuses
}

async function file(subject: string): Promise<number> {
  const body = { subject, description: 'x', priority: 'LOW' }
  return (await callAs(app, user, 'POST', `${issues}?account=lost`, body, { 'idempotency-key': subject })).status
}

/** Ten and no more: on a slow machine no write would ever complete between two. */
async function killTenTimes(): Promise<void> {
  for (let round = 0; round < 10; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 120))
    await kill()
  }
}

/** Ends the product's connections from the database's side, as an administrator or a fail-over would. */
async function kill(): Promise<void> {
  const { rowCount } = await app.portal.pool
    .query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    )
    .catch(() => ({ rowCount: 0 }))
  killed += rowCount ?? 0
}
