import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SoftwareDesk, sha256, softwareApp, tusHeaders } from '#test/software-app.ts'
import { type Json, rowsOf } from '#test/support-app.ts'

let desk: SoftwareDesk
beforeAll(async () => {
  desk = await softwareApp()
})
afterAll(() => desk.close())

const form = (bytes: string) => {
  const body = new FormData()
  body.append('file', new Blob([bytes]), 'any.bin')
  return body
}
const request = () => {
  const body = new FormData()
  body.append('request', '{}')
  return body
}
const store = (path: string, bytes: string, more = '') =>
  desk.call('rita', 'POST', `/api/storage/file/upload?path=${encodeURIComponent(path)}${more}`, form(bytes))
const components = async (bundleId: string): Promise<readonly Json[]> =>
  rowsOf(await desk.call('vera', 'GET', `/api/bundle-components?bundleId=${bundleId}`), 'components')

async function fromVendor(bundleId: string, path: string, fileName: string): Promise<string> {
  const reservation = { bundleId, fileName, sourceType: 'VENDOR_FILE', path }
  const reserved = await desk.call('rita', 'POST', '/api/box/file/upload/reservation', reservation)
  expect(reserved.status, reserved.text).toBe(200)
  return String(reserved.body.fileId)
}

test('a file of the vendor area is stored under its path, overwritten only with clobber, listed and deleted', async () => {
  const stored = await store('builds/3.25.1/ds.iso', 'one')
  expect([stored.status, stored.body]).toMatchObject([
    201,
    { path: 'builds/3.25.1/ds.iso', size: 3, digest: sha256('one') },
  ])
  expect((await store('builds/3.25.1/ds.iso', 'two')).body.code).toBe('vendor-file-exists')
  expect((await store('builds/3.25.1/ds.iso', 'two', '&clobber=true')).body).toMatchObject({
    id: stored.body.id,
    digest: sha256('two'),
    version: 2,
  })
  const listed = await desk.call('rita', 'GET', '/api/storage/files?pathContains=3.25.1/DS')
  expect(rowsOf(listed, 'files')).toMatchObject([{ path: 'builds/3.25.1/ds.iso', digest: sha256('two') }])
  expect((await desk.call('rita', 'DELETE', `/api/storage/files/${stored.body.id}`)).status).toBe(204)
  expect((await desk.call('rita', 'DELETE', `/api/storage/files/${stored.body.id}`)).status).toBe(404)
})

test.each(['../x', 'a/../../x', '/etc/passwd', 'a//b', 'a/', '.ssh/keys', 'a\\b', 'a\u0000b', 'a/ b'])(
  'the path %j of the vendor area is rejected',
  async (path) => {
    expect((await store(path, 'x')).status).toBe(400)
  },
)

test('an empty file, and a body without a file, are rejected', async () => {
  expect((await store('empty.bin', '')).body.code).toBe('upload-empty')
  expect((await desk.call('rita', 'POST', '/api/storage/file/upload?path=a.bin', request())).body.code).toBe(
    'upload-malformed',
  )
})

test('a bundle takes a file of the vendor area; while it is gone the component fails, and a retry fetches it', async () => {
  const bundleId = await desk.bundle()
  const stored = await store('taken/a.bin', 'content of a')
  const id = await fromVendor(bundleId, 'taken/a.bin', 'a.bin')
  await desk.call('rita', 'DELETE', `/api/storage/files/${stored.body.id}`)
  await desk.call('rita', 'POST', `/api/box/file/upload/${id}`, request())
  expect((await desk.ended(id)).state).toBe('FAILED')
  expect(await components(bundleId)).toMatchObject([
    { id, fileName: 'a.bin', state: 'PENDING', uploadState: 'FAILED', isFetchable: true, source: 'taken/a.bin' },
  ])
  await store('taken/a.bin', 'content of a')
  const retried = await desk.call('rita', 'POST', `/api/bundle-components/${id}/retry`)
  expect([retried.status, retried.body.state]).toEqual([200, 'RESERVED'])
  expect(await desk.ended(id)).toMatchObject({ state: 'DONE', digest: sha256('content of a') })
  const [component] = await components(bundleId)
  expect(component).toMatchObject({ fileName: 'a.bin', state: 'IN_STORAGE', progress: 100, error: null, uploadId: id })
  const again = await desk.call('rita', 'POST', `/api/bundle-components/${component!.id}/retry`)
  expect([again.status, again.body.code]).toEqual([409, 'component-not-failed'])
})

