import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { checkpointFile, readCheckpoints } from '#kit/server/events/checkpoints.ts'
import { verifyChain } from '#kit/server/events/verify-chain.ts'
import { testApp } from '#test/app.ts'
import { type Desk, openDesk } from '#test/support-desk.ts'
import { databaseUrl } from '#test/template.ts'

let desk: Desk
let key: string

beforeAll(async () => {
  desk = await openDesk()
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

async function get(name: Parameters<Desk['headersOf']>[0], path: string, accept = 'application/json') {
  const response = await fetch(`${desk.url}/api${path}`, { headers: { ...desk.headersOf(name), accept } })
  const text = await response.text()
  return {
    status: response.status,
    text,
    names: [...text.matchAll(/"name":"([a-z]+\.[a-z-]+)"/g)].map(([, event]) => event),
  }
}

test('a manager reads what happened in the account, and nothing that is for vendor staff', async () => {
  const { status, names, text } = await get('mia', '/audit?account=acme')
  expect(status).toBe(200)
  expect(names).toContain('case.created')
  expect(names).not.toContain('case.internally-commented')
  expect(text).not.toContain('Only for us')
  expect((await get('bob', '/audit')).status).toBe(403)
})

test('vendor staff read the internal side as well, filtered by what, whom and which', async () => {
  expect((await get('vera', `/audit?action=case&subjectId=${key}`)).names).toContain('case.internally-commented')
  expect((await get('vera', '/audit?action=case.created')).names).toEqual(['case.created'])
  expect((await get('vera', `/audit?user=${encodeURIComponent('uma@desk.example')}&action=case`)).names).toEqual([
    'case.created',
  ])
})

test('a denied attempt stands in the log', async () => {
  const { rows } = await desk.portal.pool.query(
    "select data->>'path' as path from events where name = 'access.denied' and actor_id = $1",
    [desk.ids.uma],
  )
  expect(rows).toContainEqual({ path: '/api/plugins/jira/issues/comment/internal' })
})

test('the log comes as CSV, whole', async () => {
  const { text } = await get('vera', `/audit?subjectId=${key}`, 'text/csv')
  expect(text.split('\r\n')[0]).toContain('Event')
  expect(text).toContain('case.created')
})

test("one's own logbook is open to everyone; another's to those who manage them", async () => {
  expect((await get('uma', '/logbook/entries/search')).names).toContain('case.created')
  expect((await get('mia', '/logbook/entries/search?username=uma@desk.example')).names).toContain('case.created')
  expect((await get('ugo', '/logbook/entries/search?username=uma@desk.example')).status).toBe(404)
  expect((await get('mia', '/logbook/entries/search?username=bob@desk.example')).status).toBe(404)
})

test('of somebody who works in two accounts a manager reads what happened in theirs', async () => {
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

test('a chain that ends before the checkpoint of a start is named, also when its head was set back', async () => {
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
