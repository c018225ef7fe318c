import { beforeAll, expect, test } from 'vitest'
import { addressOf, type Json, rowsOf } from '#test/support-app.ts'
import { type FakeComment, type FakeFile, type FakeIssue, touch } from './fake-project.ts'
import { issueOf } from './jira-fake.ts'
import { usersOfSite } from './kept-case.ts'
import { adfOf } from './texts.ts'
import { fileCase, type System, type TrackerWorld } from './tracker-world.ts'

const MEGABYTE = 1024 * 1024
/** A line whose password is hidden from others than its uploader. */
const SECRET_LINE = 'admin password=hidden-word-77\n'

/** What is read of files and watchers that were changed in the tracker. */
export function receiveSuite(
  world: () => TrackerWorld,
  system: System,
  { poll, settled }: { poll: () => Promise<void>; settled: () => Promise<unknown> },
): void {
  const of = (key: string) => `issueKey=${key}`
  const filesOf = async (key: string): Promise<readonly Json[]> =>
    rowsOf(await world().app.call('ugo', 'GET', `/issues/attachments?${of(key)}`), 'attachments')
  const contentOf = async (key: string, file: Json) =>
    (await world().app.call('ugo', 'GET', `/issues/attachment?${of(key)}&attachmentId=${file.id}`)).text
  const eventsOf = async (key: string, name: string) => {
    const { rows } = await world().app.portal.pool.query(
      'select data->$3 as mark from events where subject_id = $1 and name = $2 order by id',
      [key, name, 'fromTracker'],
    )
    return rows.length
  }
  const readAgain = async () => {
    await poll()
    await settled()
  }
  const added = async (issue: FakeIssue, ...files: Partial<FakeFile>[]) => {
    for (const file of files)
      world().fake.addFile(issue, { filename: 'file.txt', content: Buffer.from('text'), ...file })
    await readAgain()
  }
  const filed = async (subject: string) => {
    const { key } = await fileCase(world().app, { subject })
    await settled()
    return { key, issue: issueOf(world().fake, key)! }
  }

  beforeAll(() => {
    for (const address of usersOfSite) world().fake.users.add(address)
  })

  test('files that were added there become files of the case once, with their author; own ones come back as none', async () => {
    const { key, issue } = await filed('Files of both')
    const form = new FormData()
    form.append('file', new Blob(['own']), 'own.txt')
    expect((await world().app.call('uma', 'POST', `/issues/attachment?${of(key)}`, form)).status).toBe(201)
    await settled()
    const jo = { displayName: 'Jo Jira' }
    const vera = { displayName: 'Vera', emailAddress: addressOf('vera') }
    const bytes = Buffer.from([0x50, 0x4b, 0, 255, 13, 10, 128])
    await added(issue, { filename: 'there.zip', content: bytes, author: jo }, { filename: 'log.txt', author: vera })
    await readAgain()
    const files = await filesOf(key)
    expect(files.map(({ filename, author }) => [filename, author!.fullName, author!.username])).toEqual([
      ['own.txt', 'Uma User', addressOf('uma')],
      ['there.zip', 'Jo Jira', ''],
      ['log.txt', 'Vera Vendor', addressOf('vera')],
    ])
    const [, zip] = files
    const path = `/api/plugins/jira/issues/attachment?${of(key)}&attachmentId=${zip!.id}`
    const sent = await fetch(`${world().app.url}${path}`, { headers: world().app.headersOf('ugo') })
    expect([...new Uint8Array(await sent.arrayBuffer())]).toEqual([...bytes])
    expect(await eventsOf(key, 'case.attachment-added')).toBe(3)
    expect(issue.files).toHaveLength(3)

    const gone = await world().app.call('adam', 'DELETE', `/issues/attachment?${of(key)}&attachmentId=${zip!.id}`)
    expect(gone.status).toBe(204)
    await settled()
    await readAgain()
    expect(issue.files.map(({ filename }) => filename)).toEqual(['own.txt', 'log.txt'])
    expect((await filesOf(key)).map(({ filename }) => filename)).toEqual(['own.txt', 'log.txt'])
  })

  test('what uploads reject is rejected there too: a message says why, once, and the others arrive', async () => {
    const { key, issue } = await filed('Files of all kinds')
    const { fake, app } = world()
    const big = { filename: 'huge.pcap', size: 30 * MEGABYTE }
    for (const file of [{ filename: 'setup.exe' }, big, { filename: 'fine.log', content: Buffer.from(SECRET_LINE) }])
      fake.addFile(issue, { content: Buffer.from('text'), ...file })
    const failed = async () => {
      const { rows } = await app.portal.pool.query<{ id: string; operation: string; error: string }>(
        "select id, operation, error from outbox where subject = $1 and state = 'FAILED'",
        [`${system.target}:acme ${key}`],
      )
      return rows
    }
    await poll()
    await expect.poll(failed).toMatchObject([{ operation: 'receive-files' }])
    const [message] = await failed()
    expect(message!.error).toMatch(/^Not attached, and still in the tracker: .*setup\.exe.*huge\.pcap/)
    const [file, ...others] = await filesOf(key)
    expect([file!.filename, others]).toEqual(['fine.log', []])
    // By the rules of logs: nobody but its uploader reads the secret, and that is no user of the portal.
    expect(await contentOf(key, file!)).not.toContain('hidden-word-77')
    const original = `/issues/attachment/original?${of(key)}&attachmentId=${file!.id}`
    expect((await app.call('adam', 'GET', original)).status).toBe(403)

    const drop = await fetch(`${app.url}/api/connections/${system.target}:acme/drop`, {
      method: 'POST',
      headers: { ...app.headersOf('adam'), 'content-type': 'application/json' },
      body: JSON.stringify({ itemIds: [String(message!.id)] }),
    })
    expect(drop.status).toBe(200)
    await added(issue, { filename: 'later.log' })
    expect((await filesOf(key)).map(({ filename }) => filename)).toEqual(['fine.log', 'later.log'])
  })

  test.runIf(system.target === 'jsm')('files of internal notes stay in the service desk', async () => {
    const { key, issue } = await filed('Files of notes')
    await added(issue, { filename: 'inside.log', internal: true }, { filename: 'outside.log' })
    await readAgain()
    expect((await filesOf(key)).map(({ filename }) => filename)).toEqual(['outside.log'])
    expect(issue.files).toHaveLength(2)
  })

  test('a comment goes to the side that it has there now, in both directions; a note of the portal stays internal', async () => {
    const { key, issue } = await filed('Sides of comments')
    const { app, fake } = world()
    const said = (words: string) => (system.edition === 'data-center' ? words : adfOf(words))
    const mark = 'sd.public.comment'
    const restrict = (comment: FakeComment, internal: boolean) => {
      if (system.role) comment.role = internal ? system.role : null
      else
        comment.properties = [
          ...comment.properties.filter((one) => one.key !== mark),
          { key: mark, value: { internal } },
        ]
      return comment
    }
    const textsOn = async (side: '' | '/internal') =>
      rowsOf(await app.call('vera', 'GET', `/issues/comment${side}?${of(key)}`), 'comments').map(({ body }) =>
        String(body),
      )
    const jo = { displayName: 'Jo Jira' }
    const open = fake.addComment(issue, { text: said('Seen by all'), author: jo })
    const closed = restrict(fake.addComment(issue, { text: said('For staff'), author: jo }), true)
    await app.call('vera', 'POST', `/issues/comment/internal?${of(key)}`, { body: 'Written here' })
    await readAgain()
    expect([await textsOn(''), (await textsOn('/internal')).toSorted()]).toEqual([
      ['Seen by all'],
      ['For staff', 'Written here'],
    ])

    Object.assign(restrict(open, true), { text: said('Seen by all, and what staff add') })
    restrict(closed, false)
    restrict(issue.comments.find(({ text }) => JSON.stringify(text).includes('Written here'))!, false)
    touch(issue)
    await readAgain()
    expect(await textsOn('')).toEqual(['For staff'])
    expect((await textsOn('/internal')).toSorted()).toEqual(['Seen by all, and what staff add', 'Written here'])
    const customers = await app.call('uma', 'GET', `/issues/history?${of(key)}&size=200`)
    expect(customers.text).not.toMatch(/Seen by all|staff add|Written here/)
    expect((await app.call('uma', 'GET', `/issues/${key}`)).body.commentCount).toBe(1)
    expect(issue.comments).toHaveLength(3)
  })

  test('whose word a comment is decides what follows: response, status, mail', async () => {
    const { app, fake } = world()
    const text = (words: string) => (system.edition === 'data-center' ? words : adfOf(words))
    const { rows: before } = await app.portal.pool.query<{ id: number }>(
      'select coalesce(max(id), 0) as id from mail_outbox',
    )
    const seen: Record<string, unknown> = {}
    for (const [who, author] of [
      ['customer', { displayName: 'Uma', emailAddress: addressOf('uma') }],
      ['staff', { displayName: 'Vera', emailAddress: addressOf('vera') }],
      ['unknown', { displayName: 'Jo Jira' }],
      ['program', { displayName: 'Automation for Jira', accountType: 'app' }],
      ['unknown customer', { displayName: 'Pat Portal', accountType: 'customer' }],
    ] as const) {
      const { key, issue } = await filed(`Word of ${who}`)
      await app.call('vera', 'PATCH', `/issues/${key}`, { status: 'WAITING_FOR_CUSTOMER' })
      await settled()
      fake.addComment(issue, { text: text(`This is ${who}`), author })
      await readAgain()
      const { body } = await app.call('vera', 'GET', `/issues/${key}`)
      const { rows } = await app.portal.pool.query<{ recipient: string }>(
        `select recipient from mail_outbox where id > $1 and body_text like $2`,
        [before[0]!.id, `%This is ${who}%`],
      )
      const event = await app.portal.pool.query<{ answers: boolean }>(
        `select (data->>'byVendor')::boolean as answers from events where subject_id = $1 and name = 'case.commented'`,
        [key],
      )
      const comments = rowsOf(await app.call('vera', 'GET', `/issues/comment?${of(key)}`), 'comments')
      seen[who] = [
        body.firstResponse !== null,
        event.rows[0]!.answers,
        body.status,
        rows.some(({ recipient }) => recipient === addressOf('uma')),
        comments[0]!.author!.vendor,
      ]
    }
    // First response, next update, status, a mail to the reporter, shown as the vendor's.
    expect(seen).toEqual({
      customer: [false, false, 'WAITING_FOR_VENDOR', false, false],
      staff: [true, true, 'WAITING_FOR_CUSTOMER', true, true],
      unknown: [true, true, 'WAITING_FOR_CUSTOMER', true, true],
      program: [false, false, 'WAITING_FOR_CUSTOMER', true, true],
      'unknown customer': [false, false, 'WAITING_FOR_VENDOR', true, false],
    })
  })

  test('labels are added and removed one by one: those that a case cannot hold, and those added meanwhile, stay', async () => {
    const { key, issue } = await filed('Labels of both')
    const { app } = world()
    await app.call('vera', 'PATCH', `/issues/${key}`, { labels: ['night', 'core'] })
    await settled()
    issue.labels.push('team/core', 'größe', 'P1!')
    touch(issue)
    await readAgain()
    issue.labels.push('meanwhile')
    await app.call('vera', 'PATCH', `/issues/${key}`, { labels: ['core', 'beta'] })
    await settled()
    const there = ['P1!', 'beta', 'core', 'größe', `headend-${key}`, 'meanwhile', 'team/core']
    expect(issue.labels.toSorted()).toEqual(there.toSorted())
    touch(issue)
    await readAgain()
    const { labels } = (await app.call('vera', 'GET', `/issues/${key}`)).body
    expect((labels as unknown as string[]).toSorted()).toEqual(['beta', 'core', 'meanwhile'])
  })

  test('what is deleted there is gone here; staff keep a line with its text', async () => {
    const { key, issue } = await filed('Deleted there')
    const { app, fake } = world()
    const text = (words: string) => (system.edition === 'data-center' ? words : adfOf(words))
    await app.call('vera', 'POST', `/issues/comment?${of(key)}`, { body: 'Sent to the wrong operator' })
    fake.addComment(issue, { text: text('hunter2 is the password'), author: { displayName: 'Jo Jira' } })
    fake.addComment(issue, { text: text('This stays'), author: { displayName: 'Jo Jira' } })
    await added(issue, { filename: 'customers.csv' }, { filename: 'stays.log' })
    const texts = async () =>
      rowsOf(await app.call('uma', 'GET', `/issues/comment?${of(key)}`), 'comments').map(({ body }) => body)
    expect((await texts()).toSorted()).toEqual(['Sent to the wrong operator', 'This stays', 'hunter2 is the password'])

    for (const words of ['wrong operator', 'hunter2'])
      issue.comments.splice(
        issue.comments.findIndex((one) => JSON.stringify(one.text).includes(words)),
        1,
      )
    issue.files.splice(
      issue.files.findIndex(({ filename }) => filename === 'customers.csv'),
      1,
    )
    touch(issue)
    await readAgain()
    expect([await texts(), (await filesOf(key)).map(({ filename }) => filename)]).toEqual([
      ['This stays'],
      ['stays.log'],
    ])
    const history = async (name: 'uma' | 'vera') =>
      (await app.call(name, 'GET', `/issues/history?${of(key)}&size=200`)).text
    for (const word of ['wrong operator', 'hunter2', 'customers.csv']) {
      expect(await history('uma')).not.toContain(word)
      expect(await history('vera')).toContain(word)
    }
    expect([await eventsOf(key, 'case.comment-deleted'), await eventsOf(key, 'case.attachment-deleted')]).toEqual([
      2, 1,
    ])
    await readAgain()
    expect(issue.comments).toHaveLength(1)
  })

  test('an issue that is restricted as a whole brings customers nothing more, and takes back what came from there', async () => {
    const { key, issue } = await filed('Restricted')
    const { app, fake } = world()
    const text = (words: string) => (system.edition === 'data-center' ? words : adfOf(words))
    await app.call('uma', 'POST', `/issues/comment?${of(key)}`, { body: 'My own words' })
    fake.addComment(issue, { text: text('Before'), author: { displayName: 'Jo Jira' } })
    await readAgain()
    issue.custom.security = { name: 'Staff only' }
    issue.summary = 'The reseller is to blame'
    fake.addComment(issue, { text: text('Between us alone'), author: { displayName: 'Jo Jira' } })
    fake.addIssue({ summary: 'Never a case', custom: { security: { name: 'Staff only' } } })
    await added(issue, { filename: 'closed.log' })
    const seen = await Promise.all(
      [`/${key}`, `/comment?${of(key)}`, `/attachments?${of(key)}`, '/search?account=acme&size=200'].map(
        async (path) => (await app.call('uma', 'GET', `/issues${path}`)).text,
      ),
    )
    expect(seen.join()).not.toMatch(/to blame|Before|closed|Never a case/)
    expect(seen[1]).toContain('My own words')
    const inside = await app.call('vera', 'GET', `/issues/comment/internal?${of(key)}`)
    expect(inside.text).toContain('Between us alone')
    fake.issues.delete([...fake.issues.values()].find(({ summary }) => summary === 'Never a case')!.id)
  })

  test.runIf(system.target === 'jsm')(
    'a file follows its note: it leaves when that becomes internal, and comes when it is open',
    async () => {
      const { key, issue } = await filed('Sides of files')
      await added(issue, { filename: 'open.log' }, { filename: 'closed.log', internal: true })
      expect((await filesOf(key)).map(({ filename }) => filename)).toEqual(['open.log'])
      for (const file of issue.files) Object.assign(file, { internal: file.filename === 'open.log' })
      touch(issue)
      await readAgain()
      await readAgain()
      expect((await filesOf(key)).map(({ filename }) => filename)).toEqual(['closed.log'])
      expect(issue.files).toHaveLength(2)
    },
  )

  test('users who watch there watch here, once, if they may read the case, and leave as they do there', async () => {
    const { key, issue } = await filed('Watched')
    const watchersOf = async () => {
      const found = (await world().app.call('vera', 'GET', `/issues/${key}`)).body.watchers as unknown as Json[]
      return found.map(({ username }) => String(username)).toSorted()
    }
    const touched = async (change: () => void) => {
      change()
      world().fake.addComment(issue, { text: system.edition === 'data-center' ? 'x' : null })
      await readAgain()
    }
    expect(await watchersOf()).toEqual([addressOf('uma')])
    const { watchers } = issue
    await touched(() => {
      for (const name of ['ugo', 'bob', 'vera'] as const) watchers.add(addressOf(name))
      watchers.add('jo@elsewhere.example')
    })
    await touched(() => undefined)
    const three = ['ugo', 'uma', 'vera'].map((name) => addressOf(name as 'ugo'))
    expect([await watchersOf(), await eventsOf(key, 'case.watched')]).toEqual([three, 2])

    await touched(() => watchers.delete(addressOf('ugo')))
    expect(await watchersOf()).toEqual([addressOf('uma'), addressOf('vera')])
    expect(await eventsOf(key, 'case.unwatched')).toBe(1)
    // A login that may not see watchers sees a number without names.
    await touched(() => {
      world().fake.hidesWatchers = true
      watchers.delete(addressOf('vera'))
    })
    world().fake.hidesWatchers = false
    expect(await watchersOf()).toEqual([addressOf('uma'), addressOf('vera')])
    expect([...watchers]).toEqual(expect.arrayContaining([addressOf('bob'), 'jo@elsewhere.example']))
  })

  test('a replay of the day brings back what the tracker lost, and doubles nothing', async () => {
    // Issues of cases that other tests filed are gone, and what is sent to them would be dead letters.
    const began = Date.now()
    const { key, issue } = await filed('Before')
    const { app } = world()
    const change = (body: object) => app.call('vera', 'PATCH', `/issues/${key}`, body)
    await app.call('vera', 'POST', `/issues/comment?${of(key)}`, { body: 'Only once' })
    await change({ subject: 'After', priority: 'LOW' })
    await app.call('vera', 'POST', `/issues/fire/resolve?${of(key)}`, {})
    await app.call('vera', 'POST', `/issues/fire/activate?${of(key)}`, {})
    await change({ status: 'IN_PROGRESS' })
    await settled()
    const before = { ...issue, comments: [...issue.comments] }
    expect(before).toMatchObject({ summary: 'After', priority: 'Low', status: 'In Progress' })
    Object.assign(issue, { summary: 'Lost', priority: 'Medium', status: 'Done' })
    const replay = async (from: number, to: number, as: 'adam' | 'vera' = 'adam') => {
      const response = await fetch(`${app.url}/api/connections/${system.target}:acme/replay`, {
        method: 'POST',
        headers: { ...app.headersOf(as), 'content-type': 'application/json' },
        body: JSON.stringify({ from: new Date(from).toISOString(), to: new Date(to).toISOString() }),
      })
      return { status: response.status, body: (await response.json()) as { count?: number; fields?: object[] } }
    }
    const [now, hour] = [Date.now(), 3_600_000]
    expect((await replay(now - 23 * hour, now + hour, 'vera')).status).toBe(403)
    expect(await replay(now - 30 * hour, now)).toMatchObject({ status: 400, body: { fields: [{ path: 'to' }] } })
    expect((await replay(now - 48 * hour, now - 24 * hour)).body).toEqual({ count: 0 })
    const { status, body } = await replay(began, now + hour)
    expect([status, body.count]).toEqual([200, expect.toSatisfy((count: number) => count >= 6)])
    await settled()
    expect(issue).toMatchObject({ summary: 'After', priority: 'Low', status: 'In Progress', comments: before.comments })
    expect((await app.call('vera', 'GET', `/issues/${key}`)).body).toMatchObject({
      subject: 'After',
      status: 'IN_PROGRESS',
    })
  })

  test('an issue of R&D never becomes a case, whatever its project', async () => {
    const { key } = await filed('Escalated')
    await world().app.call('vera', 'POST', `/issues/rnd/escalate?${of(key)}`, { subject: 'Only for R&D' })
    await settled()
    const rnd = [...world().fake.issues.values()].find(({ summary }) => summary === 'Only for R&D')!
    world().fake.addIssue({ summary: 'Only for R&D', labels: rnd.labels })
    await readAgain()
    const { rows } = await world().app.portal.pool.query("select key from cases where subject = 'Only for R&D'")
    expect(rows).toEqual([])
  })
}
