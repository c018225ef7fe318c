import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { makeAccount, type TestUser, userWith } from '#test/factories.ts'
import { callAs, fileCase } from './filed-case.ts'

const issues = '/api/plugins/jira/issues'
let app: TestApp
let other: TestApp
let user: TestUser
let colleague: TestUser

beforeAll(async () => {
  app = await testApp()
  other = await testApp({ database: app.databaseUrl })
  const account = await makeAccount(app, 'once')
  user = await userWith(app, 'USER', account)
  colleague = await userWith(app, 'USER', account)
})
afterAll(async () => {
  await other.close()
  await app.close()
})

const file = (who: TestUser, key: string, subject: string, where = app) =>
  callAs(
    where,
    who,
    'POST',
    `${issues}?account=once`,
    { subject, description: 'x', priority: 'LOW' },
    { 'idempotency-key': key },
  )

test('the same call thirty times at once on two nodes is one case: the same response, or 409 while the first is running', async () => {
  const responses = await Promise.all(
    Array.from({ length: 30 }, (_, place) => file(user, 'parallel', 'Parallel', place % 2 ? app : other)),
  )
  expect(responses.filter(({ status }) => ![201, 409].includes(status))).toEqual([])
  const again = await file(user, 'parallel', 'Parallel')
  expect([again.status, again.headers.get('idempotent-replay')]).toEqual([201, 'true'])
  const keys = [again, ...responses].filter(({ status }) => status === 201).map(({ text }) => JSON.parse(text).key)
  expect(new Set(keys).size).toBe(1)
  expect(await casesCalled('Parallel')).toBe(1)
})

test('the same key with another body is 422; keys belong to users; a rejected call may be fixed under its key', async () => {
  expect((await file(user, 'mine', 'First')).status).toBe(201)
  expect((await file(user, 'mine', 'Second')).status).toBe(422)
  const theirs = await file(colleague, 'mine', 'First')
  expect([theirs.status, theirs.headers.get('idempotent-replay')]).toEqual([201, null])
  expect(await casesCalled('First')).toBe(2)
  expect((await file(user, 'corrected', ' ')).status).toBe(400)
  expect((await file(user, 'corrected', 'Corrected')).status).toBe(201)
  for (const key of ['', ' ', 'x'.repeat(256), 'a b'])
    expect([key, [201, 400].includes((await file(user, key, 'Odd')).status)]).toEqual([key, true])
})

test('of thirty changes of one version at once on two nodes one is made, the others are 412', async () => {
  const { key } = await fileCase(app, user, { id: 1, name: 'once' }, 'versions')
  const etag = (await callAs(app, user, 'GET', `${issues}/${key}`)).headers.get('etag')!
  const responses = await Promise.all(
    Array.from({ length: 30 }, (_, place) =>
      callAs(
        place % 2 ? app : other,
        user,
        'PATCH',
        `${issues}/${key}`,
        { subject: `Change ${place}` },
        { 'if-match': etag },
      ),
    ),
  )
  expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(29).fill(412)])
  const { rows } = await app.portal.pool.query(`select 1 from events where subject_id = $1 and name = 'case.edited'`, [
    key,
  ])
  expect(rows).toHaveLength(1)
})

async function casesCalled(subject: string): Promise<number> {
  const { rows } = await app.portal.pool.query('select count(*)::int as cases from cases where subject = $1', [subject])
  return rows[0].cases
}
