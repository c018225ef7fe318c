import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { impersonationEnded } from '#features/sign-in/impersonation/contract.ts'
import { userCreated } from '#features/users/users/contract.ts'
import { checkpointFile, readCheckpoints, writeCheckpoint } from '#kit/server/events/checkpoints.ts'
import { type EventActor, noUser, recordEvent } from '#kit/server/events/event.ts'
import { verifyChain } from '#kit/server/events/verify-chain.ts'
import { testApp } from '#test/app.ts'
import { type SupportApp, supportApp } from '#test/support-app.ts'
import { databaseUrl } from '#test/template.ts'
import { keepCheckpoints } from './keep-checkpoints.ts'

let desk: SupportApp
let key: string

beforeAll(async () => {
  desk = await supportApp()
  const filed = await desk.call('uma', 'POST', '/issues?account=acme', {
    subject: 'Audited',
    description: 'x',
    priority: 'LOW',
  })
  key = String(filed.body.key)
  await desk.call('vera', 'POST', `/issues/comment/internal?issueKey=${key}`, { body: 'Only for us.' })
  await desk.call('uma', 'POST', `/issues/comment/internal?issueKey=${key}`, { body: 'Not allowed.' })
})
afterAll(() => desk.close())

async function get(name: Parameters<SupportApp['headersOf']>[0], path: string, accept = 'application/json') {
  const response = await fetch(`${desk.url}/api${path}`, { headers: { ...desk.headersOf(name), accept } })
  const text = await response.text()
  return {
    status: response.status,
    text,
    names: [...text.matchAll(/"name":"([a-z]+\.[a-z-]+)"/g)].map(([, event]) => event),
  }
}

test('a manager reads the events of the account, and nothing that is for vendor staff', async () => {
  const { status, names, text } = await get('mia', '/audit?account=acme')
  expect(status).toBe(200)
  expect(names).toContain('case.created')
  expect(names).not.toContain('case.internally-commented')
  expect(text).not.toContain('Only for us')
  expect((await get('bob', '/audit')).status).toBe(403)
})

test('vendor staff read internal events as well, filtered by subject, user and id', async () => {
  expect((await get('vera', `/audit?action=case&subjectId=${key}`)).names).toContain('case.internally-commented')
  expect((await get('vera', '/audit?action=case.created')).names).toEqual(['case.created'])
  expect((await get('vera', `/audit?user=${encodeURIComponent('uma@desk.example')}&action=case`)).names).toEqual([
    'case.created',
  ])
})

test('a denied attempt is in the log', async () => {
  const { rows } = await desk.portal.pool.query(
    "select data->>'path' as path from events where name = 'access.denied' and actor_id = $1",
    [desk.ids.uma],
  )
  expect(rows).toContainEqual({ path: '/api/plugins/jira/issues/comment/internal' })
})

test('an event of an older version without the name of its user is listed with the current name', async () => {
  const { rows } = await desk.portal.pool.query(
    "insert into events (name, audience, subject, actor_id, data) values ('user.factor-added', 'person', 'user', $1, jsonb_build_object('factor', 'totp')) returning id::text",
    [desk.ids.adam],
  )
  const { status, text } = await get('adam', '/audit?action=user.factor-added')
  expect(status).toBe(200)
  const { entries } = JSON.parse(text)._embedded
  expect(entries).toMatchObject([{ id: rows[0].id, by: { fullName: expect.stringMatching(/./) } }])
})

test('a user is recorded with the name or not at all', () => {
  // @ts-expect-error a user without a name
  const nameless: EventActor = { userId: 1 }
  // @ts-expect-error a request without a session has no user
  const added: EventActor = { ...noUser, userId: 1 }
  expect([nameless, added]).toHaveLength(2)
})

test('the log as CSV is complete', async () => {
  const { text } = await get('vera', `/audit?subjectId=${key}`, 'text/csv')
  expect(text.split('\r\n')[0]).toContain('Event')
  expect(text).toContain('case.created')
})

test("one's own logbook is open to every user; another's to those who manage them", async () => {
  expect((await get('uma', '/logbook/entries/search')).names).toContain('case.created')
  expect((await get('mia', '/logbook/entries/search?username=uma@desk.example')).names).toContain('case.created')
  expect((await get('ugo', '/logbook/entries/search?username=uma@desk.example')).status).toBe(404)
  expect((await get('mia', '/logbook/entries/search?username=bob@desk.example')).status).toBe(404)
})

