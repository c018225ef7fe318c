import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { BOX_LOGIN, type BoxFake, startBoxFake } from '#test/connections/box-fake.ts'
import { type SoftwareDesk, sha256, softwareApp, until } from '#test/software-app.ts'
import { type Json, rowsOf } from '#test/support-app.ts'

let fake: BoxFake
let desk: SoftwareDesk
let bundleId: string
let names = 0

beforeAll(async () => {
  fake = await startBoxFake()
  fake.folders.set('10', { name: 'Releases', parent: '0' })
  desk = await softwareApp({ env: { PRIVATE_HOSTS: fake.host } })
  bundleId = await desk.bundle()
})
afterAll(async () => {
  await desk.close()
  await fake.close()
})
beforeEach(() => {
  for (const list of [fake.faults, fake.apiFaults, fake.downloads, fake.calls]) list.splice(0)
})

const connection = '/api/connections/box:shared'
const settings = () => ({ api: fake.url, ...BOX_LOGIN })
/** Puts a file into Box; returns its id. */
function put(bytes: Buffer | string, more: object = {}): string {
  const id = String(1000 + fake.files.size)
  fake.files.set(id, { name: `core-${id}.bin`, bytes: Buffer.from(bytes), version: 1, folder: '10', ...more })
  return id
}
const reserve = (boxId: string, fileName = `from-box-${++names}.bin`) =>
  desk.call('rita', 'POST', '/api/box/file/upload/reservation', { bundleId, fileName, sourceType: 'BOX', boxId })
/** Reserves a component from Box and starts its fetch. */
async function start(boxId: string): Promise<string> {
  const reserved = await reserve(boxId)
  expect(reserved.status, reserved.text).toBe(200)
  const body = new FormData()
  body.append('request', '{"sourceType":"BOX"}')
  const begun = await desk.call('rita', 'POST', `/api/box/file/upload/${reserved.body.fileId}`, body)
  expect(begun.status, begun.text).toBe(200)
  return String(reserved.body.fileId)
}
const fetched = async (boxId: string): Promise<Json> => desk.ended(await start(boxId))

test('without a connection nothing of Box can be taken; with a wrong secret its test names the credential', async () => {
  expect((await reserve('1')).body.code).toBe('source-not-available')
  expect((await desk.call('rita', 'GET', '/api/box/folders/root')).body.code).toBe('source-not-available')
  expect((await desk.call('rita', 'GET', '/api/box')).body).toMatchObject({ connected: false })
  const wrong = { port: 'box', system: 'box', settings: { ...settings(), clientSecret: 'another' } }
  const made = await desk.call('ada', 'POST', '/api/connections', wrong)
  expect(made.status, made.text).toBe(201)
  const tested = await desk.call('ada', 'POST', `${connection}/test`)
  expect([tested.status, tested.body.fields]).toMatchObject([422, [{ path: 'login' }]])
  const failed = await fetched(put('never'))
  expect(failed).toMatchObject({
    state: 'FAILED',
    error: "It was not fetched: Box does not accept the portal's credential. Check its settings.",
  })
  expect((await desk.call('ada', 'PATCH', connection, { settings: settings() })).status).toBe(200)
  expect((await desk.call('ada', 'POST', `${connection}/test`)).status).toBe(200)
})

