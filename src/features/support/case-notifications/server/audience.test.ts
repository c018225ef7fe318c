import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf, type Json, type Name, type SupportApp, supportApp } from '#test/support-app.ts'

const customers = ['mia', 'uma', 'ugo', 'carl', 'finn'] as const
const staff = ['vera', 'victor', 'adam', 'tom'] as const
let desk: SupportApp
beforeAll(async () => {
  desk = await supportApp()
})
afterAll(() => desk.close())

const audience = (name: Name, key: string, internal = false) =>
  desk.call(name, 'GET', `/issues/audience?issueKey=${key}${internal ? '&internal=true' : ''}`)
const file = async (name: Name, account = 'acme', extra: object = {}) =>
  String(
    (
      await desk.call(name, 'POST', `/issues?account=${account}`, {
        subject: 'No sync',
        description: 'x',
        priority: 'LOW',
        ...extra,
      })
    ).body.key,
  )
const namesOf = (body: Json, mail?: string) =>
  ((body.notified ?? []) as unknown as { username: string; mail: string }[])
    .filter((one) => mail === undefined || one.mail === mail)
    .map(({ username }) => username)
    .toSorted()

/** Those of the users who really get the texts of the case. */
async function readersOf(among: readonly Name[], key: string, path: string): Promise<number> {
  const statuses = await Promise.all(
    among.map(async (name) => (await desk.call(name, 'GET', `/issues/comment${path}?issueKey=${key}`)).status),
  )
  return statuses.filter((status) => status === 200).length
}

test('the number of readers is that of the users who really read the text, for every author and watcher', async () => {
  await fc.assert(
    fc.asyncProperty(
      // Field technicians file no case.
      fc.constantFrom<Name>('mia', 'uma', 'carl', 'vera'),
      fc.subarray<Name>(['mia', 'ugo', 'carl', 'finn', 'tom']),
      fc.boolean(),
      async (reporter, watchers, internalCase) => {
        const internal = internalCase && reporter === 'vera'
        const key = await file(reporter, 'acme', internal ? { internal } : {})
        for (const name of watchers)
          await desk.call('vera', 'POST', `/issues/watchers?issueKey=${key}`, { username: addressOf(name) })
        const reply = await audience('vera', key)
        const note = await audience('vera', key, true)
        expect(reply.body).toMatchObject({ internal, customers: await readersOf(customers, key, '') })
        expect(note.body).toMatchObject({ customers: 0, staff: await readersOf(staff, key, '/internal') })
        const after = await desk.call('vera', 'POST', `/issues/comment/internal?issueKey=${key}`, { body: 'For us' })
        expect(after.status).toBe(201)
        expect(namesOf(note.body).filter((name) => customers.some((one) => addressOf(one) === name))).toEqual([])
      },
    ),
    { numRuns: 12 },
  )
})

test('those who get a mail are named: at once, in a digest, or none; the author is not', async () => {
  const key = await file('uma')
  const settings = (name: Name, mail: 'DAILY' | 'OFF') =>
    fetch(`${desk.url}/api/announcements/settings`, {
      method: 'POST',
      headers: { ...desk.headersOf(name), 'content-type': 'application/json' },
      body: JSON.stringify({ groups: [{ group: 'cases', mail }] }),
    })
  for (const name of ['mia', 'ugo', 'vera'] as const)
    await desk.call('tom', 'POST', `/issues/watchers?issueKey=${key}`, { username: addressOf(name) })
  await settings('mia', 'DAILY')
  await settings('ugo', 'OFF')
  const { body } = await audience('vera', key)
  expect(namesOf(body, 'NOW')).toEqual([addressOf('uma')])
  expect(namesOf(body, 'IN_DIGEST')).toEqual([addressOf('mia')])
  expect(namesOf(body, 'NONE')).toEqual([addressOf('ugo')])
  expect(namesOf(body)).not.toContain(addressOf('vera'))
  expect(namesOf((await audience('vera', key, true)).body)).toEqual([])
  await sql`
    insert into notification_hours (user_id, quiet_from, quiet_until) values (${desk.ids.uma}, 0, 1439)
    on conflict (user_id) do update set quiet_from = 0, quiet_until = 1439`.execute(desk.portal.db)
  expect(namesOf((await audience('vera', key)).body, 'AFTER_QUIET_HOURS')).toEqual([addressOf('uma')])
})

test('customers see no staff, contractors no user, and neither asks about internal texts or foreign cases', async () => {
  const key = await file('carl')
  await desk.call('vera', 'POST', `/issues/watchers?issueKey=${key}`, { username: addressOf('tom') })
  const manager = await audience('mia', key)
  expect(manager.body).toMatchObject({ staff: null })
  expect(namesOf(manager.body)).toEqual([addressOf('carl')])
  expect(namesOf((await audience('carl', key)).body)).toEqual([])
  expect((await audience('mia', key, true)).status).toBe(403)
  expect((await audience('bob', key)).status).toBe(404)
  expect((await desk.call('vera', 'GET', '/issues/audience')).status).toBe(400)
})
