import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { makeAccount, type TestUser, userWith } from '#test/factories.ts'

let app: TestApp
let staff: TestUser
let manager: TestUser
let user: TestUser
let stranger: TestUser

beforeAll(async () => {
  app = await testApp()
  const nordic = await makeAccount(app, 'nordic')
  staff = await userWith(app, 'HARMONIC')
  manager = await userWith(app, 'MANAGER', nordic)
  user = await userWith(app, 'USER', nordic)
  stranger = await userWith(app, 'MANAGER', await makeAccount(app, 'zuider'))
})
afterAll(() => app.close())

type Page = { id: string; version: number; [member: string]: unknown }
type Sent = { body?: object; as?: TestUser; version?: number }
async function call(method: string, path: string, { body, as = staff, version }: Sent = {}) {
  const headers = {
    ...as.headers,
    ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
    ...(body ? { 'content-type': 'application/json' } : {}),
  }
  const response = await fetch(`${app.url}/api/wiki/pages${path}`, {
    method,
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : JSON.parse(text) }
}
const create = async (body: object, as = manager): Promise<Page> =>
  (await call('POST', '?account=nordic', { body, as })).body
const edit = (page: { id: string }, body: object, rest: Sent = {}) =>
  call('PATCH', `/${page.id}`, { body, as: manager, ...rest })
const read = (id: string, as = manager) => call('GET', `/${id}`, { as })
const list = async (query = '', as = manager): Promise<Page[]> =>
  (await call('GET', `?account=nordic&${query}`, { as })).body._embedded.pages
const titles = (rows: Page[]) => rows.map(({ title }) => title)
const below = async (id: string | null) => titles((await list()).filter(({ parentId }) => parentId === id))

test('a page is created, changed, compared with its versions and restored', async () => {
  const made = await call('POST', '?account=nordic', { body: { title: ' Runbook ', body: 'One' }, as: manager })
  expect([made.status, made.body]).toEqual([
    201,
    {
      id: expect.any(String),
      account: 'nordic',
      accountId: expect.any(String),
      accountDisplayName: 'nordic',
      parentId: null,
      title: 'Runbook',
      body: 'One',
      audience: 'ALL',
      order: 0,
      source: null,
      revision: 1,
      created: expect.stringMatching(/Z$/),
      updated: expect.stringMatching(/Z$/),
      createdBy: 'User With MANAGER',
      updatedBy: 'User With MANAGER',
      version: 1,
    },
  ])
  const { id } = made.body
  expect((await edit(made.body, { body: 'Two', note: 'New cores' }, { version: 1 })).body).toMatchObject({
    body: 'Two',
    revision: 2,
    version: 2,
  })
  expect((await edit(made.body, { body: 'Three' }, { version: 1 })).status).toBe(412)
  expect((await edit(made.body, { body: 'Two' }, { version: 2 })).body.version).toBe(2)
  const restored = await edit(made.body, { restore: 1 }, { version: 2 })
  expect(restored.body).toMatchObject({ body: 'One', revision: 3 })
  const versions = (await call('GET', `/${id}/versions`, { as: user })).body._embedded.versions
  expect(versions.map(({ n, note, restored: of }: Record<string, unknown>) => [n, note, of])).toEqual([
    [3, null, 1],
    [2, 'New cores', null],
    [1, null, null],
  ])
  expect((await call('GET', `/${id}/versions/2`, { as: user })).body).toMatchObject({ n: 2, body: 'Two' })
  expect((await call('GET', `/${id}/versions/4`, { as: user })).body.code).toBe('wiki-version-not-found')
  expect((await edit(made.body, { restore: 9 })).body.code).toBe('wiki-version-not-found')
  expect((await edit(made.body, { restore: 1, body: 'x' })).body.fields[0].path).toBe('restore')
  expect((await call('DELETE', `/${id}`, { as: manager, version: 1 })).status).toBe(412)
  expect((await call('DELETE', `/${id}`, { as: manager, version: 3 })).status).toBe(204)
  expect((await read(id)).body.code).toBe('wiki-page-not-found')
  const { rows } = await app.portal.pool.query(
    `select name from events where subject = 'wiki-page' and subject_id = $1 order by id`,
    [id],
  )
  expect(rows.map(({ name }) => name)).toEqual(['created', 'edited', 'edited', 'deleted'].map((v) => `wiki-page.${v}`))
})

test('internal pages, their versions and words never reach customers', async () => {
  const hidden = await create({ title: 'Escalation', body: 'zebracode inside', audience: 'VENDOR' }, staff)
  const child = await create({ title: 'Below', parentId: hidden.id, audience: 'VENDOR' }, staff)
  expect(titles(await list('q=zebracode'))).toEqual([])
  expect(titles(await list('q=zebracode', staff))).toEqual(['Escalation'])
  for (const path of ['', '/versions', '/versions/1'])
    expect((await call('GET', `/${hidden.id}${path}`, { as: manager })).body.code).toBe('wiki-page-not-found')
  expect((await edit(hidden, { title: 'Mine' })).status).toBe(404)
  const parent = await call('POST', '?account=nordic', { body: { title: 'x', parentId: hidden.id }, as: manager })
  expect(parent.body.fields[0].path).toBe('parentId')
  expect((await edit(child, { audience: 'ALL' }, { as: staff })).body.code).toBe('wiki-parent-internal')

  await edit(hidden, { body: 'For everyone', audience: 'ALL' }, { as: staff })
  expect((await read(hidden.id)).body.body).toBe('For everyone')
  const versions = await call('GET', `/${hidden.id}/versions`, { as: manager })
  expect(versions.body._embedded.versions.map(({ n }: { n: number }) => n)).toEqual([2])
  expect(versions.body.page.totalElements).toBe(1)
  expect((await call('GET', `/${hidden.id}/versions/1`, { as: manager })).status).toBe(404)
  expect((await edit(hidden, { restore: 1 })).body.code).toBe('wiki-version-not-found')
  expect((await call('DELETE', `/${hidden.id}?subpages=delete`, { as: manager })).status).toBe(204)
  expect((await read(child.id, staff)).body).toMatchObject({ parentId: null, audience: 'VENDOR' })

  const open = await create({ title: 'Open' })
  const openChild = await create({ title: 'Open child', parentId: open.id })
  const secret = await create({ title: 'Secret', parentId: open.id, audience: 'VENDOR' }, staff)
  const wrong = await edit(open, { audience: 'VENDOR' })
  expect([wrong.status, wrong.body.fields[0].path]).toEqual([400, 'audience'])
  await edit(open, { audience: 'VENDOR' }, { as: staff })
  expect((await read(openChild.id)).status).toBe(404)
  expect((await read(openChild.id, staff)).body).toMatchObject({ audience: 'VENDOR', revision: 2 })
  expect((await read(secret.id, staff)).body.revision).toBe(1)
  const { rows } = await app.portal.pool.query(
    `select audience from events where subject = 'wiki-page' and subject_id = any($1) and data -> 'readers' ? 'VENDOR'`,
    [[hidden.id, child.id, open.id]],
  )
  expect(rows.map(({ audience }) => audience)).toEqual(['vendor', 'vendor', 'vendor', 'vendor'])
})

test('pages are moved in a tree without cycles, at most 8 deep', async () => {
  const top = await create({ title: 'Top' })
  const [a, b, c] = [
    await create({ title: 'A', parentId: top.id }),
    await create({ title: 'B', parentId: top.id }),
    await create({ title: 'C', parentId: top.id }),
  ]
  await edit(c, { order: 0 })
  expect(await below(top.id)).toEqual(['C', 'A', 'B'])
  await edit(b, { parentId: a.id })
  expect(await below(a.id)).toEqual(['B'])
  for (const parentId of [a.id, b.id]) expect((await edit(a, { parentId })).body.fields[0].path).toBe('parentId')
  let deepest = b
  for (let level = 4; level <= 8; level += 1) deepest = await create({ title: `Level ${level}`, parentId: deepest.id })
  expect((await call('POST', '?account=nordic', { body: { title: '9', parentId: deepest.id } })).body.code).toBe(
    'wiki-too-deep',
  )
  const above = await create({ title: 'Above' })
  expect((await edit(top, { parentId: above.id })).body.code).toBe('wiki-too-deep')

  expect((await call('DELETE', `/${a.id}`, { as: manager })).body.code).toBe('wiki-page-has-subpages')
  expect((await call('DELETE', `/${a.id}?subpages=move`, { as: manager })).status).toBe(204)
  expect(await below(top.id)).toEqual(['C', 'B'])
  expect((await call('DELETE', `/${top.id}?subpages=delete`, { as: manager })).status).toBe(204)
  expect((await read(deepest.id)).status).toBe(404)
})

test('shared pages are written by vendor staff and read by all; others see nothing of an account', async () => {
  const shared: Page = (await call('POST', '', { body: { title: 'Contacts', body: 'Call the quagga desk' } })).body
  expect(shared.account).toBeNull()
  expect((await read(shared.id, stranger)).status).toBe(200)
  expect((await edit(shared, { title: 'Mine' }, { as: stranger })).status).toBe(403)
  expect((await call('POST', '', { body: { title: 'Mine' }, as: manager })).status).toBe(403)
  const own = await create({ title: 'Own', body: 'quagga' })
  expect(titles(await list('q=quagga'))).toEqual(['Own', 'Contacts'])
  expect((await list('q=quagga'))[1]!.excerpt).toEqual([
    { text: 'Call the ', hit: false },
    { text: 'quagga', hit: true },
    { text: ' desk', hit: false },
  ])
  expect((await read(own.id, stranger)).status).toBe(404)
  expect((await call('GET', '?account=nordic', { as: stranger })).body.code).toBe('account-not-found')
  expect(titles((await call('GET', '', { as: stranger })).body._embedded.pages)).toEqual(['Contacts'])
  expect((await edit(own, { title: 'Mine' }, { as: user })).status).toBe(403)
  expect((await call('POST', '?account=nordic', { body: { title: 'Mine' }, as: user })).status).toBe(403)
  expect((await call('DELETE', `/${own.id}`, { as: user })).status).toBe(403)
})

test.each([
  [{}, 'title'],
  [{ title: ' ' }, 'title'],
  [{ title: 'x'.repeat(201) }, 'title'],
  [{ title: 'x', body: 'y'.repeat(200_001) }, 'body'],
  [{ title: 'x', parentId: '999999' }, 'parentId'],
])('a page of %o is rejected at its field', async (body, path) => {
  const response = await call('POST', '?account=nordic', { body, as: manager })
  expect([response.status, response.body.fields[0].path]).toEqual([400, path])
})
