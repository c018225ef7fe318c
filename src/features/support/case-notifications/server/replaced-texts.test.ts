import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf, rowsOf, type SupportApp, supportApp } from '#test/support-app.ts'

let desk: SupportApp
let accountId: number
beforeAll(async () => {
  // Without SMTP every mail waits, and so does every message to these endpoints.
  desk = await supportApp()
  const { db } = desk.portal
  accountId = (await db.selectFrom('accounts').select('id').where('name', '=', 'acme').executeTakeFirstOrThrow()).id
  for (const [protocol, events] of [
    [null, ['case.created', 'case.commented', 'case.status-changed']],
    ['tmf621', ['TroubleTicketCreateEvent', 'TroubleTicketAttributeValueChangeEvent', 'TroubleTicketDeleteEvent']],
  ] as const)
    await sql`
      insert into webhooks (id, account_id, url, protocol, owner, events, secret, next_at) values (gen_random_uuid(), ${accountId}, 'https://hooks.example/', ${protocol}, ${protocol && 'token'}, ${[...events]}, '\\x00', now() + interval '1 hour')`.execute(
      db,
    )
  await sql`insert into user_settings (user_id, settings) values (${desk.ids.mia}, '{"caseMail": "all"}')
    on conflict (user_id) do update set settings = excluded.settings`.execute(db)
  await sql`
    insert into notification_settings (user_id, group_name, channel, choice) values (${desk.ids.mia}, 'cases', 'mail', 'DAILY')`.execute(
    db,
  )
})
afterAll(() => desk.close())

const comment = '/issues/comment'
const entry = (name: 'uma' | 'vera', key: string, body: string) =>
  desk.call(name, 'POST', `${comment}?issueKey=${key}`, { body })

/** Each kind of text with the calls that write it and take it back or replace it; `word` is what must be gone. */
const kinds: Readonly<Record<string, (key: string, word: string) => Promise<void>>> = {
  async 'a comment, deleted'(key, word) {
    const { commentId } = (await entry('vera', key, `oops ${word}`)).body
    await settled()
    await expectStatus(204, 'vera', 'DELETE', `${comment}?issueKey=${key}&commentId=${commentId}`)
  },
  async 'a comment, replaced'(key, word) {
    const { commentId } = (await entry('uma', key, `of another ${word}`)).body
    await settled()
    const right = { body: 'what stands' }
    await expectStatus(200, 'uma', 'PATCH', `${comment}?issueKey=${key}&commentId=${commentId}`, right)
  },
  async 'a comment, deleted by a manager after its time'(key, word) {
    const { commentId } = (await entry('uma', key, `password ${word}`)).body
    await settled()
    await expectStatus(204, 'tom', 'DELETE', `${comment}?issueKey=${key}&commentId=${commentId}`)
  },
  async 'the comment of a transition, deleted'(key, word) {
    await expectStatus(200, 'vera', 'POST', `/issues/fire/resolve?issueKey=${key}`, { comment: `as for ${word}` })
    const { body } = await desk.call('vera', 'GET', `${comment}?issueKey=${key}`)
    await settled()
    const id = body._embedded?.comments?.[0]?.commentId
    await expectStatus(204, 'tom', 'DELETE', `${comment}?issueKey=${key}&commentId=${id}`)
  },
  async 'the subject, replaced'(key, word) {
    await expectStatus(200, 'vera', 'PATCH', `/issues/${key}`, { subject: `No sync at ${word}` })
    await entry('vera', key, 'Looking.')
    await settled()
    await expectStatus(200, 'vera', 'PATCH', `/issues/${key}`, { subject: 'No sync' })
  },
  async 'the description, replaced'(key, word) {
    await expectStatus(200, 'vera', 'PATCH', `/issues/${key}`, { description: `login ${word}` })
    await settled()
    await expectStatus(200, 'vera', 'PATCH', `/issues/${key}`, { description: 'no login' })
  },
  async 'the contact, replaced'(key, word) {
    await expectStatus(200, 'vera', 'PATCH', `/issues/${key}`, { contact: `Maria ${word}` })
    await expectStatus(200, 'vera', 'PATCH', `/issues/${key}`, { contact: 'Maria Kowalski' })
  },
  async 'a file, deleted'(key, word) {
    const data = new FormData()
    data.append('file', new Blob(['lines']), `${word}.log`)
    const { body } = await desk.call('vera', 'POST', `/issues/attachment?issueKey=${key}`, data)
    await settled()
    await expectStatus(204, 'vera', 'DELETE', `/issues/attachment?issueKey=${key}&attachmentId=${body.id}`)
  },
  async 'a whole case'(key, word) {
    await expectStatus(200, 'vera', 'PATCH', `/issues/${key}`, { subject: `Case of ${word}` })
    await entry('vera', key, `said ${word}`)
    await settled()
    await expectStatus(204, 'adam', 'DELETE', `/issues/${key}`)
  },
}

