import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { makeAccount, type TestUser, userWith } from '#test/factories.ts'

let app: TestApp
let csm: TestUser
let customer: TestUser

beforeAll(async () => {
  app = await testApp()
  csm = await userWith(app, 'HARMONIC_CSM')
  customer = await userWith(app, 'USER', await makeAccount(app, 'acme'))
})
afterAll(() => app.close())

async function call(
  method: string,
  { body, as = csm, version, id }: { body?: object; as?: TestUser; version?: number; id?: string } = {},
) {
  const headers = {
    ...as.headers,
    ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
    ...(body ? { 'content-type': 'application/json' } : {}),
  }
  const path = `/api/plugins/calendar/tags${id === undefined ? '' : `?id=${id}`}`
  const response = await fetch(app.url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : JSON.parse(text) }
}
const tags = async (as = csm) => (await call('GET', { as })).body._embedded.tags as Record<string, unknown>[]
const create = async (body: object) => (await call('POST', { body })).body

test('a tag is created, changed and deleted; customers read it', async () => {
  const made = await call('POST', { body: { name: 'Upgrade', colorCode: '#0f62b8', holdsOutages: true } })
  expect(made).toEqual({
    status: 201,
    body: {
      id: expect.stringMatching(/^\d+$/),
      name: 'Upgrade',
      colorCode: '#0F62B8',
      scope: 'CUSTOMER',
      holdsOutages: true,
      freeze: false,
      isFixed: false,
      version: 1,
    },
  })
  expect((await tags(customer)).map(({ name }) => name)).toEqual(['Maintenance', 'Upgrade'])
  const { id } = made.body
  const after = { id, name: 'Freeze', scope: 'SYSTEM', freeze: true }
  expect((await call('PUT', { body: after, version: 1 })).body).toMatchObject({
    ...after,
    colorCode: null,
    holdsOutages: false,
    version: 2,
  })
  expect((await call('PUT', { body: after, version: 2 })).body.version).toBe(2)
  expect((await call('PUT', { body: { id, name: 'Stale' }, version: 1 })).status).toBe(412)
  expect((await call('DELETE', { id, version: 1 })).status).toBe(412)
  expect((await call('DELETE', { id, version: 2 })).status).toBe(204)
  expect((await tags()).map(({ name }) => name)).toEqual(['Maintenance'])
  expect((await call('DELETE', { id, version: 2 })).body.code).toBe('calendar-tag-not-found')
  const { rows } = await app.portal.pool.query(
    `select name, data ->> 'what' as what from events where subject = 'calendar-tag' and subject_id = $1 order by id`,
    [id],
  )
  expect(rows.map(({ name, what }) => `${name} ${what}`)).toEqual([
    'calendar-tag.created Upgrade',
    'calendar-tag.changed Upgrade',
    'calendar-tag.deleted Freeze',
  ])
})

test('a name is taken once in either case, and the colour of older clients is none', async () => {
  const { id, colorCode } = await create({ name: 'Training', colorCode: '#00355f' })
  expect(colorCode).toBeNull()
  const other = await create({ name: 'Meeting' })
  expect((await create({ name: 'TRAINING' })).code).toBe('calendar-tag-exists')
  const renamed = await call('PUT', { body: { id: other.id, name: 'training' }, version: 1 })
  expect([renamed.status, renamed.body.code]).toEqual([409, 'calendar-tag-exists'])
  expect((await call('PUT', { body: { id, name: 'TRAINING' }, version: 1 })).body.name).toBe('TRAINING')
})

test.each([
  { name: '' },
  { name: 'x'.repeat(61) },
  { name: 'A\nB' },
  { name: 'A', colorCode: 'red' },
  { name: 'A', scope: 'ALL' },
])('a tag of %j is rejected at its field', async (body) => {
  const response = await call('POST', { body })
  expect([response.status, response.body.fields[0].path]).toEqual([400, Object.keys(body).at(-1)])
})

test('the tag of maintenance keeps its name and meaning; only its colour changes', async () => {
  const fixed = (await tags()).find(({ isFixed }) => isFixed)!
  const { id, name, version } = fixed as { id: string; name: string; version: number }
  const code = async (body: object) => (await call('PUT', { body: { id, name, ...body }, version })).body.code
  expect(await code({})).toBe('calendar-tag-fixed')
  expect(await code({ holdsOutages: true, name: 'Work' })).toBe('calendar-tag-fixed')
  expect((await call('DELETE', { id, version })).body.code).toBe('calendar-tag-fixed')
  const blue = await call('PUT', { body: { id, name, holdsOutages: true, colorCode: '#112233' }, version })
  expect([blue.status, blue.body.colorCode]).toEqual([200, '#112233'])
})

test('tags are managed by administrators, managers and customer success managers alone', async () => {
  const noc = await userWith(app, 'HARMONIC_NOC')
  const { id } = await create({ name: 'Site work' })
  for (const as of [noc, customer]) {
    const responses = [
      await call('POST', { body: { name: 'Mine' }, as }),
      await call('PUT', { body: { id, name: 'Mine' }, as, version: 1 }),
      await call('DELETE', { id, as, version: 1 }),
    ]
    expect(responses.map(({ status }) => status)).toEqual([403, 403, 403])
  }
})

test('there are 500 tags at most', async () => {
  await app.portal.pool.query(
    `insert into calendar_tags (name) select 'Tag ' || n from generate_series(1, 500 - (select count(*)::int from calendar_tags)) n`,
  )
  expect((await tags()).length).toBe(500)
  expect((await create({ name: 'One more' })).code).toBe('calendar-tags-full')
  expect((await tags()).length).toBe(500)
})
