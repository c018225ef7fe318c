import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf, type Name, rowsOf, type SupportApp, supportApp } from '#test/support-app.ts'

let desk: SupportApp
beforeAll(async () => {
  desk = await supportApp()
})
afterAll(() => desk.close())

const comment = '/issues/comment'
async function file(name: Name = 'uma', more: object = {}): Promise<string> {
  const { body } = await desk.call(name, 'POST', '/issues?account=acme', {
    subject: 'Talk',
    description: 'To be talked of',
    priority: 'LOW',
    ...more,
  })
  return String(body.key)
}
const say = (name: Name, key: string, body: string) => desk.call(name, 'POST', `${comment}?issueKey=${key}`, { body })
const sayInside = (name: Name, key: string, body: string) =>
  desk.call(name, 'POST', `${comment}/internal?issueKey=${key}`, { body })
const statusOf = async (key: string) => (await desk.call('vera', 'GET', `/issues/${key}`)).body.status

test('the vendor’s first comment opens a case; a customer’s reply ends the waiting or reopens it', async () => {
  const key = await file()
  await say('uma', key, 'Anybody there?')
  expect(await statusOf(key)).toBe('NEW')
  const first = await say('vera', key, 'Looking.')
  expect(first.status).toBe(201)
  expect(first.body).toMatchObject({
    kind: 'customer',
    body: 'Looking.',
    author: { username: addressOf('vera'), vendor: true },
    version: 1,
    edited: null,
  })
  expect((await desk.call('uma', 'GET', `/issues/${key}`)).body).toMatchObject({
    status: 'OPEN',
    commentCount: 2,
    firstResponse: expect.any(String),
    unread: true,
  })
  await desk.call('vera', 'PATCH', `/issues/${key}`, { status: 'WAITING_FOR_CUSTOMER' })
  await say('uma', key, 'Here is the log.')
  expect(await statusOf(key)).toBe('WAITING_FOR_VENDOR')
  await desk.call('vera', 'POST', `/issues/fire/resolve?issueKey=${key}`)
  await say('uma', key, 'No, it is back.')
  expect((await desk.call('vera', 'GET', `/issues/${key}`)).body).toMatchObject({ status: 'OPEN', resolved: null })
  const history = await desk.call('uma', 'GET', `/issues/history?issueKey=${key}`)
  expect(rowsOf(history, 'entries')[0]).toMatchObject({
    name: 'case.commented',
    by: 'Uma User',
    changes: { comment: [null, 'No, it is back.'], status: ['RESOLVED', 'OPEN'] },
  })
})

test('its author edits or deletes a comment for 15 minutes, support at any time; the history keeps it for staff', async () => {
  const key = await file()
  const { body } = await say('uma', key, 'First')
  const path = `${comment}?issueKey=${key}&commentId=${body.commentId}`
  expect((await desk.call('ugo', 'PATCH', path, { body: 'x' })).status).toBe(403)
  expect((await desk.call('uma', 'PATCH', path, { body: 'Second' }, { 'if-match': '"1"' })).body).toMatchObject({
    body: 'Second',
    version: 2,
    edited: expect.any(String),
  })
  expect((await desk.call('uma', 'PATCH', path, { body: 'Third' }, { 'if-match': '"1"' })).status).toBe(412)
  await sql`update case_comments set created_at = now() - interval '15 minutes 1 second' where id = ${body.commentId}`.execute(
    desk.portal.db,
  )
  expect((await desk.call('uma', 'PATCH', path, { body: 'Late' })).body.code).toBe('comment-edit-window-closed')
  expect((await desk.call('uma', 'DELETE', path)).status).toBe(409)
  expect((await desk.call('vera', 'DELETE', path)).status).toBe(403)
  expect((await desk.call('tom', 'DELETE', path)).status).toBe(204)
  expect((await desk.call('tom', 'DELETE', path)).body.code).toBe('comment-not-found')
  const { body: list } = await desk.call('uma', 'GET', `${comment}?issueKey=${key}`)
  expect(list._embedded?.comments).toEqual([])
  const changes = async (name: Name) =>
    rowsOf(await desk.call(name, 'GET', `/issues/history?issueKey=${key}`), 'entries').map((one) => one.changes)
  expect(await changes('uma')).toEqual([{ body: [null, null] }, { body: [null, null] }, { comment: [null, null] }, {}])
  expect(await changes('vera')).toEqual([
    { body: ['Second', null] },
    { body: ['First', 'Second'] },
    { comment: [null, 'First'] },
    {},
  ])
})

test('mentioned users become watchers, as far as the author may address them and they may see it', async () => {
  const key = await file()
  await say('uma', key, `Ask @${addressOf('ugo')}, @${addressOf('bob')} and @${addressOf('vera')}.`)
  await sayInside('vera', key, `[@Victor](mailto:${addressOf('victor')}) have a look, not @${addressOf('mia')}`)
  const { body } = await desk.call('vera', 'GET', `/issues/${key}`)
  expect(body.watchers?.map((one) => one.username)).toEqual([addressOf('ugo'), addressOf('uma'), addressOf('victor')])
})

