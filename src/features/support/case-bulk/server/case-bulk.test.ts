import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Json, type Name, rowsOf, type SupportApp, supportApp } from '#test/support-app.ts'

let desk: SupportApp
beforeAll(async () => {
  desk = await supportApp()
})
afterAll(() => desk.close())

async function file(name: Name = 'uma', account = 'acme'): Promise<string> {
  const body = { subject: 'No light', description: 'x', priority: 'LOW', labels: ['old'] }
  return String((await desk.call(name, 'POST', `/issues?account=${account}`, body)).body.key)
}
const start = (name: Name, keys: readonly string[], operation: object) =>
  desk.call(name, 'POST', '/issues-bulk', { keys, operation })
/** Runs a bulk job to its end. */
async function run(name: Name, keys: readonly string[], operation: object): Promise<Json> {
  const { status, body } = await start(name, keys, operation)
  expect(status).toBe(202)
  return vi.waitFor(
    async () => {
      const job = (await desk.call(name, 'GET', `/issues-bulk/${String(body.id)}`)).body
      expect(job.finished).toBe(true)
      return job
    },
    { timeout: 30_000, interval: 100 },
  )
}
const read = async (key: string) => (await desk.call('vera', 'GET', `/issues/${key}`)).body

test('a bulk job assigns, sets priority, status and labels, and watches; each case has the events of a single change', async () => {
  const keys = [await file(), await file(), await file()]
  const operation = {
    assignee: 'victor@desk.example',
    priority: 'HIGH',
    status: 'IN_PROGRESS',
    addLabels: ['campaign'],
    removeLabels: ['old'],
    watch: true,
  }
  expect(await run('vera', [...keys, keys[0]!], operation)).toMatchObject({ total: 3, done: 3, failed: 0 })
  for (const key of keys) {
    expect(await read(key)).toMatchObject({
      assignee: { username: 'victor@desk.example' },
      priority: 'HIGH',
      status: 'IN_PROGRESS',
      labels: ['campaign'],
      isWatchedByCurrentUser: true,
    })
    const history = rowsOf(await desk.call('uma', 'GET', `/issues/history?issueKey=${key}`), 'entries')
    const edits = history.filter(({ name }) => String(name) === 'case.edited')
    expect(edits).toMatchObject([{ by: 'Vera Vendor' }])
  }
})

test('resolving with a comment gives one result for each case, and those that are rejected change nothing', async () => {
  const [open, foreign, done] = [await file(), 'ACME-9999', await file()]
  await desk.call('vera', 'POST', `/issues/fire/resolve?issueKey=${done}`, {})
  const job = await run('vera', [open, foreign, done], {
    resolve: { comment: 'Fixed by 3.25.', reason: 'fixed-in-release' },
  })
  expect(job).toMatchObject({ done: 1, failed: 2 })
  expect(job.results).toMatchObject([
    { key: open, state: 'DONE', error: null },
    { key: foreign, state: 'FAILED', error: expect.stringContaining('ACME-9999') },
    { key: done, state: 'FAILED' },
  ])
  expect(await read(open)).toMatchObject({ status: 'RESOLVED', issueReason: 'fixed-in-release', commentCount: 1 })
  expect(await read(done)).toMatchObject({ commentCount: 0 })
})

test('a bulk job has the permissions of its user: customers change their own cases alone, and read no foreign job', async () => {
  const [own, other] = [await file('ugo'), await file('bob', 'blue')]
  const job = await run('ugo', [own, other], { priority: 'HIGH' })
  expect(job.results).toMatchObject([{ state: 'DONE' }, { state: 'FAILED' }])
  expect(await read(other)).toMatchObject({ priority: 'LOW' })
  expect((await desk.call('vera', 'GET', `/issues-bulk/${String(job.id)}`)).status).toBe(404)
  expect((await run('ugo', [own], { resolve: {} })).results).toMatchObject([{ state: 'FAILED' }])
  expect((await start('finn', [own], { priority: 'LOW' })).status).toBe(403)
  expect((await start('vera', [own], {})).status).toBe(400)
  expect(
    (
      await start(
        'vera',
        Array.from({ length: 501 }, (_, index) => `ACME-${index}`),
        { priority: 'LOW' },
      )
    ).status,
  ).toBe(400)
})

test('a job that was interrupted goes on with the first case without a result', async () => {
  const keys = [await file(), await file()]
  const { body } = await desk.call('vera', 'POST', '/issues-bulk', { keys, operation: { watch: true } })
  await vi.waitFor(
    async () => expect((await desk.call('vera', 'GET', `/issues-bulk/${String(body.id)}`)).body.finished).toBe(true),
    { timeout: 30_000, interval: 100 },
  )
  // As if the process had ended before the second result was stored.
  await desk.portal.pool.query(`update bulk_job_cases set state = 'WAITING' where job_id = $1 and place = 2`, [body.id])
  await desk.portal.pool.query(`select graphile_worker.add_job('support.bulk', json_build_object('id', $1::bigint))`, [
    body.id,
  ])
  await vi.waitFor(
    async () =>
      expect((await desk.call('vera', 'GET', `/issues-bulk/${String(body.id)}`)).body).toMatchObject({ done: 2 }),
    { timeout: 30_000, interval: 100 },
  )
  const history = rowsOf(await desk.call('vera', 'GET', `/issues/history?issueKey=${keys[0]}`), 'entries')
  expect(history.filter(({ name }) => String(name) === 'case.watched')).toHaveLength(1)
})
