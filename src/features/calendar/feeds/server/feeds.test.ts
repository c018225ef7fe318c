import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { type MadeAccount, makeAccount, type TestUser, userWith } from '#test/factories.ts'

let app: TestApp
let nordic: MadeAccount
let zuider: MadeAccount
let staff: TestUser
let user: TestUser

beforeAll(async () => {
  app = await testApp()
  nordic = await makeAccount(app, 'nordic')
  zuider = await makeAccount(app, 'zuider')
  staff = await userWith(app, 'HARMONIC')
  user = await userWith(app, 'USER', nordic)
  for (const [account, subject] of [
    [nordic, 'Nordic work'],
    [zuider, 'Zuider work'],
  ] as const) {
    const start = new Date(Date.now() + 86_400_000).toISOString().slice(0, 11)
    const body = { subject, start: `${start}01:00:00`, end: `${start}02:00:00` }
    await call('POST', `/api/plugins/calendar/events?accountId=${account.id}`, { body, as: staff })
  }
})
afterAll(() => app.close())

async function call(method: string, path: string, { body, as = user }: { body?: object; as?: TestUser } = {}) {
  const headers = { ...as.headers, ...(body ? { 'content-type': 'application/json' } : {}) }
  const response = await fetch(app.url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  const text = await response.text()
  return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : text }
}
const feeds = '/api/users/me/calendar-feeds'
const make = async (body: object, as = user) => (await call('POST', feeds, { body, as })).body
const read = (url: string, headers: Record<string, string> = {}) => fetch(app.url + new URL(url).pathname, { headers })
const subjects = async (url: string) =>
  [...(await (await read(url)).text()).matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, subject]) => subject).sort()

test('a feed contains what its user may read now, and is 304 when unchanged', async () => {
  const mine = await make({ name: 'Phone' })
  expect(mine).toMatchObject({ name: 'Phone', account: null, lastRead: null })
  const all = await make({ name: 'Office' }, staff)
  const one = await make({ name: 'Zuider', account: 'zuider' }, staff)
  expect(await subjects(mine.url)).toEqual(['Nordic work'])
  expect(await subjects(all.url)).toEqual(['Nordic work', 'Zuider work'])
  expect(await subjects(one.url)).toEqual(['Zuider work'])
  const first = await read(mine.url)
  expect(first.headers.get('content-type')).toContain('text/calendar')
  expect((await read(mine.url, { 'if-none-match': first.headers.get('etag')! })).status).toBe(304)
  const listed = (await call('GET', feeds)).body._embedded.feeds
  expect(listed).toEqual([{ ...mine, url: undefined, lastRead: expect.stringMatching(/Z$/) }])
  expect(JSON.stringify(listed)).not.toContain(new URL(mine.url).pathname.slice(10, 30))

  await app.portal.pool.query(`update users set state = 'suspended' where id = $1`, [user.id])
  expect((await read(mine.url)).status).toBe(404)
  await app.portal.pool.query(`update users set state = 'active' where id = $1`, [user.id])
  expect((await call('DELETE', `${feeds}/${mine.id}`, { as: staff })).status).toBe(404)
  expect((await call('DELETE', `${feeds}/${mine.id}`)).status).toBe(204)
  expect((await read(mine.url)).status).toBe(404)
})

test('a feed has the changed instances of a series', async () => {
  const events = '/api/plugins/calendar/events'
  const start = new Date(Date.now() + 86_400_000).toISOString().slice(0, 11)
  const times = { start: `${start}03:00:00`, end: `${start}04:00:00` }
  const body = { subject: 'Series', ...times, recurrence: { rule: 'FREQ=DAILY;COUNT=3' } }
  const { id } = (await call('POST', `${events}?accountId=${zuider.id}`, { body, as: staff })).body
  const moved = `${events}/${id}?scope=THIS&recurrenceId=${times.start}`
  expect((await call('PATCH', moved, { body: { subject: 'Moved' }, as: staff })).status).toBe(200)
  const feed = await make({ name: 'Series', account: 'zuider' }, staff)
  expect(await subjects(feed.url)).toEqual(['Moved', 'Series', 'Zuider work'])
})

test('an account that the user cannot read, and an eleventh address, are rejected', async () => {
  expect((await make({ name: 'x', account: 'zuider' })).code).toBe('account-not-found')
  await app.portal.pool.query(`delete from calendar_feeds where user_id = $1`, [user.id])
  const made = await Promise.all(Array.from({ length: 12 }, (_, index) => make({ name: `Address ${index}` })))
  expect(made.filter(({ url }) => url).length).toBe(10)
  expect(made.find(({ code }) => code)?.code).toBe('calendar-feeds-full')
})
