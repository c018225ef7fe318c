import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { rowsOf } from '#test/support-app.ts'
import { issueOf } from '#test/trackers/jira-fake.ts'
import { embedded, portSuite } from '#test/trackers/port-suite.ts'
import { receiveSuite } from '#test/trackers/receive-suite.ts'
import { adfOf, plainOf } from '#test/trackers/texts.ts'
import { connectTracker, fileCase, judgedTrackerWorld, type System, systems } from '#test/trackers/tracker-world.ts'
import type { TrackerPlugin } from '../contract.ts'

let world: Awaited<ReturnType<typeof judgedTrackerWorld>>
beforeAll(async () => {
  world = await judgedTrackerWorld()
})
afterAll(() => world.close())
afterEach(() => {
  expect(world.judged.calls.filter(({ wrong }) => wrong !== null)).toEqual([])
})

/** Until nothing of the connection waits or failed, and no event waits. */
const settledAt = (connection: string) =>
  expect
    .poll(async () => {
      const { rows } = await sql<{ operation: string; error: string | null }>`
        select operation, error from outbox where connection = ${connection} and state in ('WAITING','FAILED')
        union all select 'event', name from events where seq is null
        union all select 'job', task_identifier from graphile_worker.jobs where task_identifier in ('tracker.poll','connections.receive') and run_at <= now()`.execute(
        world.app.portal.db,
      )
      return rows
    })
    .toEqual([])

describe.each<System | typeof embedded>([...systems, embedded])('the port over $name', (system) =>
  portSuite(
    () => world,
    system,
    () => settledAt(`${system.target}:acme`),
  ),
)