/** Each place that keeps texts, as users of the account get at it. */
const places: Readonly<Record<string, (key: string, word: string) => Promise<string>>> = {
  history: async (key) => (await desk.call('uma', 'GET', `/issues/history?issueKey=${key}&size=200`)).text,
  case: async (key) => (await desk.call('uma', 'GET', `/issues/${key}`)).text,
  comments: async (key) => (await desk.call('uma', 'GET', `${comment}?issueKey=${key}`)).text,
  files: async (key) => (await desk.call('uma', 'GET', `/issues/attachments?issueKey=${key}`)).text,
  search: async (_, word) =>
    JSON.stringify(rowsOf(await desk.call('uma', 'GET', `/issues/search?q=${word}`), 'issues')),
  'list as CSV': async () =>
    (await desk.call('uma', 'GET', '/issues/search?account=acme', undefined, { accept: 'text/csv' })).text,
  audit: async () => (await desk.call('mia', 'GET', '/../../audit?account=acme&size=200')).text,
  'audit as CSV': async () =>
    (await desk.call('mia', 'GET', '/../../audit?account=acme', undefined, { accept: 'text/csv' })).text,
  logbook: async () => (await desk.call('uma', 'GET', '/../../logbook/entries/search?size=200')).text,
  'live messages': () => textOf(sql`select body from live_messages`),
  'messages to endpoints': () => textOf(sql`select body from webhook_deliveries`),
  'mails not yet sent': () =>
    textOf(sql`select subject, body_text, body_html from mail_outbox where state = 'WAITING'`),
  'inboxes and digests': () => textOf(sql`select title, text from notifications`),
}

test.each(Object.keys(kinds))('%s is gone for customers everywhere; staff keep it in the history', async (kind) => {
  const word = `gone${Math.random().toString(36).slice(2, 10)}`
  const filed = { subject: 'No sync', description: 'no login', priority: 'LOW', addressees: [addressOf('ugo')] }
  const key = String((await desk.call('uma', 'POST', '/issues?account=acme', filed)).body.key)
  await kinds[kind]!(key, word)
  await settled()
  const still = []
  for (const [place, read] of Object.entries(places)) {
    const text = (await read(key, word)).replaceAll(/"(self|instance)":[^,}]*/g, '')
    if (text.includes(word)) still.push(place)
  }
  expect(still).toEqual([])
  expect(await textOf(sql`select data from events where subject_id = ${key}`)).toContain(word)
  if (kind !== 'a whole case')
    expect((await desk.call('vera', 'GET', `/issues/history?issueKey=${key}&size=200`)).text).toContain(word)
})