test('a folder is listed page by page with the folders that it is in', async () => {
  fake.folders.set('11', { name: '1.22', parent: '10' })
  const id = put('listed', { name: 'core-1.22.tgz', folder: '11' })
  expect((await desk.call('rita', 'GET', '/api/box')).body).toMatchObject({ connected: true })
  const top = await desk.call('rita', 'GET', '/api/box/folders/root')
  expect(top.body.path).toEqual([{ id: 'root', name: 'All Files' }])
  expect(rowsOf(top, 'items')).toEqual([{ kind: 'FOLDER', id: '10', name: 'Releases', size: null, modified: null }])
  const inner = await desk.call('rita', 'GET', '/api/box/folders/11')
  expect(inner.body.path).toEqual([
    { id: 'root', name: 'All Files' },
    { id: '10', name: 'Releases' },
    { id: '11', name: '1.22' },
  ])
  expect(rowsOf(inner, 'items')).toMatchObject([{ kind: 'FILE', id, name: 'core-1.22.tgz', size: 6 }])
  put('second', { folder: '11' })
  const second = await desk.call('rita', 'GET', '/api/box/folders/11?page=1&size=1')
  expect([rowsOf(second, 'items').length, (second.body.page as Json).totalElements]).toEqual([1, 2])
  const gone = await desk.call('rita', 'GET', '/api/box/folders/404')
  expect([gone.status, gone.body.code]).toEqual([422, 'connection-test-failed'])
  expect((await desk.call('vera', 'GET', '/api/box/folders/root')).status).toBe(403)
  expect(fake.wrong).toEqual([])
})

test('a file is taken by its id, by the address of its page and by a shared link, with its digest', async () => {
  const bytes = randomBytes(300_000)
  const id = put(bytes)
  const link = `https://app.box.com/s/${id}abc`
  fake.links.set(link, { type: 'file', id })
  for (const boxId of [id, `https://app.box.com/file/${id}`, link]) {
    const read = await desk.call('rita', 'GET', `/api/box/files?boxId=${encodeURIComponent(boxId)}`)
    const sha1 = createHash('sha1').update(bytes).digest('hex')
    expect(read.body).toEqual({ id, name: `core-${id}.bin`, size: bytes.length, sha1 })
    expect(await fetched(boxId)).toMatchObject({ state: 'DONE', size: bytes.length, digest: sha256(bytes) })
  }
  // Neither the token nor the link goes to the host of the downloads.
  expect(fake.downloads).toEqual(Array(3).fill({ range: '', leaked: [] }))
  const list = await desk.call('rita', 'GET', `/api/bundle-components?bundleId=${bundleId}`)
  const taken = rowsOf(list, 'components').filter(({ state }) => String(state) === 'IN_STORAGE')
  expect(taken.map(({ sourceType, source }) => [sourceType, source])).toEqual(
    [id, `https://app.box.com/file/${id}`, link].map((boxId) => ['BOX', boxId]),
  )
  expect(fake.wrong).toEqual([])
})

test.each([
  ['', 'is needed'],
  ['../1', 'must be the id'],
  ['http://app.box.com/s/1', 'must be the id'],
])('the reference %s is rejected', async (boxId, message) => {
  const rejected = await (boxId === ''
    ? desk.call('rita', 'POST', '/api/box/file/upload/reservation', {
        ...{ bundleId, fileName: 'x.bin', sourceType: 'BOX' },
      })
    : reserve(boxId))
  expect([rejected.status, rejected.body.fields]).toMatchObject([400, [{ path: 'boxId' }]])
  expect(rejected.text).toContain(message)
})

test('a link to a folder, a link to nothing and a file that is gone end with the reason', async () => {
  const link = 'https://app.box.com/s/folder'
  fake.links.set(link, { type: 'folder', id: '10' })
  expect((await fetched(link)).error).toBe('It was not fetched: Box has a folder at this link, not a file.')
  expect((await fetched('https://app.box.com/s/nothing')).error).toBe(
    'It was not fetched: Box does not have it: Not Found.',
  )
  expect((await fetched('77')).error).toContain('Box does not have it')
  const id = put('here for a moment')
  fake.faults.push({ status: 404, after: () => void fake.files.delete(id) })
  expect((await fetched(id)).error).toBe(`It was not fetched: Box does not have core-${id}.bin any more.`)
})

test('a broken download goes on with the first byte that is missing', async () => {
  const bytes = randomBytes(900_000)
  const id = put(bytes)
  // On a busy machine the end of a connection may overtake what was sent before it: the download is made again then.
  await vi.waitFor(
    async () => {
      fake.downloads.splice(0)
      fake.faults.push({ cutAfter: 400_000 }, { cutAfter: 200_000 })
      expect(await fetched(id)).toMatchObject({ state: 'DONE', digest: sha256(bytes) })
      const [first, second, third, ...others] = fake.downloads.map(({ range }) => Number(/\d+/.exec(range)?.[0] ?? 0))
      expect([first, others]).toEqual([0, []])
      expect(second).toBeGreaterThan(0)
      expect(third).toBeGreaterThan(second!)
      expect(third).toBeLessThanOrEqual(600_000)
    },
    { timeout: 60_000 },
  )
})

