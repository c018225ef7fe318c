import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type SupportApp, supportApp } from '#test/support-app.ts'
import { RND_PROJECT } from '#test/trackers/fake-project.ts'
import { type JiraFake, startJiraFake } from '#test/trackers/jira-fake.ts'
import { connectTracker, systems } from '#test/trackers/tracker-world.ts'
import { type InternalWorld, makeInternalWorld } from './internal-world.ts'

/** All 200 run in `npm run soak`. */
const SEQUENCES = process.env.HOSTILE_CALLS === 'all' ? 200 : 30
const TMF = '/tmf-api/troubleTicket/v4'
let desk: SupportApp
let fake: JiraFake
let world: InternalWorld
let listener: Server
let token: string
/** What webhooks and subscriptions of the account got. */
const received: { path: string; body: string }[] = []

beforeAll(async () => {
  fake = await startJiraFake()
  listener = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += part))
    request.on('end', () => {
      received.push({ path: request.url ?? '', body })
      response.writeHead(200).end()
    })
  })
  await new Promise<void>((listening) => listener.listen(0, '127.0.0.1', listening))
  const host = `127.0.0.1:${(listener.address() as AddressInfo).port}`
  desk = await supportApp({ PRIVATE_HOSTS: `${fake.host},${host}`, RATE_LIMITS: 'off' })
  const { db } = desk.portal
  // The limit of calls a second is the subject of other tests.
  await sql`create function no_limit() returns trigger language plpgsql as $$ begin new.next_call_at = null; return new; end $$`.execute(
    db,
  )
  await sql`create trigger no_limit before update on connection_status for each row execute function no_limit()`.execute(
    db,
  )
  await connectTracker({ app: desk }, systems[0], fake.url)
  const events = ['case.created', 'case.edited', 'case.status-changed', 'case.commented', 'case.deleted']
  const webhook = await desk.call('mia', 'POST', '/../../webhooks?account=acme', {
    url: `http://${host}/webhook`,
    events,
  })
  expect(webhook.status, webhook.text).toBe(201)
  const made = await desk.call('mia', 'POST', '/../../ticket-exchange/tokens?account=acme', {
    name: 'ITSM of acme',
    rights: ['READ', 'WRITE', 'HUB'],
  })
  token = String(made.body.token)
  expect((await tmf('POST', '/hub', { callback: `http://${host}/tmf` })).status).toBe(201)
  world = await makeInternalWorld(desk, SEQUENCES, Number(process.env.LEAK_SEED ?? Math.floor(Date.now() / 86_400_000)))
  await vi.waitFor(
    async () => {
      const { rows } = await sql`
        select 1 from events where seq is null union all select 1 from outbox where state = 'WAITING'
        union all select 1 from webhook_deliveries where settled_at is null limit 1`.execute(db)
      expect(rows).toEqual([])
    },
    { timeout: 180_000, interval: 200 },
  )
}, 300_000)
afterAll(async () => {
  await desk.close()
  await fake.close()
  listener.closeAllConnections()
  listener.close()
})

async function tmf(method: string, path: string, body?: object) {
  const response = await fetch(`${desk.url}${TMF}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: response.status, text: await response.text() }
}

test('the tracker has internal comments restricted to the role of staff, and no other internal text', () => {
  const comments = [...fake.issues.values()].flatMap((issue) => issue.comments)
  const internal = comments.filter((comment) => JSON.stringify(comment).includes(world.canary))
  expect(internal.length).toBeGreaterThan(0)
  expect(internal.filter(({ role }) => role !== 'Staff')).toEqual([])
  expect(comments.filter(({ role }) => role === null).length).toBeGreaterThan(0)
  // Issues of R&D are in a project of their own, whose texts are those of R&D.
  const ofCases = [...fake.issues.values()].filter(({ key }) => !key.startsWith(`${RND_PROJECT}-`))
  expect(ofCases.length).toBeGreaterThanOrEqual(world.keys.length)
  for (const { comments: _, ...issue } of ofCases)
    expect(JSON.stringify({ ...issue, files: issue.files.map(({ content }) => String(content)) })).not.toContain(
      world.canary,
    )
})

test('no webhook and no notification of a ticket has an internal text', () => {
  for (const path of ['/webhook', '/tmf'])
    expect(received.filter((one) => one.path.startsWith(path)).length).toBeGreaterThan(10)
  expect(received.filter(({ body }) => body.includes(world.canary))).toEqual([])
})

test('no ticket has an internal text', async () => {
  const tickets: string[] = []
  for (let offset = 0; ; offset += 100) {
    const { status, text } = await tmf('GET', `/troubleTicket?limit=100&offset=${offset}`)
    expect(status).toBe(200)
    tickets.push(...(JSON.parse(text) as object[]).map((ticket) => JSON.stringify(ticket)))
    if ((JSON.parse(text) as object[]).length < 100) break
  }
  expect(tickets.length).toBeGreaterThanOrEqual(world.keys.length)
  expect(tickets.filter((ticket) => ticket.includes(world.canary))).toEqual([])
  for (const key of world.keys.slice(0, 20))
    expect((await tmf('GET', `/troubleTicket/${key}`)).text).not.toContain(world.canary)
})
