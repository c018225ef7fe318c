import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signatureHeaders } from '#features/platform/webhooks/server/index.ts'
import { queueMail } from '#kit/server/mail.ts'
import {
  received,
  startWikiFake,
  WIKI_SPACE,
  WIKI_TOKEN,
  type WikiFake,
  wikiAdapter,
} from '#test/connections/wiki-fake.ts'
import { makeAccount } from '#test/factories.ts'
import { type Mailbox, openMailbox } from '#test/mailbox.ts'
import { type UserManagementApp, userManagementApp } from '#test/user-management-app.ts'
import { enqueueConnectionMessage } from './index.ts'
import { hookEventStore } from './store-hook-events.ts'

const SECRET = `whsec_${Buffer.from('a key of thirty-two bytes, no more').toString('base64')}`
let office: UserManagementApp
let mailbox: Mailbox
/** Systems that accept and never respond; the last one works. */
const wikis: WikiFake[] = []
const STALLED = 10

beforeAll(async () => {
  for (let number = 0; number <= STALLED; number += 1) wikis.push(await startWikiFake())
  const hosts = wikis.map(({ host }) => host).join(',')
  mailbox = await openMailbox()
  const env = { PRIVATE_HOSTS: hosts, SMTP_URL: mailbox.url, MAIL_FROM: 'Support <support@portal.example>' }
  office = await userManagementApp({ env, adapters: [wikiAdapter] })
  await connect('acme', wikis[STALLED]!)
})
afterAll(async () => {
  await office.close()
  mailbox.close()
  for (const wiki of wikis) await wiki.close()
})

async function connect(account: string, { url }: WikiFake): Promise<void> {
  const settings = { url, token: WIKI_TOKEN, space: WIKI_SPACE, hookSecret: SECRET }
  const body = { port: 'confluence', system: 'wiki', account, settings }
  expect((await office.call('admin', 'POST', '/connections', body)).status).toBe(201)
}

const send = (
  event: { id: string; at?: number; body: string; secret?: string; sent?: string },
  path = 'wiki/acme',
): Promise<Response> => {
  const { id, at = Date.now(), body, secret = SECRET, sent = body } = event
  const headers = { 'content-type': 'application/json', ...signatureHeaders({ id, at, body }, [secret]) }
  return fetch(`${office.url}/api/hooks/${path}`, { method: 'POST', headers, body: sent })
}
const page = (name: string) => JSON.stringify({ page: name })

test('a signed event is acknowledged and handled once, however often it arrives', async () => {
  const event = { id: 'evt-1', body: page('one') }
  for (const response of await Promise.all([send(event), send(event), send(event)])) expect(response.status).toBe(204)
  expect((await send({ id: 'evt-2', body: page('two') })).status).toBe(204)
  await expect.poll(() => received).toEqual(['one', 'two'])
})

test('unsigned, changed, late and foreign events get one response, and nothing is stored', async () => {
  const late = Date.now() - 6 * 60_000
  const foreign = `whsec_${Buffer.from('another key').toString('base64')}`
  const responses = [
    await send({ id: 'forged', body: page('forged'), secret: foreign }),
    await send({ id: 'changed', body: page('a'), sent: page('b') }),
    await send({ id: 'late', at: late, body: page('late') }),
    await send({ id: 'early', at: Date.now() + 6 * 60_000, body: page('early') }),
    await send({ id: 'unknown', body: page('x') }, 'wiki/blue'),
    await send({ id: 'unknown', body: page('x') }, 'nothing/acme'),
    await fetch(`${office.url}/api/hooks/wiki/acme`, { method: 'POST', body: page('x') }),
  ]
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 401))
  const { rows } = await sql`select 1 from hook_events where event_id not like 'evt-%'`.execute(office.portal.db)
  expect(rows).toEqual([])
})

test('a body that is not JSON is rejected; one with a null character is stored', async () => {
  expect((await send({ id: 'evt-3', body: 'page=one' })).status).toBe(400)
  expect((await send({ id: 'evt-4', body: '{"page":"a\\u0000b"}' })).status).toBe(204)
  await expect.poll(() => received.at(-1)).toBe('a\u0000b')
})