test('staff whose role holds in other accounts alone neither read nor write internal comments, nor change or delete them', async () => {
  const { db } = desk.portal
  const key = await file()
  const { commentId } = (await sayInside('vera', key, 'Between us')).body
  await sql`update deployments set stage = 'LIFT' where name = 'blue-1'`.execute(db)
  await sql`insert into role_grants (user_id, role) values (${desk.ids.ugo}, 'HARMONIC_LIFT')`.execute(db)
  const plain = { subject: 'Blue', description: '', priority: 'LOW' }
  const blue = await desk.call('bob', 'POST', '/issues?account=blue', plain)
  const read = (of: unknown) => desk.call('ugo', 'GET', `${comment}/internal?issueKey=${of}`)
  await expect.poll(async () => (await read(blue.body.key)).status).toBe(200)
  const path = `${comment}/internal?issueKey=${key}&commentId=${commentId}`
  const replies = [
    await read(key),
    await sayInside('ugo', key, 'Mine'),
    await desk.call('ugo', 'PATCH', path, { body: 'Changed' }),
    await desk.call('ugo', 'DELETE', path),
  ]
  expect(replies.map(({ status, body }) => [status, body.code])).toEqual(replies.map(() => [403, 'access-denied']))
  await sql`delete from role_grants where user_id = ${desk.ids.ugo} and role = 'HARMONIC_LIFT'`.execute(db)
})

test('internal comments have all the actions, for vendor staff alone', async () => {
  const key = await file()
  const written = await sayInside('vera', key, 'Their fault')
  expect(written.body).toMatchObject({ kind: 'internal', body: 'Their fault' })
  const path = `${comment}/internal?issueKey=${key}&commentId=${written.body.commentId}`
  expect((await desk.call('vera', 'GET', `/issues/${key}`)).body.latestInternalComment).toBe('Their fault')
  expect((await desk.call('vera', 'PATCH', path, { body: 'Our fault' })).body.body).toBe('Our fault')
  expect(
    (await desk.call('victor', 'GET', `${comment}/internal?issueKey=${key}`)).body._embedded?.comments,
  ).toMatchObject([{ body: 'Our fault' }])
  for (const name of ['uma', 'mia', 'bob'] as const) {
    expect((await desk.call(name, 'GET', `${comment}/internal?issueKey=${key}`)).status).toBe(403)
    expect((await desk.call(name, 'PATCH', path, { body: 'x' })).status).toBe(403)
    expect((await sayInside(name, key, 'x')).status).toBe(403)
  }
  expect((await desk.call('vera', 'DELETE', path)).status).toBe(204)
  expect((await desk.call('vera', 'GET', `/issues/${key}`)).body.latestInternalComment).toBe(null)
})

test('nothing internal reaches a customer: pages, lists, search, CSV, history, live messages, mail', async () => {
  const secret = 'zanzibarium'
  const key = await file('uma', { addressees: [addressOf('carl')] })
  const before = await desk.call('uma', 'GET', `/issues/${key}`)
  await sayInside('vera', key, `The ${secret} is broken @${addressOf('victor')}`)
  const hidden = await file('vera', { subject: `Internal ${secret}`, internal: true })
  await sayInside('victor', hidden, secret)
  await desk.call('tom', 'POST', `/issues/fire/resolve?issueKey=${hidden}`, { comment: secret })
  await settled()
  for (const name of ['uma', 'mia', 'carl'] as const) {
    for (const [path, headers] of [
      [`/issues/${key}`],
      [`/issues/search?q=${secret}`],
      [`/issues/search?account=acme&size=200`],
      [`/issues/search`, { accept: 'text/csv' }],
      [`/issues/history?issueKey=${key}`],
      [`${comment}?issueKey=${key}`],
      [`/issues/similar?account=acme&text=${secret} broken`],
      [`/field-options?field=label&account=acme`],
    ] as [string, Record<string, string>?][]) {
      const reply = await desk.call(name, 'GET', path, undefined, headers)
      expect(reply.status).toBe(200)
      expect(reply.text.replaceAll(/"_links".*$/g, ''), `${name} ${path}`).not.toMatch(
        new RegExp(`${secret}|${hidden}|internal-`, 'i'),
      )
    }
  }
  // Not even the fact of a change: when it was last changed, and whether it was read since, stay the same.
  expect((await desk.call('uma', 'GET', `/issues/${key}`)).body.updated).toBe(before.body.updated)
  expect(
    (await desk.call('vera', 'GET', `/issues/search?q=${secret}`)).body._embedded?.issues?.map((one) => one.key),
  ).toEqual([key])

  const messages = await sql<{
    destination: string
    body: string
  }>`select destination, body from live_messages`.execute(desk.portal.db)
  const staff = ['vera', 'victor', 'tom'].map((name) => desk.ids[name as Name])
  const received = messages.rows.filter(
    ({ body }) => /zanzibarium|"internal":true/.test(body) || body.includes(hidden) || body.includes('internally'),
  )
  expect(received.length).toBeGreaterThan(3)
  for (const { destination } of received)
    expect(
      destination === '/topic/jira-issues/updated/harmonic' || staff.some((id) => destination.includes(`/${id}/`)),
      destination,
    ).toBe(true)
  const mail = await desk.portal.db.selectFrom('mail_outbox').select(['recipient', 'subject', 'body_text']).execute()
  const notified = mail.filter((one) => `${one.subject} ${one.body_text}`.includes(secret))
  expect(new Set(notified.map(({ recipient }) => recipient))).toEqual(new Set([addressOf('vera'), addressOf('victor')]))
})

