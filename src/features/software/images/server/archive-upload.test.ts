import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { type Header, pack } from 'tar-stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fileStoreOf } from '#kit/server/files/file-store-of.ts'
import { imageOf, indexOf, layoutOf, type MadeImage, tarOf } from '#test/image-archives.ts'
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

/** An archive in the form of `docker save`, with these layers; `inside` are their bytes without compression. */
function savedArchive(names: readonly string[], layers: readonly Buffer[], inside: readonly Buffer[] = layers) {
  const diffIds = inside.map((layer) => `sha256:${sha256(layer)}`)
  const config = JSON.stringify({ os: 'linux', architecture: 'amd64', rootfs: { type: 'layers', diff_ids: diffIds } })
  const Layers = layers.map((_layer, place) => `${place}/layer.tar`)
  return tarOf({
    ...Object.fromEntries(Layers.map((path, place) => [path, layers[place]!])),
    [`${sha256(config)}.json`]: config,
    'manifest.json': JSON.stringify([{ Config: `${sha256(config)}.json`, RepoTags: names, Layers }]),
  })
}

test('an archive of docker save becomes its images', async () => {
  const bundleId = await desk.bundle()
  const archive = await savedArchive(['docker.io/library/box:1.0', 'team/box:1'], [Buffer.from('a layer')])
  expect((await send(bundleId, 'saved.tar', archive)).error).toBeNull()
  const found = await components(bundleId)
  expect(found.map(({ fileName }) => fileName)).toEqual(['box:1.0', 'team/box:1'])
  expect(new Set(found.map(({ digest }) => digest)).size).toBe(1)
})

describe('the layers of an archive of docker save', () => {
  const inside = Buffer.from('zstd'.repeat(300))
  const zstd = Buffer.from('KLUv/QRoXQAAIHpzdGQBAKn4LxGOPTCk', 'base64')
  // As pzstd writes it, and zstd:chunked: two frames, and one that a reader skips.
  const frames = Buffer.concat([zstd, zstd, Buffer.from('502a4d18030000006d6f72', 'hex')])
  const twice = Buffer.concat([inside, inside])
  const halves = [inside.subarray(0, 700), inside.subarray(700)]
  const oci = 'application/vnd.oci.image.layer.v1.tar'
  test.each<[string, Buffer, Buffer, string]>([
    ['plain', inside, inside, oci],
    ['empty', Buffer.alloc(1024), Buffer.alloc(1024), oci],
    ['gzip', gzipSync(inside), inside, `${oci}+gzip`],
    ['gzip of two members', Buffer.concat(halves.map((half) => gzipSync(half))), inside, `${oci}+gzip`],
    ['zstd', zstd, inside, `${oci}+zstd`],
    ['zstd of several frames', frames, twice, `${oci}+zstd`],
  ])('%s: the manifest says so, and the release is delivered', async (name, layer, unpacked, mediaType) => {
    const bundleId = await desk.bundle()
    const archive = await savedArchive([`packed/${name.replaceAll(' ', '-')}:1`], [layer, inside], [unpacked, inside])
    expect((await send(bundleId, 'saved.tar', archive)).error).toBeNull()
    const [component] = await components(bundleId)
    const pieces: Buffer[] = []
    for await (const piece of fileStoreOf(desk.portal.config).read(String(component!.digest))) pieces.push(piece)
    const { layers } = JSON.parse(Buffer.concat(pieces).toString())
    expect(layers.map((one: Json) => one.mediaType)).toEqual([mediaType, oci])
    expect((await desk.deliver(await desk.release(bundleId))).status).toBe('DELIVERED')
  })

  const xz = Buffer.from('fd377a585a000004e6d6b446', 'hex')
  test.each<[string, Buffer, Buffer, RegExp]>([
    ['xz', xz, inside, /^The layer 0\/layer\.tar is compressed with xz\. Layers are plain, gzip or zstd\.$/],
    ['cut gzip', gzipSync(inside).subarray(0, 20), inside, /^The layer sha256:\w+ cannot be unpacked: unexpected end/],
    ['cut zstd', zstd.subarray(0, 15), inside, /^The layer sha256:\w+ cannot be unpacked: unexpected EOF/],
    ['of another digest', gzipSync(inside), twice, /cannot be unpacked: its layer 1 is sha256:\w+, and its config/],
  ])('%s: the archive is rejected, with the reason', async (_name, layer, unpacked, reason) => {
    const bundleId = await desk.bundle()
    expect((await send(bundleId, 'saved.tar', await savedArchive(['x:1'], [layer], [unpacked]))).error).toMatch(reason)
  })

  test('more or fewer than the configuration names are rejected', async () => {
    const bundleId = await desk.bundle()
    const fewer = await savedArchive(['x:1'], [inside], [])
    expect((await send(bundleId, 'a.tar', fewer)).error).toMatch(/it has 1 layers, and its configuration names 0\.$/)
    const more = await savedArchive(['x:1'], [inside], [inside, inside])
    expect((await send(bundleId, 'b.tar', more)).error).toMatch(/it has 1 layers, and its configuration names 2\.$/)
  })
})

