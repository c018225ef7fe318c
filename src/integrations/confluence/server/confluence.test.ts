import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import {
  CONFLUENCE_LOGIN,
  type ConfluenceFake,
  type FakePage,
  startConfluenceFake,
} from '#test/connections/confluence-fake.ts'
import { type JudgedServer, startJudgedServer } from '#test/directories/contract-checked-server.ts'
import { type Prism, startPrism } from '#test/directories/prism.ts'
import { makeAccount, type TestUser, userWith } from '#test/factories.ts'

let prism: Prism
let fake: ConfluenceFake
let server: JudgedServer
let app: TestApp
let central: TestUser
let staff: TestUser
let manager: TestUser
let settings: object

beforeAll(async () => {
  prism = await startPrism(fileURLToPath(new URL('../confluence-own.json', import.meta.url)))
  fake = await startConfluenceFake()
  server = await startJudgedServer({ judge: prism.url, target: fake.url })
  app = await testApp({ env: { PRIVATE_HOSTS: server.host } })
  central = await userWith(app, 'CENTRAL')
  staff = await userWith(app, 'HARMONIC')
  const nordic = await makeAccount(app, 'nordic')
  manager = await userWith(app, 'MANAGER', nordic)
  await makeAccount(app, 'zuider')
  settings = { url: server.url, spaceKey: 'NET', ...CONFLUENCE_LOGIN }
  put({ id: '1', title: 'Home', content: [paragraph('Welcome')] })
  put({ id: '2', title: 'Runbook: lost node', parentId: '1', content: [heading('First'), paragraph('Ring the NOC')] })
  put({ id: '3', title: 'Contacts', parentId: '1', content: [paragraph('See *the* rota')] })
  put({ id: '4', title: 'A draft', status: 'draft', content: [] })
})
afterAll(async () => {
  await app.close()
  await server.close()
  await fake.close()
  await prism.close()
})

const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const heading = (text: string) => ({ type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text }] })
const put = (page: Pick<FakePage, 'id' | 'title' | 'content'> & Partial<FakePage>) =>
  void fake.pages.set(page.id, { parentId: null, version: 1, ...page })