/** Twice as many events are sent; 10,000 in `npm run soak`. */
const MANY = process.env.SOAK_ROUNDS ? 5_000 : 500

test('of many events, doubled, reordered and with forged ones among them, each true one is handled once', async () => {
  received.length = 0
  const foreign = `whsec_${Buffer.from('another key').toString('base64')}`
  const events = Array.from({ length: MANY }, (_, index) => ({ id: `evt-many-${index}`, body: page(`many-${index}`) }))
  const sent = [...events, ...events.toReversed()].flatMap((event, index) =>
    index % 50 === 0 ? [event, { ...event, id: `forged-${index}`, secret: foreign }] : [event],
  )
  const statuses = new Map<number, number>()
  for (let at = 0; at < sent.length; at += 20)
    for (const { status } of await Promise.all(sent.slice(at, at + 20).map((event) => send(event))))
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
  // An address that forges many events is limited.
  const { 401: forged = 0, 429: limited = 0, ...accepted } = Object.fromEntries(statuses)
  expect([accepted, forged + limited]).toEqual([{ 204: 2 * MANY }, MANY / 25])
  await expect.poll(() => received.length, { timeout: 240_000 }).toBe(MANY)
  expect(new Set(received).size).toBe(MANY)
})

test('more events than can be stored at once get 429 with a time, and those that were accepted are stored in their order', async () => {
  const { db } = office.portal
  const store = hookEventStore(db)
  const ids = Array.from({ length: 2_100 }, (_, index) => `evt-crowd-${index}`)
  const results = await Promise.allSettled(
    ids.map((eventId) => store({ connection: 'confluence:crowd', eventId, content: '{}' })),
  )
  const accepted = ids.filter((_, index) => results[index]?.status === 'fulfilled')
  expect(accepted).toEqual(ids.slice(0, 2_000))
  expect(results.at(-1)).toMatchObject({
    reason: { problem: { status: 429 }, extras: { headers: { 'retry-after': '2' } } },
  })
  const { rows } = await sql<{ id: string }>`
    select event_id as id from hook_events where connection = 'confluence:crowd' order by hook_events.id`.execute(db)
  expect(rows.map(({ id }) => id)).toEqual(accepted)
  await sql`delete from hook_events where connection = 'confluence:crowd'`.execute(db)
})

test('ten systems that never respond delay neither the messages of another connection nor mail', async () => {
  const { db } = office.portal
  for (const [number, wiki] of wikis.slice(0, STALLED).entries()) {
    const account = `stalled-${number}`
    await makeAccount(office, account)
    await connect(account, wiki)
    wiki.mode = 'stall'
    for (const subject of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) await post(`confluence:${account}`, subject)
  }
  const waiting = () =>
    sql`select 1 from outbox where claimed_until > now()`.execute(db).then(({ rows }) => rows.length)
  await expect.poll(waiting).toBeGreaterThanOrEqual(STALLED)
  const began = Date.now()
  await post('confluence:acme', 'runbook')
  await queueMail(db, { to: 'noc@people.example', subject: 'Hello', paragraphs: ['It works.'] })
  await expect.poll(() => wikis[STALLED]!.pages).toEqual(['runbook'])
  const mail = () =>
    db.selectFrom('mail_outbox').select('state').where('recipient', '=', 'noc@people.example').execute()
  await expect.poll(mail).toEqual([{ state: 'SENT' }])
  const { rows: idle } = await sql`
    select 1 from pg_stat_activity where datname = current_database() and state = 'idle in transaction'
      and state_change < now() - interval '1 second'`.execute(db)
  expect(idle).toEqual([])
  expect(Date.now() - began).toBeLessThan(20_000)
})

function post(connection: string, subject: string): Promise<number> {
  return office.portal.db
    .transaction()
    .execute((tx) =>
      enqueueConnectionMessage(tx, connection, { operation: 'create', content: {} }, { subject, content: {} }),
    )
}