test('a download that breaks three times without one more byte ends with the reason', async () => {
  fake.faults.push({ cutAfter: 0 }, { cutAfter: 0 }, { cutAfter: 0 })
  const ended = await fetched(put(randomBytes(1000)))
  expect(ended.state).toBe('FAILED')
  expect(ended.error).toContain('the other side')
  expect(fake.downloads).toHaveLength(3)
})

test('a file that is changed between two tries begins again, and is the new one', async () => {
  const id = put(randomBytes(500_000))
  const changed = randomBytes(350_000)
  const change = () => void Object.assign(fake.files.get(id)!, { version: 2, bytes: changed })
  fake.faults.push({ cutAfter: 300_000, after: change })
  expect(await fetched(id)).toMatchObject({ state: 'DONE', size: 350_000, digest: sha256(changed) })
  expect(fake.downloads.map(({ range }) => range)).toEqual(['', ''])
})

test('bytes that do not have the SHA-1 of the file are not stored', async () => {
  const id = put('damaged on its way', { sha1: 'ab'.repeat(20) })
  const ended = await fetched(id)
  expect([ended.state, ended.error]).toEqual(['FAILED', expect.stringContaining(`says ${'ab'.repeat(20)}`)])
})

test('a wait of a second that Box asks for is kept, and a longer one moves the fetch', async () => {
  const first = put('after a second')
  fake.apiFaults.push({ status: 429, headers: { 'retry-after': '1' } })
  expect((await fetched(first)).state).toBe('DONE')
  const second = put('after half a minute')
  fake.faults.push({ status: 429, headers: { 'retry-after': '30' } })
  const id = await start(second)
  const seconds = await until(async () => {
    const { rows } = await desk.portal.pool.query<{ seconds: number }>(
      `select extract(epoch from run_at - now())::float as seconds from graphile_worker.jobs where key = $1 and run_at > now()`,
      [`upload.fetch ${id}`],
    )
    return rows[0]?.seconds
  })
  expect(seconds).toBeGreaterThan(10)
  expect(seconds).toBeLessThanOrEqual(30)
  expect((await desk.call('rita', 'GET', `/api/box/file/upload/${id}/status`)).body).toMatchObject({ error: null })
  // The half minute is over.
  await desk.portal.pool.query(
    `select graphile_worker.add_job('upload.fetch', json_build_object('id', $1::text), job_key => $2)`,
    [id, `upload.fetch ${id}`],
  )
  expect(await desk.ended(id)).toMatchObject({ state: 'DONE', digest: sha256('after half a minute') })
})

test('a web page, another size and a redirect into the own network are not taken for the file', async () => {
  const id = put(randomBytes(500))
  fake.faults.push({ headers: { 'content-type': 'text/html; charset=utf-8' } })
  expect((await fetched(id)).error).toBe(`It was not fetched: Box sent a web page in place of core-${id}.bin.`)
  fake.faults.push({ status: 200, headers: { 'content-length': '7' }, body: 'another' })
  expect((await fetched(id)).error).toContain('sends 7 bytes')
  fake.faults.push({ location: 'http://10.0.0.1/secret' })
  expect((await fetched(id)).error).toContain('must start with https://')
  fake.faults.push({ location: 'https://10.0.0.1/secret' })
  expect((await fetched(id)).error).toContain('not a public address')
})

test('a token that Box does not accept any more is replaced', async () => {
  fake.expireToken()
  expect((await fetched(put('with a new token'))).state).toBe('DONE')
  expect(fake.calls.filter((call) => call === 'POST /oauth2/token')).toHaveLength(1)
  expect(fake.wrong).toEqual([])
})