test('what stands stays: in the history of customers, in a mail that waits, in a digest, in messages', async () => {
  const filed = { subject: 'Level low', description: 'It is.', priority: 'LOW' }
  const key = String((await desk.call('uma', 'POST', '/issues?account=acme', filed)).body.key)
  const first = (await entry('vera', key, 'First, which stays')).body
  const other = (await entry('vera', key, 'Other, worded badly')).body
  await settled()
  await expectStatus(200, 'vera', 'PATCH', `${comment}?issueKey=${key}&commentId=${other.commentId}`, {
    body: 'Other, worded well',
  })
  await settled()
  const history = await desk.call('uma', 'GET', `/issues/history?issueKey=${key}&sort=at,asc`)
  expect(rowsOf(history, 'entries').map(({ changes }) => changes)).toEqual([
    {},
    { comment: [null, 'First, which stays'], status: ['NEW', 'OPEN'] },
    { comment: [null, null] },
    { body: [null, 'Other, worded well'] },
  ])
  const mail = await sql<{ text: string }>`
    select body_text as text from mail_outbox where recipient = ${addressOf('uma')} and state = 'WAITING' and subject like ${`[${key}]%`} order by id`.execute(
    desk.portal.db,
  )
  expect(mail.rows).toHaveLength(2)
  expect(mail.rows[0]!.text).toContain(String(first.body))
  expect(mail.rows[1]!.text).toContain('Other, worded well')
  expect(await places['inboxes and digests']!(key, '')).toContain('Other, worded well')
  const sent = JSON.parse(
    await textOf(sql`select body from webhook_deliveries where subject = ${`ticket ${key}`} order by id`),
  ) as { body: string }[]
  for (const { body } of sent.slice(2)) expect(body).toContain('Other, worded well')
})

test('every way in which a status changes sends one status-changed message, and a history of steps', async () => {
  const filed = { subject: 'Steps', description: 'x', priority: 'LOW' }
  const key = String((await desk.call('uma', 'POST', '/issues?account=acme', filed)).body.key)
  await entry('vera', key, 'The first word of the vendor')
  await expectStatus(200, 'vera', 'PATCH', `/issues/${key}`, { status: 'WAITING_FOR_CUSTOMER' })
  await entry('uma', key, 'My reply')
  await expectStatus(200, 'vera', 'PATCH', `/issues/${key}`, { status: 'IN_PROGRESS', subject: 'Both at once' })
  await expectStatus(200, 'vera', 'POST', `/issues/fire/resolve?issueKey=${key}`, { comment: 'Done.' })
  await entry('uma', key, 'It is back')
  await expectStatus(202, 'vera', 'POST', '/issues-bulk', { keys: [key], operation: { status: 'IN_PROGRESS' } })
  await expect.poll(async () => (await desk.call('vera', 'GET', `/issues/${key}`)).body.status).toBe('IN_PROGRESS')
  // What changes no status sends none.
  await entry('vera', key, 'Another word')
  await expectStatus(200, 'vera', 'PATCH', `/issues/${key}`, { priority: 'HIGH', status: 'IN_PROGRESS' })
  await expectStatus(200, 'uma', 'POST', `/issues/fire/close?issueKey=${key}`)
  await settled()
  const steps = [
    'OPEN',
    'WAITING_FOR_CUSTOMER',
    'WAITING_FOR_VENDOR',
    'IN_PROGRESS',
    'RESOLVED',
    'OPEN',
    'IN_PROGRESS',
    'CLOSED',
  ]
  const { rows } = await sql<{ count: number; ids: number }>`
    select count(*)::int as count, count(distinct message_id)::int as ids from webhook_deliveries
    where subject = ${`case ${key}`} and event = 'case.status-changed'`.execute(desk.portal.db)
  expect(rows[0]).toEqual({ count: steps.length, ids: steps.length })
  const history = rowsOf(
    await desk.call('uma', 'GET', `/issues/history?issueKey=${key}&sort=at,asc&size=200`),
    'entries',
  )
  expect(history.flatMap(({ changes }) => (changes?.status ? [String(changes.status[1])] : []))).toEqual(steps)
  const mails = await sql<{ text: string }>`
    select body_text as text from mail_outbox where recipient = ${addressOf('uma')} and subject like ${`[${key}]%`}`.execute(
    desk.portal.db,
  )
  expect(mails.rows.filter(({ text }) => text.includes('waiting for customer')).length).toBeGreaterThan(0)
})

async function expectStatus(status: number, ...call: Parameters<SupportApp['call']>): Promise<void> {
  const reply = await desk.call(...call)
  expect([reply.status, reply.text]).toEqual([status, reply.text])
}

async function textOf(query: ReturnType<typeof sql>): Promise<string> {
  return JSON.stringify((await query.execute(desk.portal.db)).rows)
}

/** Waits until the handlers of every recorded event have run. */
async function settled(): Promise<void> {
  await expect
    .poll(async () => (await sql`select 1 from events where seq is null`.execute(desk.portal.db)).rows.length)
    .toBe(0)
}