type Sent = { body?: object; as?: TestUser; headers?: object }
async function call(method: string, path: string, { body, as = central, headers = {} }: Sent = {}) {
  const response = await fetch(`${app.url}/api/${path}`, {
    method,
    headers: { ...as.headers, ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  return { status: response.status, text, body: text ? JSON.parse(text) : undefined, headers: response.headers }
}
const configs = 'plugins/confluence/configs'
const config = async () => (await call('GET', `${configs}?account=nordic`)).body._embedded.configs[0]
type Page = { id: string; title: string; parentId: string | null; version: number; source: object | null }
const pages = async (as = manager, query = ''): Promise<Page[]> =>
  (await call('GET', `wiki/pages?account=nordic&size=500${query}`, { as })).body._embedded.pages
const tree = async (as = manager) => {
  const rows = await pages(as)
  return rows.map(({ title, parentId }) => [title, rows.find(({ id }) => id === parentId)?.title ?? null])
}
/** Lets the next read of the space begin now; resolves when it has ended. */
async function readAgain() {
  const { read } = await config()
  await app.portal.pool.query(`update wiki_mirrors set next_at = now()`)
  await app.portal.pool.query(`select graphile_worker.add_job('wiki.mirror')`)
  await expect.poll(async () => (await config()).read, { timeout: 20_000 }).not.toBe(read)
}

test('a space is connected, and its pages are copied with their texts and their places', async () => {
  const path = `${configs}?account=nordic`
  expect(
    (await call('POST', path, { body: { url: server.url } })).body.fields.map((one: { path: string }) => one.path),
  ).toEqual(['spaceKey', 'username', 'token'])
  expect((await call('POST', path, { body: settings, as: manager })).status).toBe(403)
  const saved = await call('POST', path, { body: { ...settings, readers: 'ALL' } })
  expect([saved.status, saved.body]).toMatchObject([
    200,
    {
      id: 'confluence:nordic',
      account: 'nordic',
      spaceKey: 'NET',
      tokenSet: true,
      readers: 'ALL',
      pages: 0,
      read: null,
    },
  ])
  expect(saved.text).not.toContain(CONFLUENCE_LOGIN.token)
  await expect.poll(async () => (await config()).read, { timeout: 20_000 }).not.toBeNull()
  await expect.poll(config).toMatchObject({ state: 'STARTED', pages: 3, leftOut: 0 })
  expect(await tree()).toEqual([
    ['Home', null],
    ['Contacts', 'Home'],
    ['Runbook: lost node', 'Home'],
  ])
  const found = await pages(manager, '&q=noc')
  expect(found.map(({ title }) => title)).toEqual(['Runbook: lost node'])
  const page = (await call('GET', `wiki/pages/${found[0]!.id}`, { as: manager })).body
  expect(page).toMatchObject({
    body: '## First\n\nRing the NOC',
    audience: 'ALL',
    source: { system: 'Confluence', url: `${fake.url}/wiki/p/2` },
    updatedBy: null,
  })
  expect(server.calls.filter(({ wrong }) => wrong !== null)).toEqual([])
})

test('a copy is not changed, moved or deleted in the portal, and no page is put below it', async () => {
  const home = (await pages()).find(({ title }) => title === 'Home')!
  const own = (await call('POST', 'wiki/pages?account=nordic', { body: { title: 'Ours' }, as: manager })).body
  const tries = [
    await call('PATCH', `wiki/pages/${home.id}`, { body: { title: 'Mine' }, as: manager }),
    await call('DELETE', `wiki/pages/${home.id}?subpages=delete`, { as: staff }),
    await call('PATCH', `wiki/pages/${own.id}`, { body: { parentId: home.id }, as: manager }),
    await call('POST', 'wiki/pages?account=nordic', { body: { title: 'Below', parentId: home.id }, as: manager }),
  ]
  expect(tries.map(({ status, body }) => [status, body.code])).toEqual(tries.map(() => [409, 'wiki-page-mirrored']))
  expect(tries[0]!.body.detail).toBe('Home is kept in Confluence, and the portal has a copy. Change it there.')
  expect((await call('DELETE', `wiki/pages/${own.id}`, { as: manager })).status).toBe(204)
})

test('only what changed is read again: a text becomes a version, a page that is gone is removed', async () => {
  const [contacts] = (await pages()).filter(({ title }) => title === 'Contacts')
  put({ id: '2', title: 'Runbook: node lost', parentId: '3', version: 2, content: [paragraph('Ring the NOC twice')] })
  fake.pages.delete('1')
  const requests = fake.requests.length
  await readAgain()
  expect(fake.requests.slice(requests).filter((request) => /pages\/\d/.test(request))).toEqual([
    'GET /wiki/api/v2/pages/2',
  ])
  expect(await tree()).toEqual([
    ['Contacts', null],
    ['Runbook: node lost', 'Contacts'],
  ])
  const [runbook] = await pages(manager, '&q=twice')
  const versions = (await call('GET', `wiki/pages/${runbook!.id}/versions`, { as: manager })).body._embedded.versions
  expect(versions.map(({ n, note, author }: { n: number; note: string; author: null }) => [n, note, author])).toEqual([
    [2, 'Confluence, version 2', null],
    [1, 'Confluence, version 1', null],
  ])
  expect((await pages()).find(({ title }) => title === 'Contacts')).toMatchObject({ id: contacts!.id })
  const events = await app.portal.pool.query(
    `select audience, data->'saved' as saved, data->'removed' as removed from events where name like 'wiki.mirrored%' order by id`,
  )
  expect(events.rows).toEqual([
    { audience: 'account', saved: 3, removed: 0 },
    { audience: 'account', saved: 1, removed: 0 },
    { audience: 'account', saved: 0, removed: 1 },
  ])
})

test('other readers take effect at once, and a hidden copy is not found by customers', async () => {
  const { version } = await config()
  const stale = { 'if-match': `"${version - 1}"` }
  expect(
    (await call('POST', `${configs}?account=nordic`, { body: { readers: 'VENDOR' }, headers: stale })).status,
  ).toBe(412)
  const { read } = await config()
  expect((await call('POST', `${configs}?account=nordic`, { body: { readers: 'VENDOR' } })).body.readers).toBe('VENDOR')
  await expect.poll(async () => (await config()).read, { timeout: 20_000 }).not.toBe(read)
  expect([await tree(manager), (await tree(staff)).length]).toEqual([[], 2])
  expect(await pages(manager, '&q=NOC')).toEqual([])
})

test('a space that is empty removes nothing, and the connection says why', async () => {
  const before = new Map(fake.pages)
  fake.pages.clear()
  await app.portal.pool.query(`update wiki_mirrors set next_at = now()`)
  await app.portal.pool.query(`select graphile_worker.add_job('wiki.mirror')`)
  const message = async () =>
    (
      await app.portal.pool.query(
        `select error from outbox where connection = 'confluence:nordic' and error is not null`,
      )
    ).rows
  await expect
    .poll(message, { timeout: 20_000 })
    .toMatchObject([{ error: expect.stringContaining('no pages any more') }])
  expect((await tree(staff)).length).toBe(2)
  for (const [id, page] of before) fake.pages.set(id, page)
  const { read } = await config()
  await app.portal.pool.query(`update outbox set next_at = now() where state = 'WAITING'`)
  await app.portal.pool.query(
    `select graphile_worker.add_job('outbox.connections', json_build_object('subject', subject)) from outbox where state = 'WAITING'`,
  )
  await expect.poll(async () => (await config()).read, { timeout: 20_000 }).not.toBe(read)
})

test('configurations are listed, an unknown account is 404, an unknown space is named by the test of the connection', async () => {
  expect((await call('GET', configs)).body._embedded.configs).toHaveLength(1)
  expect((await call('GET', `${configs}?account=zuider`)).body._embedded.configs).toEqual([])
  expect((await call('GET', `${configs}?account=nowhere`)).body.code).toBe('account-not-found')
  expect((await call('GET', configs, { as: manager })).status).toBe(403)
  expect((await call('POST', `${configs}?account=zuider`, { body: { ...settings, spaceKey: 'NOWHERE' } })).status).toBe(
    200,
  )
  const tested = await call('POST', 'connections/confluence:zuider/test')
  expect([tested.status, tested.body.detail]).toEqual([422, expect.stringContaining('no space with the key NOWHERE')])
  expect((await call('GET', configs)).body._embedded.configs).toHaveLength(2)
})

test('the copies become pages of the portal when the connection is deleted', async () => {
  const { version } = (await call('GET', 'connections/confluence:nordic')).body
  const deleted = await call('DELETE', 'connections/confluence:nordic', { headers: { 'if-match': `"${version}"` } })
  expect(deleted.status).toBe(204)
  await expect
    .poll(async () => (await pages(staff)).map(({ source }) => source), { timeout: 20_000 })
    .toEqual([null, null])
  const [page] = await pages(staff)
  expect((await call('PATCH', `wiki/pages/${page!.id}`, { body: { title: 'Ours now' }, as: staff })).status).toBe(200)
})
