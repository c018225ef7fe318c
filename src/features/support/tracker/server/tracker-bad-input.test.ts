import { createHmac, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsOf } from '#test/support-app.ts'
import { issueOf } from '#test/trackers/jira-fake.ts'
import { adfOf } from '#test/trackers/texts.ts'
import { connectTracker, fileCase, systems, type TrackerWorld, trackerWorld } from '#test/trackers/tracker-world.ts'

const SECRET = 'the secret of the hooks'
const CONNECTION = 'jira:acme'
let world: TrackerWorld
beforeAll(async () => {
  world = await trackerWorld()
  await connectTracker(world, systems[0], world.fake.url)
  expect(await operate('PATCH', '', { settings: { hookSecret: SECRET } })).toBe(200)
  expect(await operate('POST', '/test')).toBe(200)
})
afterAll(() => world.close())

async function operate(method: string, path: string, body?: object): Promise<number> {
  const response = await fetch(`${world.app.url}/api/connections/${CONNECTION}${path}`, {
    method,
    headers: { ...world.app.headersOf('adam'), ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return response.status
}
const call = (name: 'vera' | 'uma' | 'adam', method: string, path: string, body?: object) =>
  world.app.call(name, method, path, body)
/** What waits, and what failed, once nothing is on its way. */
async function settled(): Promise<{ operation: string; error: string }[]> {
  const { db } = world.app.portal
  await expect
    .poll(
      async () =>
        (
          await sql`
            select 1 from outbox where connection = ${CONNECTION} and state = 'WAITING' and next_at <= now()
            union all select 1 from events where seq is null
            union all select 1 from graphile_worker.jobs where task_identifier in ('tracker.poll','connections.receive') and run_at <= now()`.execute(
            db,
          )
        ).rows.length,
    )
    .toBe(0)
  const { rows } = await sql<{ operation: string; error: string }>`
    select operation, error from outbox where connection = ${CONNECTION} and state = 'FAILED' order by id`.execute(db)
  await sql`update outbox set state = 'DROPPED' where connection = ${CONNECTION} and state = 'FAILED'`.execute(db)
  return rows
}
/** Polls now, also where a poll that failed waits for its next attempt: the scheduled one of a minute may be that. */
async function poll(): Promise<void> {
  const { db } = world.app.portal
  await sql`update outbox set next_at = now() where connection = ${CONNECTION} and operation = 'poll' and state = 'WAITING'`.execute(
    db,
  )
  await sql`update tracker_projects set next_poll_at = null`.execute(db)
  await sql`select graphile_worker.add_job('tracker.poll')`.execute(db)
}
async function filed(more: object = {}): Promise<string> {
  const { key } = await fileCase(world.app, more)
  await settled()
  return key
}
const subjectOf = async (key: string) => (await call('vera', 'GET', `/issues/${key}`)).body.subject

async function hook(options: { account?: string; secret?: string; at?: number; body?: string; issueId?: string }) {
  const { account = 'acme', secret = SECRET, at = Date.now(), issueId = '1' } = options
  const body =
    options.body ?? JSON.stringify({ timestamp: at, webhookEvent: 'jira:issue_updated', issue: { id: issueId } })
  const response = await fetch(`${world.app.url}/api/hooks/jira/${account}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-hub-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
      'x-atlassian-webhook-identifier': randomUUID(),
    },
    body,
  }).catch(() => undefined)
  return response?.status
}

test('a subject that is JQL is a subject: it is in no search', async () => {
  const subject = '" OR project = "SECRETS" ORDER BY created --'
  const key = await filed({ subject })
  expect(issueOf(world.fake, key)!.summary).toBe(subject)
  // A repeated message searches for the issue.
  await sql`delete from tracker_issues`.execute(world.app.portal.db)
  await call('vera', 'PATCH', `/issues/${key}`, { labels: ['again'] })
  expect(await settled()).toEqual([])
  expect(issueOf(world.fake, key)!.labels).toContain('again')
  expect(world.fake.searches.length).toBeGreaterThan(0)
  expect(world.fake.searches.filter((jql) => jql.includes('SECRETS'))).toEqual([])
})

test('a tracker that renames its statuses: the status of that kind is taken, and the new name is shown by no error', async () => {
  const key = await filed()
  const done = world.fake.statuses.get('Done')!
  world.fake.statuses.delete('Done')
  world.fake.statuses.set('Finished', done)
  await call('vera', 'POST', `/issues/fire/resolve?issueKey=${key}`, {})
  expect(await settled()).toEqual([])
  expect(issueOf(world.fake, key)!.status).toBe('Finished')
  world.fake.statuses.delete('Finished')
  world.fake.statuses.set('Done', done)
})

test('an issue that was deleted in the tracker: what is sent to it is a dead letter with its reason, and the case stays', async () => {
  const key = await filed()
  world.fake.issues.delete(issueOf(world.fake, key)!.id)
  await call('vera', 'POST', `/issues/comment?issueKey=${key}`, { body: 'Still there?' })
  const error = 'Jira does not have it: The issue does not exist.'
  expect(await settled()).toEqual([
    { operation: 'comment', error },
    { operation: 'move', error },
  ])
  const comments = rowsOf(await call('uma', 'GET', `/issues/comment?issueKey=${key}`), 'comments')
  expect(comments.map(({ body }) => String(body))).toEqual(['Still there?'])
})

test('an issue that was moved to another project keeps its case; both keys open it', async () => {
  const key = await filed()
  const issue = issueOf(world.fake, key)!
  const before = issue.key
  Object.assign(issue, { key: 'OTHER-77', summary: 'Moved' })
  expect(await hook({ issueId: issue.id })).toBe(204)
  expect(await settled()).toEqual([])
  expect(await subjectOf(key)).toBe('Moved')
  for (const q of [before, 'OTHER-77']) {
    const found = rowsOf(await call('vera', 'GET', `/issues/search?account=acme&q=${q}`), 'issues')
    expect([q, found.map((one) => String(one.key))]).toEqual([q, expect.arrayContaining([key])])
  }
})

test('a project that was deleted: cases stay and go on, the reload says what is wrong', async () => {
  const key = await filed()
  world.fake.project = 'GONE'
  const started = await call('adam', 'POST', '/issues/reload?account=acme')
  expect(started.status, started.text).toBeGreaterThanOrEqual(400)
  expect((await call('vera', 'POST', `/issues/comment?issueKey=${key}`, { body: 'Work goes on' })).status).toBe(201)
  world.fake.project = 'PRC'
  await operate('POST', '/test')
  expect(await settled()).toEqual([])
  expect(issueOf(world.fake, key)!.comments).toHaveLength(1)
})

test('pages without end end the first sync with a sentence', async () => {
  world.fake.endless = true
  for (let number = 0; number < 3; number += 1) world.fake.addIssue({ summary: `Endless ${number}` })
  const started = await call('adam', 'POST', '/issues/reload?account=acme')
  expect(started.status, started.text).toBe(202)
  const { db } = world.app.portal
  const job = () => db.selectFrom('jobs').selectAll().where('id', '=', Number(started.body.job)).execute()
  await expect.poll(async () => JSON.stringify(await job())).toContain('again and again')
  // A poll fails at them too, and waits for its next attempt.
  await poll()
  await expect
    .poll(
      async () =>
        (
          await sql`select 1 from outbox where connection = ${CONNECTION} and operation = 'poll' and state = 'WAITING' and error like '%again and again%'`.execute(
            db,
          )
        ).rows.length,
    )
    .toBe(1)
  world.fake.endless = false
  await settled()
})

test('clocks an hour off lose no change, and hooks of another hour are rejected', async () => {
  const key = await filed()
  const issue = issueOf(world.fake, key)!
  for (const offset of [-3_600_000, 3_600_000]) {
    world.fake.offset = offset
    expect(await hook({ at: Date.now() + offset, issueId: issue.id })).toBe(401)
    const body = `At ${offset}`
    world.fake.addComment(issue, { text: adfOf(body), author: { displayName: 'Jo Jira' } })
    await poll()
    await settled()
    const comments = rowsOf(await call('uma', 'GET', `/issues/comment?issueKey=${key}`), 'comments')
    expect(comments.map((one) => String(one.body))).toContain(body)
  }
  world.fake.offset = 0
})

test('a webhook of 20 MB, of an account without a tracker and with the secret of another one change nothing', async () => {
  const stored = async () =>
    (await sql<{ count: number }>`select count(*)::int as count from hook_events`.execute(world.app.portal.db)).rows[0]!
      .count
  const before = await stored()
  const large = JSON.stringify({ timestamp: Date.now(), issue: { id: '1' }, filler: 'x'.repeat(20 * 1024 * 1024) })
  expect([413, undefined]).toContain(await hook({ body: large }))
  expect(await hook({ account: 'blue' })).toBe(401)
  expect(await hook({ account: 'nobody' })).toBe(401)
  expect(await hook({ secret: 'the secret of another account' })).toBe(401)
  expect(await stored()).toBe(before)
})