test('of a user who works in two accounts a manager reads the events of theirs', async () => {
  const { db } = desk.portal
  const blue = await db.selectFrom('accounts').select('id').where('name', '=', 'blue').executeTakeFirstOrThrow()
  await db.insertInto('role_grants').values({ user_id: desk.ids.ugo, role: 'USER', account_id: blue.id }).execute()
  const file = async (account: string) => {
    const issue = { subject: `Filed in ${account}`, description: 'x', priority: 'LOW' }
    return String((await desk.call('ugo', 'POST', `/issues?account=${account}`, issue)).body.key)
  }
  await expect.poll(async () => (await get('ugo', '/accounts')).text.includes('"blue"')).toBe(true)
  const [here, there] = [await file('acme'), await file('blue')]
  const { text } = await get('mia', '/logbook/entries/search?username=ugo@desk.example')
  expect([text.includes(here), text.includes(there)]).toEqual([true, false])
  expect((await get('ugo', '/logbook/entries/search')).text).toContain(there)
})

test('each entry names actor, action and affected user, and both users under impersonation', async () => {
  const { db } = desk.portal
  const { full_name: ugo } = await db
    .selectFrom('users')
    .select('full_name')
    .where('id', '=', desk.ids.ugo)
    .executeTakeFirstOrThrow()
  const uma = { userId: desk.ids.uma, userName: 'Uma Example' }
  const impersonated = { ...uma, impersonatorId: desk.ids.vera, impersonatorName: 'Vera Example' }
  await recordEvent(db, userCreated, uma, {
    subject: desk.ids.ugo,
    data: { email: 'ugo@example.com', fullName: ugo },
  })
  await recordEvent(db, impersonationEnded, impersonated, { subject: desk.ids.uma, data: { why: 'ended' } })
  const entries = async (path: string) =>
    (JSON.parse((await get('uma', path)).text) as { _embedded: { entries: Record<string, unknown>[] } })._embedded
      .entries
  const [ended, invited] = await entries('/logbook/entries/search')
  expect(invited).toMatchObject({ name: 'user.created', by: 'Uma Example', impersonatedBy: null, whom: ugo })
  expect(ended).toMatchObject({ name: 'impersonation.ended', by: 'Uma Example', impersonatedBy: 'Vera Example' })
  const audit = JSON.parse((await get('vera', '/audit?action=case.created')).text) as typeof ended
  expect(JSON.stringify(audit)).toContain('"whom":null')
})

test('pages, filters and CSV show the same entries, each once, whatever is recorded meanwhile', async () => {
  type Listed = {
    _embedded: { entries: { id: string; requestId: string }[] }
    page: object
    _links: { next?: { href: string } }
  }
  const read = async (path: string) => JSON.parse((await get('vera', path)).text) as Listed
  const all = await read('/audit?account=acme&size=200')
  const seen: string[] = []
  for (let path: string | undefined = '/audit?account=acme&size=2'; path !== undefined; ) {
    const { _embedded, _links }: Listed = await read(path)
    seen.push(..._embedded.entries.map(({ id }) => id))
    path = _links.next?.href.replace('/api', '')
    if (seen.length === 2) await desk.call('uma', 'POST', `/issues/comment?issueKey=${key}`, { body: 'Meanwhile.' })
  }
  expect(seen).toEqual(all._embedded.entries.map(({ id }) => id))

  const { requestId } = all._embedded.entries[0]!
  const ofRequest = await read(`/audit?requestId=${requestId}`)
  expect(new Set(ofRequest._embedded.entries.map((entry) => entry.requestId))).toEqual(new Set([requestId]))
  expect((await read(`/audit?q=${requestId}`))._embedded).toEqual(ofRequest._embedded)
  expect((await get('vera', `/audit?q=${key}`)).names).toContain('case.created')
  expect((await get('vera', '/audit?action=case.created&atTo=2001-01-01T00:00:00Z')).text).toContain('"entries":[]')
  expect((await read('/audit?account=acme&action=case.never')).page).toMatchObject({ totalElements: 0 })
})

test('what a user does in the name of another is listed with both, and alone', async () => {
  const { names } = await get('adam', `/audit?userId=${desk.ids.vera}&impersonated=true`)
  expect(names).toEqual(['impersonation.ended'])
  expect((await get('adam', `/audit?userId=${desk.ids.uma}&impersonated=true`)).names).toEqual(names)
  expect((await get('adam', '/audit?impersonated=false')).names).not.toContain('impersonation.ended')
})

