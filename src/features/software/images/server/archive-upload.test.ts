import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { imageOf, indexOf, layoutOf, tarOf } from '#test/image-archives.ts'
import { type SoftwareDesk, sha256, softwareApp } from '#test/software-app.ts'
import { type Json, rowsOf } from '#test/support-app.ts'

let desk: SoftwareDesk
beforeAll(async () => {
  desk = await softwareApp()
})
afterAll(() => desk.close())

const container = { componentType: 'container' }
const send = async (bundleId: string, name: string, archive: Buffer, more = {}): Promise<Json> =>
  desk.ended(await desk.upload(bundleId, name, archive, { ...container, ...more }))
const components = async (bundleId: string): Promise<readonly Json[]> =>
  rowsOf(await desk.call('vera', 'GET', `/api/bundle-components?bundleId=${bundleId}`), 'components')

test('each image of an OCI layout becomes a container in storage, gzipped or not, with its platforms', async () => {
  const bundleId = await desk.bundle()
  const [amd, arm] = [imageOf('one'), imageOf('two', 'arm64')]
  const both = indexOf([amd, arm])
  const archive = await tarOf(layoutOf({ 'cos/us-scheduler:3.25.1': both, 'registry.example:5000/ds:3.25.1': amd }))
  expect(await send(bundleId, 'images.oci.tar.gz', gzipSync(archive))).toMatchObject({ state: 'DONE', error: null })
  expect(await components(bundleId)).toMatchObject([
    {
      fileName: 'cos/us-scheduler:3.25.1',
      type: 'container',
      state: 'IN_STORAGE',
      digest: both.digest,
      size: [...both.blobs.values()].reduce((sum, { length }) => sum + length, 0),
      source: 'images.oci.tar.gz',
      container: { containerName: 'cos/us-scheduler', tag: '3.25.1', platforms: ['linux/amd64', 'linux/arm64'] },
    },
    { fileName: 'ds:3.25.1', digest: amd.digest, container: { platforms: ['linux/amd64'] } },
  ])
})

test('an archive of docker save, with a shared layer as a link, becomes its images', async () => {
  const bundleId = await desk.bundle()
  const config = JSON.stringify({ os: 'linux', architecture: 'amd64', rootfs: { type: 'layers', diff_ids: [] } })
  const archive = await tarOf({
    'abc/layer.tar': 'a layer',
    [`${sha256(config)}.json`]: config,
    'manifest.json': JSON.stringify([
      {
        Config: `${sha256(config)}.json`,
        RepoTags: ['docker.io/library/box:1.0', 'team/box:1'],
        Layers: ['abc/layer.tar'],
      },
    ]),
  })
  expect((await send(bundleId, 'saved.tar', archive)).error).toBeNull()
  const found = await components(bundleId)
  expect(found.map(({ fileName }) => fileName)).toEqual(['box:1.0', 'team/box:1'])
  expect(new Set(found.map(({ digest }) => digest)).size).toBe(1)
})

test('an image that lacks a blob, has a lying one, or another size than it says, is named and nothing is added', async () => {
  const bundleId = await desk.bundle()
  const image = imageOf('broken')
  const [layer, config] = [...image.blobs.keys()]
  const files = layoutOf({ 'x:1': image })
  const { [`blobs/sha256/${layer}`]: _gone, ...without } = files
  expect((await send(bundleId, 'a.tar', await tarOf(without))).error).toBe(`sha256:${layer} is missing.`)
  const lying = { ...files, [`blobs/sha256/${config}`]: 'other' }
  expect((await send(bundleId, 'b.tar', await tarOf(lying))).error).toContain(
    `The blob sha256:${config} has another digest`,
  )
  expect((await send(bundleId, 'c.tar', await tarOf({ 'a.txt': 'x' }))).error).toContain('neither an OCI layout')
  expect((await send(bundleId, 'd.tar', Buffer.from('no archive at all'))).state).toBe('FAILED')
  expect((await send(bundleId, 'e.tar', await tarOf({ ...files, '../../out': 'x' }))).error).toContain(
    'leads out of it',
  )
  const bad = await tarOf(layoutOf({ 'UPPER/x:1': image }))
  expect((await send(bundleId, 'f.tar', bad)).error).toBe('UPPER/x:1 is not the name of an image.')
  expect((await components(bundleId)).every(({ uploadState }) => String(uploadState) === 'FAILED')).toBe(true)
})

test('another image of the same name and tag is rejected, and replaces it with clobber', async () => {
  const bundleId = await desk.bundle()
  const [first, second] = [imageOf('first'), imageOf('second')]
  await send(bundleId, 'v.tar', await tarOf(layoutOf({ 'app:1': first })))
  const rejected = await send(bundleId, 'v.tar', await tarOf(layoutOf({ 'app:1': second })))
  expect(rejected.error).toContain('already has a file named app:1')
  await send(bundleId, 'v2.tar', await tarOf(layoutOf({ 'app:1': second })), { uploadOptions: { clobber: true } })
  expect(await components(bundleId)).toContainEqual(
    expect.objectContaining({ fileName: 'app:1', digest: second.digest }),
  )
})

test('a release names its images in the signed manifest, and has files and containers apart', async () => {
  const bundleId = await desk.bundle()
  const both = indexOf([imageOf('r1'), imageOf('r2', 'arm64')])
  await send(bundleId, 'r.tar', await tarOf(layoutOf({ 'cos/core:2.0': both })))
  await desk.upload(bundleId, 'notes.txt', 'read me')
  const id = await desk.release(bundleId)
  expect((await desk.deliver(id)).status).toBe('DELIVERED')
  const manifest = JSON.parse((await desk.call('uma', 'GET', `/api/bundle-releases/${id}/manifest`)).text)
  expect(manifest).toMatchObject({
    manifestVersion: 2,
    components: [{ name: 'notes.txt' }],
    images: [
      {
        name: 'cos/core',
        tag: '2.0',
        digest: `sha256:${both.digest}`,
        platforms: [{ platform: 'linux/amd64' }, { platform: 'linux/arm64' }],
      },
    ],
  })
  const statement = JSON.parse(
    (await desk.call('uma', 'GET', `/api/bundle-releases/${id}/manifest?form=statement`)).text,
  )
  expect(statement.subject).toContainEqual({ name: 'cos/core:2.0', digest: { sha256: both.digest } })
  expect((await desk.call('uma', 'GET', `/api/bundle-releases/${id}/checksums`)).text).not.toContain('core')
  const files = rowsOf(
    await desk.call('uma', 'GET', `/api/bundle-component-file-releases?bundleReleaseIds=${id}`),
    'fileReleases',
  )
  expect(files.map(({ fileName }) => fileName)).toEqual(['notes.txt'])
})

test('a release is rejected while the image of a container is not in storage', async () => {
  const bundleId = await desk.bundle()
  await desk.call('rita', 'POST', `/api/bundle-component-files?bundleId=${bundleId}&componentType=container`, {
    fileName: 'later:1',
  })
  const rejected = await desk.call('rita', 'POST', `/api/bundle-releases?bundleId=${bundleId}`, {
    name: 'R',
    account: 'acme',
  })
  expect([rejected.status, rejected.body.code]).toEqual([409, 'release-component-not-in-storage'])
})
