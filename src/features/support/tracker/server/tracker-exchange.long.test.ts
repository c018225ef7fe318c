import { createHmac, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { SimulatedFault } from '#features/platform/connections/contract.ts'
import { makeAccount } from '#test/factories.ts'
import { rowsOf, type SupportApp, supportApp } from '#test/support-app.ts'
import { issueOf, type JiraFake, startJiraFake } from '#test/trackers/jira-fake.ts'
import { adfOf, plainOf } from '#test/trackers/texts.ts'
import { connectTracker, systems } from '#test/trackers/tracker-world.ts'

const SECRET = 'the secret of the hooks'
/** Faults of calls, which reach nothing, and those of messages and events. */
const faults: readonly (readonly [SimulatedFault, boolean])[] = [
  ['SLOW', true],
  ['TOO_MANY', true],
  ['FAILING', true],
  ['CUT', true],
  ['GARBLED', true],
  ['DUPLICATE', false],
  ['REORDERED', false],
]
/** For what takes seconds, on a machine that has others to serve. */
const TIMEOUT_MS = 200_000
const ECHO = 'echo'
const DOWN = 'down'
let app: SupportApp
/** A site of Jira for each account: one whose changes come back, and one for each fault. */
const sites = new Map<string, JiraFake>()
const nameOf = (fault: SimulatedFault) => `with-${fault.toLowerCase().replace('_', '-')}`

beforeAll(async () => {
  for (const account of [ECHO, DOWN, ...faults.map(([fault]) => nameOf(fault))])
    sites.set(account, await startJiraFake())
  app = await supportApp({
    PRIVATE_HOSTS: [...sites.values()].map(({ host }) => host).join(),
    PORTAL_ENVIRONMENT: 'staging',
    RATE_LIMITS: 'off',
  })
  // Other tests are about the limit of calls a second; here it would only make these wait.
  await sql`create function no_limit() returns trigger language plpgsql as $$ begin new.next_call_at = null; return new; end $$`.execute(
    app.portal.db,
  )
  await sql`create trigger no_limit before update on connection_status for each row execute function no_limit()`.execute(
    app.portal.db,
  )
  for (const [account, { url }] of sites) {
    await makeAccount(app, account)
    await connectTracker({ app }, systems[0], url, account)
    expect(await operate('PATCH', account, '', { settings: { hookSecret: SECRET } })).toBe(200)
    expect(await operate('POST', account, '/test')).toBe(200)
  }
})
afterAll(async () => {
  await app.close()
  for (const fake of sites.values()) await fake.close()
})

async function operate(method: string, account: string, path: string, body?: object): Promise<number> {
  const response = await fetch(`${app.url}/api/connections/jira:${account}${path}`, {
    method,
    headers: { ...app.headersOf('adam'), ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return response.status
}
async function change(method: string, path: string, body: object | FormData): Promise<void> {
  const { status, text } = await app.call('vera', method, path, body)
  expect(status, text).toBeLessThan(300)
}
async function fileCase(account: string): Promise<string> {
  const body = { subject: 'Modems drop', description: 'At night.', priority: 'HIGH' }
  const filed = await app.call('vera', 'POST', `/issues?account=${account}`, body)
  expect(filed.status, filed.text).toBe(201)
  return String(filed.body.key)
}
const say = (key: string, body: string) => change('POST', `/issues/comment?issueKey=${key}`, { body })
/** Until nothing of the account waits: no message, no event and no received hook. Those of other accounts are theirs. */
const settled = (account: string) =>
  vi.waitFor(
    async () => {
      const connection = `jira:${account}`
      const { rows } = await sql<{ what: string; error: string | null }>`
        select operation as what, error from outbox where connection = ${connection} and state in ('WAITING', 'FAILED')
        union all select e.name, null from events e join accounts a on a.id = e.account_id where e.seq is null and a.name = ${account}
        union all select 'hook', error from hook_events where connection = ${connection} and handled_at is null limit 5`.execute(
        app.portal.db,
      )
      expect(rows).toEqual([])
    },
    { timeout: TIMEOUT_MS, interval: 50 },
  )
const eventsOf = async (key: string) =>
  (
    await sql<{ name: string }>`select name from events where subject_id = ${key} order by id`.execute(app.portal.db)
  ).rows.map(({ name }) => name)

/** Notifies the portal that an issue changed, as Jira does. */
async function hook(account: string, issueId: string, event: string = randomUUID()): Promise<void> {
  const body = JSON.stringify({ timestamp: Date.now(), webhookEvent: 'jira:issue_updated', issue: { id: issueId } })
  const headers = {
    'content-type': 'application/json',
    'x-hub-signature': `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`,
    'x-atlassian-webhook-identifier': event,
  }
  const { status } = await fetch(`${app.url}/api/hooks/jira/${account}`, { method: 'POST', headers, body })
  expect(status).toBe(204)
}

/** The clock of what waits goes on by this much. */
async function pass(account: string, minutes: number): Promise<void> {
  const { db } = app.portal
  const ago = sql`${minutes} * interval '1 minute'`
  const connection = `jira:${account}`
  await sql`update outbox set next_at = next_at - ${ago} where connection = ${connection} and state = 'WAITING'`.execute(
    db,
  )
  await sql`
    update connection_status set retry_at = retry_at - ${ago}, failing_since = failing_since - ${ago}, circuit_open_since = circuit_open_since - ${ago}
    where connection = ${connection}`.execute(db)
  await sql`
    update graphile_worker._private_jobs j set run_at = run_at - ${ago} from graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier in ('outbox.connections', 'connections.probe') and j.payload->>'connection' = ${connection}
      and j.locked_at is null and j.run_at > now()`.execute(db)
}

test.concurrent.each(faults)(
  'with %s simulated, an ordinary exchange ends with each change once and in order, on both sides',
  async (fault, isOfCalls) => {
    const account = nameOf(fault)
    const fake = sites.get(account)!
    const simulate = async (simulated: SimulatedFault | null) =>
      expect(await operate('PUT', account, '/fault', { fault: simulated })).toBe(200)

    await simulate(fault)
    const key = await fileCase(account)
    await say(key, 'We look into it.')
    await change('POST', `/issues/comment/internal?issueKey=${key}`, { body: 'Known fault?' })
    await change('PATCH', `/issues/${key}`, { subject: 'Modems drop at night', labels: ['night'] })
    const form = new FormData()
    form.append('file', new Blob(['line one']), 'trace.log')
    await change('POST', `/issues/attachment?issueKey=${key}`, form)
    await change('POST', `/issues/fire/resolve?issueKey=${key}`, { comment: 'Fixed.' })
    if (isOfCalls) {
      const attempted = sql`select 1 from outbox where connection = ${`jira:${account}`} and attempts > 0`
      await vi.waitFor(async () => expect((await attempted.execute(app.portal.db)).rows).not.toEqual([]), TIMEOUT_MS)
      expect([...fake.issues.values()]).toEqual([])
    } else await settled(account)
    await simulate(null)
    expect(await operate('POST', account, '/test')).toBe(200)
    await pass(account, 1)
    await settled(account)
    const issue = issueOf(fake, key)!
    expect([...fake.issues.values()]).toEqual([issue])
    expect(issue).toMatchObject({ summary: 'Modems drop at night', status: 'Done' })
    expect(issue.labels).toEqual([`headend-${key}`, 'night'])
    expect(issue.files.map(({ filename, content }) => [filename, String(content)])).toEqual([['trace.log', 'line one']])
    expect(
      issue.comments.map(({ text, role }) => [
        plainOf(text)
          .replace(/^.*:\s*/, '')
          .trim(),
        role,
      ]),
    ).toEqual([
      ['We look into it.', null],
      ['Known fault?', 'Staff'],
      ['Fixed.', null],
    ])

    const own = await eventsOf(key)
    await simulate(fault)
    for (const text of ['One from there', 'Two from there']) {
      fake.addComment(issue, { text: adfOf(text), author: { displayName: 'Jo Jira' } })
      const event = `${key}-${text}`
      for (let time = 0; time < 2; time += 1) await hook(account, issue.id, event)
    }
    issue.status = 'In Progress'
    await hook(account, issue.id)
    await simulate(null)
    await operate('POST', account, '/test')
    await pass(account, 1)
    await settled(account)
    const received = rowsOf(await app.call('vera', 'GET', `/issues/comment?issueKey=${key}`), 'comments')
    expect(received.map(({ body }) => String(body))).toEqual([
      'We look into it.',
      'Fixed.',
      'One from there',
      'Two from there',
    ])
    expect((await eventsOf(key)).slice(own.length).toSorted()).toEqual([
      'case.commented',
      'case.commented',
      'case.status-changed',
    ])
    expect(issue.comments).toHaveLength(5)
  },
)

test.concurrent('1,000 changes, which each side sends to the other, are made once on each and cause no further one', async () => {
  const [CASES, HERE, THERE] = [20, 10, 40]
  const fake = sites.get(ECHO)!
  const keys: string[] = []
  for (let number = 0; number < CASES; number += 1) keys.push(await fileCase(ECHO))
  await settled(ECHO)
  const issues = keys.map((key) => issueOf(fake, key)!)
  const ofAll = async (make: (index: number) => Promise<void>) =>
    void (await Promise.all(issues.map((_, index) => make(index))))
  fake.requests.splice(0)

  for (let number = 0; number < HERE; number += 1)
    await ofAll((index) => change('PATCH', `/issues/${keys[index]}`, { subject: `Step ${number}` }))
  // What arrives meanwhile is read together later.
  expect(await operate('PATCH', ECHO, '', { stopped: true })).toBe(200)
  for (let number = 0; number < THERE; number += 1)
    await ofAll((index) => {
      fake.addComment(issues[index]!, { text: adfOf(`Step ${number}`), author: { displayName: 'Jo Jira' } })
      return hook(ECHO, issues[index]!.id)
    })
  expect(await operate('PATCH', ECHO, '', { stopped: false })).toBe(200)
  await settled(ECHO)
  // What was written there comes back.
  for (let number = 0; number < HERE; number += 1) await ofAll((index) => hook(ECHO, issues[index]!.id))
  await settled(ECHO)

  // A poll reads by POST.
  const written = fake.requests.filter((line) => !line.startsWith('GET') && !line.endsWith('/search/jql'))
  expect(written).toHaveLength(CASES * HERE)
  expect(new Set(written)).toEqual(new Set(issues.map(({ id }) => `PUT /rest/api/3/issue/${id}`)))
  for (const [index, key] of keys.entries()) {
    expect(issues[index]).toMatchObject({ summary: `Step ${HERE - 1}` })
    expect(issues[index]!.comments).toHaveLength(THERE)
    const events = await eventsOf(key)
    const count = (name: string) => events.filter((one) => one === name).length
    expect([events.length, count('case.edited'), count('case.commented')]).toEqual([1 + HERE + THERE, HERE, THERE])
  }
})

test('a change here that is not on its way yet is not replaced by what the tracker has', async () => {
  const key = await fileCase(ECHO)
  await settled(ECHO)
  const issue = issueOf(sites.get(ECHO)!, key)!
  const { pool } = app.portal
  const holder = await pool.connect()
  try {
    // No event is handled meanwhile.
    await holder.query('begin; lock table event_chain in access exclusive mode')
    await change('PATCH', `/issues/${key}`, { subject: 'Modems drop at night' })
    await hook(ECHO, issue.id)
    await vi.waitFor(async () => {
      const { rows } = await pool.query(
        `select from outbox where connection = $1 and operation = 'read' and state = 'DONE' and content->>'trackerId' = $2`,
        [`jira:${ECHO}`, issue.id],
      )
      expect(rows.length).toBeGreaterThan(0)
    }, TIMEOUT_MS)
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  await settled(ECHO)
  expect(issue).toMatchObject({ summary: 'Modems drop at night' })
  expect((await app.call('vera', 'GET', `/issues/${key}`)).body).toMatchObject({ subject: 'Modems drop at night' })
})

test('a tracker that is down for an hour gets everything once it is back: once, in order, without an operator, and no user is notified twice', async () => {
  const [CASES, HOPS] = [5, 4]
  const fake = sites.get(DOWN)!
  const keys: string[] = []
  for (let number = 0; number < CASES; number += 1) keys.push(await fileCase(DOWN))
  await settled(DOWN)
  fake.mode = 'down'
  for (const step of ['One', 'Two', 'Three'])
    for (const key of keys) {
      await say(key, step)
      await change('PATCH', `/issues/${key}`, { subject: `Step ${step}` })
    }
  await vi.waitFor(async () => {
    const { rows } = await sql`select from events where seq is null`.execute(app.portal.db)
    expect(rows).toHaveLength(0)
  }, TIMEOUT_MS)
  const notified = async () => {
    const { rows } = await sql<{ mails: number; events: number }>`
      select (select count(*) from mail_outbox) as mails, (select count(*) from events where subject_id = any(${keys}::text[])) as events`.execute(
      app.portal.db,
    )
    return rows[0]
  }
  const before = await notified()
  for (let hop = 0; hop < HOPS; hop += 1) {
    await vi.waitFor(async () => {
      const { rows } = await sql`
        select 1 from outbox where connection = ${`jira:${DOWN}`} and state = 'WAITING' and attempts = 0
          and not exists (select from outbox e where e.subject = outbox.subject and e.state = 'WAITING' and e.id < outbox.id)
        union all select 1 from connection_status where connection = ${`jira:${DOWN}`} and circuit_open_since is null`.execute(
        app.portal.db,
      )
      expect(rows).toEqual([])
    }, TIMEOUT_MS)
    await pass(DOWN, 60 / HOPS)
  }
  for (const key of keys) expect(issueOf(fake, key)!.comments).toEqual([])
  expect(await disconnectedSince()).toEqual(expect.any(String))
  fake.mode = 'works'
  await pass(DOWN, 1)
  await settled(DOWN)
  for (const key of keys) {
    const issue = issueOf(fake, key)!
    expect(issue.summary).toBe('Step Three')
    const texts = issue.comments.map(({ text }) =>
      plainOf(text)
        .replace(/^.*:\s*/, '')
        .trim(),
    )
    expect([key, texts]).toEqual([key, ['One', 'Two', 'Three']])
  }
  expect(fake.issues.size).toBe(CASES)
  expect(await notified()).toEqual(before)
  // The banner of the pages follows the circuit.
  await vi.waitFor(async () => expect(await disconnectedSince()).toBe(null), TIMEOUT_MS)
  await vi.waitFor(async () => {
    const { rows } = await sql<{ name: string; status: string }>`
      select name, data->>'pluginStatus' as status from events
      where subject_id = ${`jira:${DOWN}`} and name in ('connection.disconnected', 'connection.reconnected') order by id`.execute(
      app.portal.db,
    )
    expect(rows.map(({ name, status }) => [name, status])).toEqual([
      ['connection.disconnected', 'disconnected'],
      ['connection.reconnected', 'connected'],
    ])
  }, TIMEOUT_MS)

  async function disconnectedSince(): Promise<unknown> {
    const found = await app.call('vera', 'GET', `/../../accounts/plugin?accountName=${DOWN}`)
    const jira = rowsOf(found, 'details').find(({ name }) => String(name) === 'jira')
    return (jira!.connection as unknown as { disconnectedSince: unknown }).disconnectedSince
  }
})