describe.each(systems)('$name', (system) => {
  const connection = `${system.target}:acme`
  const isCloud = system.edition !== 'data-center'
  const said = (key: string) =>
    issueOf(world.fake, key)?.comments.map(({ text, role, properties }) => ({
      text: plainOf(text),
      isInternal: role !== null || properties.some(({ value }) => (value as { internal?: boolean }).internal === true),
    }))
  const comment = (key: string, body: string, internal = false) =>
    world.app.call('vera', 'POST', `/issues/comment${internal ? '/internal' : ''}?issueKey=${key}`, { body })
  const read = (key: string) => world.app.call('vera', 'GET', `/issues/${key}`)
  const settled = () => settledAt(connection)
  const poll = async () => {
    const { db } = world.app.portal
    await sql`update tracker_projects set next_poll_at = null`.execute(db)
    await sql`select graphile_worker.add_job('tracker.poll')`.execute(db)
  }

  beforeAll(async () => {
    world.fake.issues.clear()
    await connectTracker(world, system, world.addressOf(system))
  })

  receiveSuite(() => world, system, { poll, settled })

  test('a case becomes an issue with its key, text, priority and labels, and has the key of the issue', async () => {
    const { key } = await fileCase(world.app)
    await settled()
    const issue = issueOf(world.fake, key)!
    expect(issue).toMatchObject({
      summary: 'Modems drop',
      priority: 'High',
      status: 'To Do',
      labels: [`headend-${key}`],
    })
    expect(plainOf(issue.description)).toContain(isCloud ? 'At night.' : 'At **night**.')
    expect((await read(key)).body).toMatchObject({ trackerKey: issue.key, version: 1 })
    expect((await world.app.call('uma', 'GET', `/issues/${issue.key}`)).body.key).toBe(key)
  })

  test('changes arrive in their order: fields, comments with their restriction, and the status by a transition', async () => {
    const { key } = await fileCase(world.app)
    expect((await comment(key, 'We look into it.')).status).toBe(201)
    const { commentId } = (await comment(key, 'Known fault?', true)).body as unknown as { commentId: string }
    await world.app.call('vera', 'PATCH', `/issues/${key}`, {
      subject: 'Modems drop at night',
      priority: 'LOW',
      labels: ['night'],
    })
    await world.app.call('vera', 'POST', `/issues/fire/resolve?issueKey=${key}`, { comment: 'Fixed.' })
    await settled()
    expect(issueOf(world.fake, key)).toMatchObject({ summary: 'Modems drop at night', priority: 'Low', status: 'Done' })
    expect(issueOf(world.fake, key)!.labels).toEqual([`headend-${key}`, 'night'])
    expect(said(key)).toEqual([
      { text: expect.stringContaining('We look into it.'), isInternal: false },
      { text: expect.stringContaining('Known fault?'), isInternal: true },
      { text: expect.stringContaining('Fixed.'), isInternal: false },
    ])
    expect(said(key)![0]!.text).toContain('Vera Vendor')

    const path = `/issues/comment/internal?issueKey=${key}&commentId=${commentId}`
    await world.app.call('vera', 'PATCH', path, { body: 'No known fault.' })
    await settled()
    expect(said(key)![1]).toEqual({ text: expect.stringContaining('No known fault.'), isInternal: true })
    expect((await world.app.call('vera', 'DELETE', path)).status).toBe(204)
    await settled()
    expect(said(key)).toHaveLength(2)
  })

  test('files arrive byte by byte and go with their attachment; links between two cases are made and removed', async () => {
    const { key } = await fileCase(world.app)
    const { key: other } = await fileCase(world.app, { subject: 'Core restarts' })
    const form = new FormData()
    const bytes = Buffer.from([0, 255, 13, 10, 128, 7])
    form.append('file', new Blob([bytes]), 'trace.log')
    const added = await world.app.call('uma', 'POST', `/issues/attachment?issueKey=${key}`, form)
    expect(added.status).toBe(201)
    await world.app.call('vera', 'POST', `/issues/links?issueKey=${key}`, { kind: 'IS_BLOCKED_BY', key: other })
    await settled()
    const [issue, second] = [issueOf(world.fake, key)!, issueOf(world.fake, other)!]
    expect(issue.files.map(({ filename, content }) => [filename, [...content]])).toEqual([['trace.log', [...bytes]]])
    expect(issue.links).toMatchObject([{ type: 'Blocks', inward: second.id, outward: issue.id }])

    const { id } = added.body as unknown as { id: string }
    await world.app.call('adam', 'DELETE', `/issues/attachment?issueKey=${key}&attachmentId=${id}`)
    await world.app.call('vera', 'DELETE', `/issues/links?issueKey=${key}&kind=IS_BLOCKED_BY&key=${other}`)
    await settled()
    expect([issue.files, issue.links]).toEqual([[], []])
  })

  test('internal cases and their comments never leave', async () => {
    const filed = await world.app.call('vera', 'POST', '/issues?account=acme', {
      subject: 'Only for staff',
      description: '',
      priority: 'LOW',
      internal: true,
    })
    const internalKey = filed.body.key as unknown as string
    await comment(internalKey, 'Not for the tracker', true)
    // An issue that carries the label of an internal case becomes a case of its own.
    world.fake.addIssue({ summary: `Mislabelled in ${system.name}`, labels: [`headend-${internalKey}`] })
    await poll()
    await expect
      .poll(async () => {
        const { rows } = await sql<{ key: string; tracker_key: string | null }>`
          select key, tracker_key from cases where subject = ${`Mislabelled in ${system.name}`} or key = ${internalKey} order by id`.execute(
          world.app.portal.db,
        )
        return rows.map(({ key, tracker_key }) => [key === internalKey, tracker_key !== null])
      })
      .toEqual([
        [true, false],
        [false, true],
      ])
    const { key } = await fileCase(world.app)
    await settled()
    expect(issueOf(world.fake, key)).toBeDefined()
    expect([...world.fake.issues.values()].map(({ summary }) => summary)).not.toContain('Only for staff')
    expect(JSON.stringify([...world.fake.issues.values()])).not.toContain('Not for the tracker')
  })

  test('what changes in the tracker arrives once; what the portal sent itself comes back as no event', async () => {
    const { key } = await fileCase(world.app, {
      description: '# Steps\n\n1. one\n2. two\n\n- [link](https://example.com)',
    })
    await settled()
    const issue = issueOf(world.fake, key)!
    const events = async () => {
      const { rows } = await sql<{
        name: string
      }>`select name from events where subject_id = ${key} order by id`.execute(world.app.portal.db)
      return rows.map(({ name }) => name)
    }
    await poll()
    await expect
      .poll(() => world.fake.requests.filter((line) => line === `GET ${issuePath()}/comment`).length)
      .toBeGreaterThan(0)
    await settled()
    expect(await events()).toEqual(['case.created'])

    issue.summary = 'Renamed there'
    issue.status = 'In Progress'
    world.fake.addComment(issue, {
      text: isCloud ? adfOf('Seen **there**') : 'Seen **there**',
      author: { displayName: 'Jo Jira' },
    })
    world.fake.addComment(issue, {
      text: isCloud ? adfOf('Only staff') : 'Only staff',
      author: { displayName: 'Vera', emailAddress: 'vera@desk.example' },
      ...(system.role
        ? { role: system.role }
        : { properties: [{ key: 'sd.public.comment', value: { internal: true } }] }),
    })
    await poll()
    await poll()
    await expect
      .poll(async () => (await read(key)).body)
      .toMatchObject({ subject: 'Renamed there', status: 'IN_PROGRESS' })
    await settled()
    await poll()
    await settled()
    const received = rowsOf(await world.app.call('uma', 'GET', `/issues/comment?issueKey=${key}`), 'comments')
    expect(received).toMatchObject([{ body: 'Seen **there**', author: { fullName: 'Jo Jira', vendor: true } }])
    const inside = rowsOf(await world.app.call('vera', 'GET', `/issues/comment/internal?issueKey=${key}`), 'comments')
    expect(inside).toMatchObject([{ body: 'Only staff', author: { fullName: 'Vera Vendor' } }])
    expect(await events()).toEqual([
      'case.created',
      'case.edited',
      'case.status-changed',
      'case.commented',
      'case.internally-commented',
    ])
    expect(issue.comments).toHaveLength(2)

    function issuePath() {
      return `/rest/api/${isCloud ? 3 : 2}/issue/${issue.id}`
    }
  })

  test('an issue that was created in the tracker becomes a case, by one signed hook however often it arrives', async () => {
    const secret = 'the secret of the hooks'
    const changed = await fetch(`${world.app.url}/api/connections/${connection}`, {
      method: 'PATCH',
      headers: { ...world.app.headersOf('adam'), 'content-type': 'application/json' },
      body: JSON.stringify({ settings: { hookSecret: secret } }),
    })
    const { system: name } = (await changed.json()) as { system: string }
    const issue = world.fake.addIssue({
      summary: `Filed in ${system.name}`,
      priority: 'Highest',
      description: isCloud ? adfOf('Text') : 'Text',
    })
    const hook = (signed = secret, timestamp = Date.now()) => {
      const body = JSON.stringify({ timestamp, webhookEvent: 'jira:issue_created', issue: { id: issue.id } })
      const signature = `sha256=${createHmac('sha256', signed).update(body).digest('hex')}`
      const headers = {
        'content-type': 'application/json',
        'x-hub-signature': signature,
        'x-atlassian-webhook-identifier': `evt-${issue.id}`,
      }
      return fetch(`${world.app.url}/api/hooks/${name}/acme`, { method: 'POST', headers, body })
    }
    expect((await hook('another')).status).toBe(401)
    expect((await hook(secret, Date.now() - 6 * 60_000)).status).toBe(401)
    for (const { status } of await Promise.all([hook(), hook(), hook()])) expect(status).toBe(204)
    const found = async () =>
      rowsOf(await world.app.call('uma', 'GET', `/issues/search?account=acme&q=${issue.key}`), 'issues').filter(
        ({ subject }) => String(subject) === issue.summary,
      )
    await expect.poll(async () => (await found()).length).toBe(1)
    await poll()
    await settled()
    expect(await found()).toMatchObject([{ priority: 'HIGH', status: 'OPEN' }])
  })

  test('a mapping is offered what the tracker has, and tried on one issue before it is saved', async () => {
    const offered = await world.app.call(
      'adam',
      'GET',
      `/configs/options?account=acme&system=${system.target}&projectKey=PRC`,
    )
    expect([offered.status, offered.body]).toEqual([
      200,
      {
        projects: [{ key: 'PRC', name: 'Pacific Reach' }],
        statuses: ['To Do', 'In Progress', 'Waiting for customer', 'Done'],
        issueTypes: ['Bug'],
        priorities: ['Urgent', 'High', 'Medium', 'Low'],
        fields: [{ id: 'customfield_10010', name: 'Product name' }],
      },
    ])
    const issue = world.fake.addIssue({ summary: 'Sample', status: 'Waiting for customer', priority: 'Urgent' })
    const sample = (more: object, as: 'adam' | 'vera' = 'adam') =>
      world.app.call(as, 'POST', '/configs/sample?account=acme', { system: system.target, projectKey: 'PRC', ...more })
    expect((await sample({})).body).toEqual({
      sample: {
        key: issue.key,
        caseKey: null,
        subject: 'Sample',
        account: 'acme cable',
        status: 'IN_PROGRESS',
        priority: 'MEDIUM',
        type: 'CASE',
        there: { status: 'Waiting for customer', priority: 'Urgent', type: 'Bug' },
      },
      unknownStatuses: [],
    })
    const mapping = {
      statusMap: { WAITING_FOR_CUSTOMER: 'waiting for customer', OPEN: 'Selected', CLOSED: '' },
      priorityMap: { LOW: 'Urgent' },
    }
    expect((await sample(mapping)).body).toMatchObject({
      sample: { status: 'WAITING_FOR_CUSTOMER', priority: 'LOW' },
      unknownStatuses: ['Selected'],
    })
    const missing = await sample({ projectKey: 'OTHER' })
    expect([missing.status, missing.body.fields]).toMatchObject([422, [{ path: 'name' }]])
    expect((await sample({}, 'vera')).status).toBe(403)

    world.fake.mode = 'down'
    expect((await sample({})).status).toBe(422)
    world.fake.mode = 'works'
    world.fake.issues.clear()
    expect((await sample({})).body).toEqual({ sample: null, unknownStatuses: [] })
  })

  test('priorities and issue types are written and read by their mapped names', async () => {
    const config = (maps: object) =>
      world.app.call('adam', 'POST', `${system.target === 'jsm' ? '/../jsm' : ''}/configs?account=acme`, {
        projectKey: 'PRC',
        projectLabel: 'Pacific Reach',
        ...maps,
      })
    const saved = await config({ priorityMap: { HIGH: 'Urgent', LOW: '' }, typeMap: { CASE: 'Support' } })
    expect([saved.status, saved.body]).toMatchObject([
      200,
      { priorityMap: { HIGH: 'Urgent' }, typeMap: { CASE: 'Support' } },
    ])
    const { key } = await fileCase(world.app)
    await settled()
    const issue = issueOf(world.fake, key)!
    expect([issue.priority, issue.type]).toEqual(['Urgent', system.target === 'jsm' ? 'Bug' : 'Support'])
    issue.priority = 'Low'
    issue.updated = new Date(Date.now() + 1).toISOString()
    await poll()
    await expect.poll(async () => (await read(key)).body).toMatchObject({ priority: 'LOW' })
    issue.priority = 'Urgent'
    issue.updated = new Date(Date.now() + 2).toISOString()
    await poll()
    await expect.poll(async () => (await read(key)).body).toMatchObject({ priority: 'HIGH' })
    await settled()
    expect((await config({ priorityMap: {}, typeMap: {} })).body).toMatchObject({ priorityMap: {}, typeMap: {} })
  })

  test('what the tracker rejects stays with its reason, and a case shows it', async () => {
    const { key } = await fileCase(world.app)
    await settled()
    world.fake.statuses.delete('Done')
    await world.app.call('vera', 'POST', `/issues/fire/resolve?issueKey=${key}`, {})
    const sync = async () => ((await read(key)).body as unknown as { sync: { state: string; error: string } }).sync
    await expect
      .poll(sync)
      .toMatchObject({ state: 'FAILED', error: expect.stringContaining('has no transition from To Do') })
    const seen = (await world.app.call('uma', 'GET', `/issues/${key}`)).body.sync
    expect(seen).toMatchObject({ state: 'FAILED', error: null })
    world.fake.statuses.set('Done', 'done')
    const messages = await fetch(`${world.app.url}/api/connections/${connection}/messages`, {
      headers: world.app.headersOf('adam'),
    })
    const { _embedded } = (await messages.json()) as { _embedded: { messages: { id: string; title: string }[] } }
    expect(_embedded.messages).toMatchObject([{ title: `Change the status of ${key}`, state: 'FAILED' }])
    await fetch(`${world.app.url}/api/connections/${connection}/retry`, {
      method: 'POST',
      headers: { ...world.app.headersOf('adam'), 'content-type': 'application/json' },
      body: JSON.stringify({ itemIds: _embedded.messages.map(({ id }) => id) }),
    })
    await settled()
    expect(issueOf(world.fake, key)!.status).toBe('Done')
    expect(await sync()).toMatchObject({ state: 'SYNCED', error: null })
  })

  test('a reload reads every issue, sends open cases that the tracker lacks, and notifies no user', async () => {
    await world.app.call('adam', 'PATCH', '/plugin/configs/acme/embedded')
    const { key } = await fileCase(world.app, { subject: `Filed before ${system.name}` })
    await comment(key, 'Said before')
    await settled()
    await world.app.call('adam', 'PATCH', `/plugin/configs/acme/${system.target}`)
    for (let number = 1; number <= 105; number += 1) {
      const issue = world.fake.addIssue({ summary: `Old ${number} of ${system.name}`, status: 'Done' })
      world.fake.addComment(issue, {
        text: isCloud ? adfOf('Long ago') : 'Long ago',
        author: { displayName: 'Jo Jira' },
      })
    }
    const talk = world.fake.addIssue({ summary: `Talk of ${system.name}`, status: 'Done' })
    const inside = system.role
      ? { role: system.role }
      : { properties: [{ key: 'sd.public.comment', value: { internal: true } }] }
    const vera = { displayName: 'Vera', emailAddress: 'vera@desk.example' }
    for (const [text, more] of [
      ['Seen first', {}],
      ['Only staff', { author: vera, ...inside }],
      ['Seen last', {}],
      ['Answered', { author: vera }],
    ] as const)
      world.fake.addComment(talk, { text: isCloud ? adfOf(text) : text, author: { displayName: 'Jo Jira' }, ...more })
    const mails = async () =>
      (await sql<{ count: number }>`select count(*) from mail_outbox`.execute(world.app.portal.db)).rows[0]
    const before = await mails()
    const started = await world.app.call('adam', 'POST', '/issues/reload?account=acme')
    expect([started.status, started.body]).toEqual([202, { job: expect.any(String) }])
    const config = async () => {
      const plugins = rowsOf(await world.app.call('vera', 'GET', '/plugin/configs?account=acme'), 'configs')
      return (plugins[0] as unknown as TrackerPlugin).configs.find((one) => one.system === system.target)?.sync
    }
    await expect.poll(async () => (await config())?.state).toBe('DONE')
    expect(await config()).toMatchObject({ error: null, created: 106 })
    const { total, read: done } = (await config())!
    expect([total! >= 106, done]).toEqual([true, total])
    await settled()
    expect(issueOf(world.fake, key)).toMatchObject({ summary: `Filed before ${system.name}` })
    expect(said(key)).toEqual([{ text: expect.stringContaining('Said before'), isInternal: false }])
    expect(await mails()).toEqual(before)
    const [found, ...others] = rowsOf(
      await world.app.call(
        'uma',
        'GET',
        `/issues/search?account=acme&q=${encodeURIComponent(`Talk ${talk.key} seen last`)}`,
      ),
      'issues',
    )
    expect([found, others]).toMatchObject([{ subject: talk.summary, status: 'RESOLVED' }, []])
    const talkOf = async (path: string) =>
      rowsOf(await world.app.call('vera', 'GET', `/issues/comment${path}?issueKey=${found!.key}`), 'comments')
    expect(await talkOf('')).toMatchObject([
      { body: 'Seen first', author: { fullName: 'Jo Jira' } },
      { body: 'Seen last', author: { fullName: 'Jo Jira' } },
      { body: 'Answered', author: { fullName: 'Vera Vendor' } },
    ])
    expect(await talkOf('/internal')).toMatchObject([{ body: 'Only staff', author: { fullName: 'Vera Vendor' } }])
    const { rows: events } = await sql<{ name: string }>`
      select name from events where subject_id = ${String(found!.key)} order by id`.execute(world.app.portal.db)
    expect(events.map(({ name }) => name)).toEqual([
      'case.created',
      'case.commented',
      'case.internally-commented',
      'case.commented',
      'case.commented',
    ])
    const old = rowsOf(
      await world.app.call('uma', 'GET', `/issues/search?account=acme&status=RESOLVED&size=200`),
      'issues',
    )
    expect(old.filter(({ subject }) => String(subject).endsWith(` of ${system.name}`))).toHaveLength(106)
  })
})

test('without a tracker a reload indexes the cases again; a tracker that does not respond is reported at once', async () => {
  const started = await world.app.call('adam', 'POST', '/issues/reload?account=blue')
  expect(started.status).toBe(202)
  await expect
    .poll(() =>
      world.app.portal.db.selectFrom('jobs').select('state').where('id', '=', Number(started.body.job)).execute(),
    )
    .toEqual([{ state: 'DONE' }])
  world.fake.token = 'another'
  const rejected = await world.app.call('adam', 'POST', '/issues/reload?account=acme')
  expect([rejected.status, rejected.body.fields]).toMatchObject([422, [{ path: 'login' }]])
  expect((await world.app.call('vera', 'POST', '/issues/reload?account=acme')).status).toBe(403)
})