test('a user whom a comment mentions is notified of that instead of the comment', async () => {
  const key = await file('uma')
  const notified = async (kind: string) =>
    (
      await sql<{ email: string; text: string }>`
        select u.email, n.text from notifications n join users u on u.id = n.user_id join cases c on 'case-' || c.id = n.thread
        where n.kind = ${kind} and c.key = ${key} order by u.email`.execute(desk.portal.db)
    ).rows
  await say('vera', key, `See @${addressOf('ugo')} for the log`)
  await settled()
  expect(await notified('case.commented')).toMatchObject([{ email: addressOf('uma') }])
  const text = expect.stringMatching(new RegExp(`^\\S.* mentioned you in ${key}\\.`))
  expect(await notified('case.mentioned')).toEqual([{ email: addressOf('ugo'), text }])
  // Customers are not notified of a mention inside, and staff are.
  await sayInside('vera', key, `@${addressOf('mia')} @${addressOf('victor')} look`)
  await settled()
  expect((await notified('case.mentioned')).map(({ email }) => email)).toEqual([addressOf('ugo'), addressOf('victor')])
})

test('a user who wants no mail about cases gets none', async () => {
  const wants = (subscriptions: string[]) =>
    desk.portal.db.updateTable('users').set({ subscriptions }).where('email', '=', addressOf('ugo')).execute()
  await wants(['RELEASES'])
  const key = await file('uma', { addressees: [addressOf('ugo')] })
  await say('vera', key, 'Hello')
  await settled()
  const notified = await desk.portal.db
    .selectFrom('mail_outbox')
    .select('recipient')
    .where('subject', 'like', `[${key}]%`)
    .execute()
  expect(notified.map(({ recipient }) => recipient)).toEqual([addressOf('uma')])
  await wants(['CASES'])
})

test('reporter and watchers are notified of a comment, its author is not; by mail only if they want it', async () => {
  await desk.portal.db
    .updateTable('users')
    .set({ notification_blocking: true })
    .where('email', '=', addressOf('mia'))
    .execute()
  const key = await file('uma', { addressees: [addressOf('mia'), addressOf('ugo')] })
  await say('vera', key, 'Hello <b>all</b>\n\nsecond paragraph')
  await settled()
  const mail = await desk.portal.db
    .selectFrom('mail_outbox')
    .selectAll()
    .where('subject', '=', `[${key}] Talk`)
    .orderBy('id')
    .execute()
  expect(mail.map(({ recipient }) => recipient)).toEqual([addressOf('ugo'), addressOf('uma'), addressOf('ugo')])
  expect(mail[1]?.body_text).toContain(`/support/customerCases?id=${key}&tab=activity`)
  expect(mail[1]?.body_html).toContain('Hello &#60;b&#62;all')
  const live = await sql<{
    destination: string
  }>`select destination from live_messages where body like ${`%${key}%`} and destination like '%messages/created%'`.execute(
    desk.portal.db,
  )
  expect(live.rows).toHaveLength(3)
})

/** Waits until the handlers of every recorded event have run. */
async function settled(): Promise<void> {
  await expect
    .poll(async () => (await sql`select 1 from events where seq is null`.execute(desk.portal.db)).rows.length)
    .toBe(0)
}

test('of 10,000 comments the newest come first on request, and every page follows the one before', async () => {
  const key = await file()
  await desk.portal.pool.query(
    `insert into case_comments (case_id, author_id, body, created_at) select c.id, c.reporter_id, 'Comment ' || n, now() - (10000 - n) * interval '1 minute'
     from cases c, generate_series(1, 10000) n where c.key = $1`,
    [key],
  )
  const page = async (number: number) => {
    const read = await desk.call('uma', 'GET', `${comment}?issueKey=${key}&sort=created,DESC&size=1000&page=${number}`)
    expect(read.body.page).toMatchObject({ totalElements: 10_000 })
    return rowsOf(read, 'comments').map(({ body }) => Number(String(body).slice(8)))
  }
  const read: number[] = []
  for (let number = 0; number < 10; number += 1) read.push(...(await page(number)))
  expect(read).toEqual(Array.from({ length: 10_000 }, (_, index) => 10_000 - index))
})