test('of the failed components, all that the server can fetch are retried, and only failed ones are deleted', async () => {
  const bundleId = await desk.bundle()
  const kept = await desk.upload(bundleId, 'kept.bin', 'kept')
  const lying = await desk.upload(bundleId, 'lying.bin', 'lying', { sha256: sha256('other') })
  expect((await desk.ended(lying)).state).toBe('FAILED')
  const needed = await desk.call('rita', 'POST', `/api/bundle-components/${lying}/retry`)
  expect([needed.status, needed.body.code]).toEqual([409, 'upload-needs-client'])
  const stored = await store('all/b.bin', 'b')
  const b = await fromVendor(bundleId, 'all/b.bin', 'b.bin')
  await desk.call('rita', 'DELETE', `/api/storage/files/${stored.body.id}`)
  await desk.call('rita', 'POST', `/api/box/file/upload/${b}`, request())
  await desk.ended(b)
  const all = await desk.call('rita', 'POST', `/api/bundles/${bundleId}/retry`)
  expect([all.status, all.body]).toEqual([200, { retried: 1, needClient: ['lying.bin'] }])
  expect((await desk.ended(b)).state).toBe('FAILED')
  expect((await desk.call('rita', 'DELETE', `/api/bundles/${bundleId}/failed`)).body).toEqual({ deleted: 2 })
  expect(await components(bundleId)).toMatchObject([{ uploadId: kept, state: 'IN_STORAGE' }])
})

test('an upload under way is listed with its progress in place of the announced file, and goes on when the file is chosen again', async () => {
  const bundleId = await desk.bundle()
  await desk.call('rita', 'POST', `/api/bundle-component-files?bundleId=${bundleId}&componentType=product`, {
    fileName: 'half.bin',
  })
  const wanted = { bundleId, fileName: 'half.bin', size: 10 }
  const choose = async (user: 'rita' | 'ada') =>
    (await desk.call(user, 'POST', '/api/box/file/upload/reservation', wanted)).body
  const body = await choose('rita')
  await desk.call('rita', 'PATCH', String(body.uploadUrl), Buffer.from('01234'), tusHeaders(0))
  const arrived = { state: 'PENDING', uploadState: 'UPLOADING', progress: 35, received: 5, size: 10 }
  expect(await components(bundleId)).toMatchObject([
    { ...arrived, id: body.fileId, fileName: 'half.bin', isFetchable: false, createdBy: 'User With RELMGR' },
  ])
  // Another user's file of this name and size may have other bytes.
  const other = await choose('ada')
  expect(other.fileId).not.toBe(body.fileId)
  expect((await desk.call('ada', 'DELETE', `/api/uploads/${other.fileId}`)).status).toBe(204)
  const again = await choose('rita')
  expect(again).toMatchObject({ fileId: body.fileId, received: 5 })
  await desk.call('rita', 'PATCH', String(again.uploadUrl), Buffer.from('56789'), tusHeaders(5))
  expect(await desk.ended(String(again.fileId))).toMatchObject({ state: 'DONE', digest: sha256('0123456789') })
  expect(await components(bundleId)).toMatchObject([{ fileName: 'half.bin', state: 'IN_STORAGE', received: 10 }])
})

test('product and version come from the name unless given, can be changed, and are filters', async () => {
  const id = await desk.bundle('Cable OS 7.8.9')
  const read = async () => (await desk.call('vera', 'GET', `/api/bundles/${id}`)).body
  expect(await read()).toMatchObject({ product: 'Cable OS', productVersion: '7.8.9' })
  const change = { product: 'cOS', productVersion: null }
  expect((await desk.call('rita', 'PATCH', `/api/bundles/${id}/details`, change)).body).toMatchObject(change)
  const found = await desk.call('vera', 'GET', '/api/bundles?product=cOS')
  expect(rowsOf(found, 'bundles').map((bundle) => bundle.id)).toEqual([id])
  const unnamed = await desk.bundle('Tools')
  expect((await desk.call('vera', 'GET', `/api/bundles/${unnamed}`)).body).toMatchObject({ product: null })
})