test('a layer that several images share is a link in the archive', async () => {
  const bundleId = await desk.bundle()
  const layer = Buffer.from('a shared layer')
  const diffIds = [`sha256:${sha256(layer)}`, `sha256:${sha256(layer)}`]
  const config = JSON.stringify({ os: 'linux', architecture: 'amd64', rootfs: { type: 'layers', diff_ids: diffIds } })
  const archive = pack()
  archive.entry({ name: 'a/layer.tar' }, layer)
  archive.entry({ name: 'b/layer.tar', type: 'symlink', linkname: '../a/layer.tar' })
  archive.entry({ name: 'config.json' }, config)
  const Layers = ['a/layer.tar', 'b/layer.tar']
  archive.entry({ name: 'manifest.json' }, JSON.stringify([{ Config: 'config.json', RepoTags: ['linked:1'], Layers }]))
  archive.finalize()
  expect((await send(bundleId, 'linked.tar', await buffer(archive))).error).toBeNull()
})

test('an artifact that is no image has its own configuration and layers', async () => {
  const bundleId = await desk.bundle()
  const image = imageOf('chart')
  const [layer] = [...image.blobs.values()]
  const config = Buffer.from('{"name":"chart","version":"1.0.0"}')
  const described = (bytes: Buffer, mediaType: string) => ({
    mediaType,
    digest: `sha256:${sha256(bytes)}`,
    size: bytes.length,
  })
  const manifest = Buffer.from(
    JSON.stringify({
      schemaVersion: 2,
      mediaType: 'application/vnd.oci.image.manifest.v1+json',
      config: described(config, 'application/vnd.cncf.helm.config.v1+json'),
      layers: [described(layer!, 'application/vnd.cncf.helm.chart.content.v1.tar+gzip')],
    }),
  )
  const blobs = new Map([layer!, config, manifest].map((blob) => [sha256(blob), blob]))
  const chart = { blobs, digest: sha256(manifest), size: manifest.length }
  expect((await send(bundleId, 'chart.tar', await tarOf(layoutOf({ 'charts/x:1': chart })))).error).toBeNull()
  expect((await desk.deliver(await desk.release(bundleId))).status).toBe('DELIVERED')
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

describe('an archive is rejected, with the reason, and adds nothing:', () => {
  const plain = imageOf('plain')
  const packed = (...entries: Partial<Header>[]) => {
    const archive = pack()
    for (const entry of entries)
      if (entry.type) archive.entry({ name: 'x', ...entry })
      else archive.entry({ name: 'x', ...entry }, 'x')
    archive.finalize()
    return buffer(archive)
  }
  const layoutNamed = (name: string, image: MadeImage = plain) => tarOf(layoutOf({ [name]: image }))
  const long = 'a'.repeat(300)
  const index = (depth: number): MadeImage => (depth === 0 ? plain : indexOf([index(depth - 1)]))

  test.each<[what: string, archive: () => Promise<Buffer>, reason: string]>([
    ['an absolute path', () => packed({ name: '/etc/passwd' }), 'a path that leads out of it: /etc/passwd.'],
    ['one path twice', () => packed({ name: 'index.json' }, { name: './index.json' }), 'has index.json twice.'],
    [
      'a link out of it',
      () => packed({ name: 'blobs/x', type: 'symlink', linkname: '../../etc/passwd' }),
      'a path that leads out of it: ../etc/passwd.',
    ],
    ['a link to nothing', () => packed({ type: 'link', linkname: 'gone' }), 'x is a link to gone, which'],
    ['a device', () => packed({ type: 'character-device' }), 'x is a character-device, not a file.'],
    ['a sparse file', async () => sparse(await packed({})), 'x is a special file, not a file.'],
    ['a name of 300 characters', () => layoutNamed(`${long}:1`), `${`${long}:1`.slice(0, 300)} is not the name of`],
    ['a tag of 300 characters', () => layoutNamed(`x:${long}`), `${long.slice(0, 200)} is not a tag.`],
    ['an index.json over 4 MB', () => tarOf({ 'index.json': Buffer.alloc(4_194_305, 32) }), 'has 4194305 bytes'],
    ['a manifest over 4 MB', () => layoutNamed('x:1', large()), 'a manifest at most 4194304.'],
    ['indexes in indexes', () => layoutNamed('x:1', index(4)), 'is an index inside of too many others.'],
  ])('with %s', async (_what, archive, reason) => {
    const bundleId = await desk.bundle()
    const { state, error } = await send(bundleId, 'bad.tar', await archive())
    expect([state, error]).toEqual(['FAILED', expect.stringContaining(reason)])
    expect(rowsOf(await desk.call('vera', 'GET', `/api/bundle-component-files?bundleId=${bundleId}`), 'files')).toEqual(
      [],
    )
  })

  /** The archive of one file, of the type that GNU tar gives to sparse ones. */
  function sparse(archive: Buffer): Buffer {
    archive.write('S', 156)
    archive.write(' '.repeat(8), 148)
    const sum = archive.subarray(0, 512).reduce((all, byte) => all + byte, 0)
    archive.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
    return archive
  }

  function large(): MadeImage {
    const manifest = JSON.parse(plain.blobs.get(plain.digest)!.toString())
    const bytes = Buffer.from(JSON.stringify({ ...manifest, annotations: { note: 'x'.repeat(4_194_304) } }))
    return { blobs: new Map([...plain.blobs, [sha256(bytes), bytes]]), digest: sha256(bytes), size: bytes.length }
  }
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