test('managers filter by users of their accounts and by events that they may meet', async () => {
  expect((await get('mia', '/audit/actors?q=desk.example')).text).toContain('Uma')
  expect((await get('mia', '/audit/actors?q=desk.example')).text).not.toMatch(/Bob|Vera/)
  expect((await get('vera', '/audit/actors?q=bob')).text).toContain('Bob')
  const [ofManager, ofStaff] = [await get('mia', '/audit/events'), await get('vera', '/audit/events')]
  expect(ofManager.text).toContain('case.created')
  expect(ofManager.text).not.toContain('case.internally-commented')
  expect(ofStaff.text).toContain('case.internally-commented')
})

test('an entry is proven by a checkpoint; customers see no hashes and no entry for vendor staff', async () => {
  const { db, config } = desk.portal
  await expect.poll(async () => (await verifyChain(db, [])).waiting).toBe(0)
  await writeCheckpoint(db, checkpointFile(config.dataDirectory), config)
  const idOf = async (name: string) => {
    const { id } = await db
      .selectFrom('events')
      .select('id')
      .where('name', '=', name)
      .where('subject_id', '=', key)
      .executeTakeFirstOrThrow()
    return id
  }
  const [filed, internal] = [await idOf('case.created'), await idOf('case.internally-commented')]
  const read = async (name: 'vera' | 'mia', id: number) => JSON.parse((await get(name, `/audit/${id}`)).text)
  expect(await read('vera', filed)).toMatchObject({
    name: 'case.created',
    ofRequest: 1,
    proof: { state: 'PROVEN', hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
  })
  expect((await read('mia', filed)).proof).toMatchObject({ state: 'PROVEN', hash: null, hashBefore: null })
  expect((await get('mia', `/audit/${internal}`)).status).toBe(404)
  expect((await get('bob', `/audit/${filed}`)).status).toBe(403)

  const write = (what: string) =>
    db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`update events set address = ${what} where id = ${filed}`.execute(tx)
    })
  const { address } = await read('vera', filed)
  await write('192.0.2.99')
  try {
    const { seq, proof } = await read('vera', filed)
    expect(proof.state).toBe('BROKEN')
    expect(JSON.parse((await get('mia', '/audit/chain')).text)).toMatchObject({ state: 'BROKEN', brokenAt: seq })
  } finally {
    await write(address)
  }
  expect((await read('vera', filed)).proof.state).toBe('PROVEN')
})

test('checkpoints are written at the start, at intervals and at the stop', async () => {
  const { portal } = desk
  const dataDirectory = await mkdtemp(join(tmpdir(), 'headend-checkpoints-'))
  const config = { ...portal.config, dataDirectory }
  const marks = async () => (await readCheckpoints(checkpointFile(dataDirectory), config)).length
  const run = async (everyMs?: number) => {
    const http = Fastify()
    keepCheckpoints({ ...portal, config, http }, everyMs)
    await http.listen({ host: '127.0.0.1', port: 0 })
    return http
  }
  try {
    // The interval is an hour, so there is one of the start and one of the stop.
    const hourly = await run()
    await expect.poll(marks).toBe(1)
    await hourly.close()
    expect(await marks()).toBe(2)
    const frequent = await run(20)
    await expect.poll(marks).toBeGreaterThanOrEqual(5)
    await frequent.close()
  } finally {
    await rm(dataDirectory, { recursive: true, force: true })
  }
})

test('a chain that ends before the checkpoint of a start is reported, also when its head was set back', async () => {
  const { db } = desk.portal
  await expect.poll(async () => (await verifyChain(db, [])).waiting).toBe(0)
  const { rows: names } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const other = await testApp({ database: databaseUrl(inject('databaseServer'), names[0]!.name) })
  try {
    const marks = await readCheckpoints(checkpointFile(other.portal.config.dataDirectory), other.portal.config)
    const last = marks.at(-1)!.seq
    expect(last).toBeGreaterThan(1)
    const { rows } = await sql<{ hash: Buffer }>`select hash from events where seq = ${last - 1}`.execute(db)
    const cut = db.transaction().execute(async (tx) => {
      await sql`alter table events disable trigger all`.execute(tx)
      await sql`delete from events where seq >= ${last}`.execute(tx)
      await sql`update event_chain set seq = ${last - 1}, hash = ${rows[0]!.hash}`.execute(tx)
      throw await verifyChain(tx, marks)
    })
    await expect(cut).rejects.toMatchObject({ broken: { seq: last, why: expect.stringContaining('checkpoint') } })
  } finally {
    await other.close()
  }
})
