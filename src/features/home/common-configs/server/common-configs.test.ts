import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { makeAccount, type TestUser, userWith } from '#test/factories.ts'

let app: TestApp
let central: TestUser
let user: TestUser

beforeAll(async () => {
  app = await testApp()
  central = await userWith(app, 'CENTRAL')
  user = await userWith(app, 'USER', await makeAccount(app, 'linked'))
})
afterAll(() => app.close())

async function call(
  method: string,
  { id, body, as = central, version }: { id?: string; body?: object; as?: TestUser; version?: number } = {},
) {
  const headers = {
    ...as.headers,
    ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
    ...(body ? { 'content-type': 'application/json' } : {}),
  }
  const url = `${app.url}/api/common/configs${id ? `/${id}` : ''}`
  const response = await fetch(url, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  return { status: response.status, body: response.status === 204 ? null : await response.json() }
}
const links = async () => (await call('GET', { as: user })).body._embedded.configs

test('a common link is set, changed and removed by administrators, and read by every user', async () => {
  const { status, body: made } = await call('POST', { body: { type: 'SERVICE_DESK', url: 'https://desk.example/' } })
  expect([status, made]).toEqual([
    201,
    { id: expect.any(String), type: 'SERVICE_DESK', url: 'https://desk.example/', version: 1 },
  ])
  expect(await links()).toEqual([made])

  const edited = await call('PATCH', { body: { id: made.id, url: 'https://desk.example/new' }, version: 1 })
  expect([edited.status, edited.body]).toEqual([200, { ...made, url: 'https://desk.example/new', version: 2 }])
  expect((await call('PATCH', { body: { id: made.id, url: 'https://late.example/' }, version: 1 })).status).toBe(412)
  expect((await call('DELETE', { id: made.id, version: 1 })).status).toBe(412)
  expect((await call('DELETE', { id: made.id, version: 2 })).status).toBe(204)
  expect(await links()).toEqual([])
  const { rows } = await app.portal.pool.query(`select name from events where name like 'common-config.%' order by id`)
  expect(rows.map(({ name }) => name)).toEqual([
    'common-config.created',
    'common-config.edited',
    'common-config.deleted',
  ])
})

test('users may not change the links', async () => {
  expect((await call('POST', { as: user, body: { type: 'ANALYTICS_URL', url: 'https://a.example/' } })).status).toBe(
    403,
  )
})

test('one link of each type', async () => {
  const body = { type: 'WIKI_SHARED_SPACE_URL', url: 'https://wiki.example/' }
  const wiki = (await call('POST', { body })).body
  expect((await call('POST', { body })).body.code).toBe('common-config-exists')
  const desk = (await call('POST', { body: { ...body, type: 'SERVICE_DESK' } })).body
  expect((await call('PATCH', { body: { id: desk.id, type: wiki.type } })).status).toBe(409)
  expect((await call('PATCH', { body: { id: '999', url: body.url } })).status).toBe(404)
  expect((await call('DELETE', { id: '999' })).status).toBe(404)
})

test.each([
  'javascript:alert(1)',
  'http://wiki.example/',
  'https://me:secret@wiki.example/',
  '',
  `https://w.example/${'x'.repeat(2000)}`,
])('the address %s is rejected at its field', async (url) => {
  const { status, body } = await call('POST', { body: { type: 'ANALYTICS_URL', url } })
  expect([status, body.fields[0].path]).toEqual([400, 'url'])
})
