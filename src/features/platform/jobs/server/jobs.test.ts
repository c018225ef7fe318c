import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { makeAccount, type TestUser, userWith } from '#test/factories.ts'
import type { Json } from '#test/support-app.ts'

let app: TestApp
let owner: TestUser
let stranger: TestUser
let operator: TestUser

beforeAll(async () => {
  app = await testApp()
  const account = await makeAccount(app, 'jobs')
  owner = await userWith(app, 'MANAGER', account)
  stranger = await userWith(app, 'MANAGER', account)
  operator = await userWith(app, 'CENTRAL', account)
})
afterAll(() => app.close())

async function makeJob(state: string): Promise<string> {
  const steps = [
    { name: 'first', state: 'DONE', error: null, attempts: 1 },
    { name: 'second', state, error: state === 'FAILED' ? 'the other side closed the connection' : null, attempts: 1 },
  ]
  const { id } = await app.portal.db
    .insertInto('jobs')
    .values({
      kind: 'events.react',
      owner_id: owner.id,
      state,
      steps: JSON.stringify(steps),
      error: 'the other side closed the connection',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return String(id)
}

async function call(user: TestUser, method: string, path: string) {
  const response = await fetch(`${app.url}/api/jobs/${path}`, { method, headers: user.headers })
  return { status: response.status, body: (await response.json()) as Json }
}

test('a job is seen by its owner and by operators, with its steps', async () => {
  const id = await makeJob('FAILED')
  for (const user of [owner, operator]) {
    const { status, body } = await call(user, 'GET', id)
    expect([status, body.steps?.[1]]).toEqual([
      200,
      { name: 'second', state: 'FAILED', error: 'the other side closed the connection', attempts: 1 },
    ])
  }
  expect((await call(stranger, 'GET', id)).status).toBe(404)
  expect((await call(stranger, 'POST', `${id}/retry`)).status).toBe(404)
})

test('a failed job continues from the failed step, once', async () => {
  const id = await makeJob('FAILED')
  const responses = await Promise.all(Array.from({ length: 10 }, () => call(owner, 'POST', `${id}/retry`)))
  expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
  const { body } = await call(owner, 'GET', id)
  expect(body).toMatchObject({
    state: 'QUEUED',
    error: null,
    steps: [{ state: 'DONE' }, { state: 'QUEUED', error: null }],
  })
})

test('409 for a job that did not fail', async () => {
  expect((await call(owner, 'POST', `${await makeJob('DONE')}/retry`)).body.code).toBe('job-not-failed')
})
