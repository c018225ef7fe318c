import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { haveDebianPrograms } from '#test/debian-packages.ts'
import { imageOf, indexOf, layoutOf, tarOf } from '#test/image-archives.ts'
import { type SoftwareDesk, sha256, softwareApp } from '#test/software-app.ts'
import { rowsOf } from '#test/support-app.ts'
import { filesOfZip } from '#test/zip-files.ts'

const run = promisify(execFile)
const [amd, arm] = [imageOf('one'), imageOf('two', 'arm64')]
const both = indexOf([amd, arm])
let desk: SoftwareDesk
let folder: string
let release: string
const at = (name: string) => join(folder, name)

beforeAll(async () => {
  desk = await softwareApp()
  folder = await mkdtemp(join(tmpdir(), 'headend-images-'))
  const bundle = await desk.bundle()
  await desk.upload(bundle, 'core.bin', 'the core')
  const archive = await tarOf(layoutOf({ 'cos/us-scheduler:3.25.1': both, 'ds:3.25.1': amd }))
  await desk.upload(bundle, 'images.tar', archive, { componentType: 'container' })
  release = await desk.release(bundle)
  expect((await desk.deliver(release)).status).toBe('DELIVERED')
  for (const name of ['headend-verify.sh', 'headend-verify.mjs', 'headend-keys.pem'])
    await writeFile(at(name), Buffer.from(await (await fetch(`${desk.url}/.well-known/${name}`)).arrayBuffer()))
  for (const { name, bytes } of filesOfZip(await fetchAs(`/api/bundle-releases/${release}/archive`))) {
    await mkdir(dirname(at(name)), { recursive: true })
    await writeFile(at(name), bytes)
  }
  await rename(at(`release-${release}`), at('good'))
})
afterAll(async () => {
  await desk.close()
  await rm(folder, { recursive: true, force: true })
})

async function fetchAs(path: string): Promise<Buffer> {
  const response = await fetch(`${desk.url}${path}`, { headers: desk.users.mia.headers })
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

/** What verify.sh and verify.mjs print, with what they return. */
async function verify(directory: string, options: readonly string[] = []): Promise<string[]> {
  const said: string[] = []
  for (const [program, script] of [
    ['sh', 'headend-verify.sh'],
    [process.execPath, 'headend-verify.mjs'],
  ] as const)
    said.push(
      await run(program, [at(script), ...options, at('headend-keys.pem'), 'acme', at(directory)]).then(
        ({ stdout }) => stdout,
        (failure: { code: number; stderr: string }) => `${failure.code} ${failure.stderr}`,
      ),
    )
  return said
}
async function change(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, 'utf8')
  expect(text).toContain(from)
  await writeFile(file, text.replace(from, to))
}
const all = (pattern: RegExp) => [expect.stringMatching(pattern), expect.stringMatching(pattern)]

test('manifest and signed statement name every image with its manifest, size and platforms', async () => {
  const manifest = JSON.parse(await readFile(at('good/manifest.json'), 'utf8'))
  const statement = JSON.parse(await readFile(at('good/release.json'), 'utf8'))
  const sizeOf = (blobs: ReadonlyMap<string, Buffer>) =>
    [...blobs.values()].reduce((sum, { length }) => sum + length, 0)
  const platform = (image: typeof amd, name: string) => ({
    platform: name,
    digest: `sha256:${image.digest}`,
    size: sizeOf(image.blobs),
  })
  const images = [
    {
      name: 'cos/us-scheduler',
      tag: '3.25.1',
      digest: `sha256:${both.digest}`,
      size: sizeOf(both.blobs),
      platforms: [platform(amd, 'linux/amd64'), platform(arm, 'linux/arm64')],
    },
    { name: 'ds', digest: `sha256:${amd.digest}`, size: sizeOf(amd.blobs), platforms: [platform(amd, 'linux/amd64')] },
  ]
  expect(manifest).toMatchObject({ manifestVersion: 2, images })
  expect(statement.predicate.images).toMatchObject(images)
})

test('the archive has an OCI layout with each blob once, which both verifiers accept', async () => {
  expect(await verify('good')).toEqual(all(/^verified: 1 files and 2 images, signed for acme with key/))
  const blobs = await readdir(at('good/release.images/blobs/sha256'))
  expect(blobs.sort()).toEqual([...both.blobs.keys()].sort())
  for (const [digest, bytes] of both.blobs)
    expect((await readFile(at(`good/release.images/blobs/sha256/${digest}`))).equals(bytes)).toBe(true)
})

test('the zip has the same bytes when the checksums of its blobs are not stored yet', async () => {
  const before = await fetchAs(`/api/bundle-releases/${release}/archive`)
  await sql`update image_parts set crc32 = null`.execute(desk.portal.db)
  expect((await fetchAs(`/api/bundle-releases/${release}/archive`)).equals(before)).toBe(true)
  const { rows } = await sql`select 1 from image_parts where crc32 is null`.execute(desk.portal.db)
  expect(rows).toEqual([])
})

test.skipIf(!haveDebianPrograms(['skopeo'], ['skopeo']))(
  'skopeo copies an image of several platforms and one of one out of the layout, digests unchanged',
  async () => {
    for (const [name, digest] of [
      ['cos/us-scheduler:3.25.1', both.digest],
      ['ds:3.25.1', amd.digest],
    ] as const) {
      const copy = at(`copy-${digest}`)
      const options = ['copy', '--insecure-policy', '--all', '--preserve-digests']
      await run('skopeo', [...options, `oci:${at('good/release.images')}:${name}`, `oci:${copy}:copied`])
      const { manifests } = JSON.parse(await readFile(join(copy, 'index.json'), 'utf8'))
      expect(manifests[0].digest).toBe(`sha256:${digest}`)
    }
  },
)

test('without the images the other files are verified where one says so, and not otherwise', async () => {
  await cp(at('good'), at('files'), { recursive: true })
  await rm(at('files/release.images'), { recursive: true })
  expect(await verify('files')).toEqual(all(/^1 NOT VERIFIED: release\.images is missing/))
  expect(await verify('files', ['--without-images'])).toEqual(all(/^verified: 1 files, signed/))
})

describe('each of these is rejected', () => {
  const blob = (directory: string, digest: string) => join(directory, 'release.images/blobs/sha256', digest)
  const index = (directory: string) => join(directory, 'release.images/index.json')
  const layer = [...amd.blobs.keys()][0]!
  const tamperings: Record<string, [(directory: string) => Promise<unknown>, RegExp]> = {
    'one changed byte of a layer': [
      async (to) => {
        const bytes = await readFile(blob(to, layer))
        bytes[5] = bytes[5]! ^ 1
        await writeFile(blob(to, layer), bytes)
      },
      new RegExp(layer),
    ],
    'a missing blob': [(to) => rm(blob(to, layer)), new RegExp(layer)],
    'an image manifest that names another platform': [
      (to) => change(blob(to, both.digest), '"architecture":"arm64"', '"architecture":"amd64"'),
      new RegExp(both.digest),
    ],
    'an image for another platform in place of one': [
      (to) => cp(blob(to, arm.digest), blob(to, amd.digest)),
      new RegExp(amd.digest),
    ],
    'an index that gives an image another name': [(to) => change(index(to), 'ds:3.25.1', 'ds:3.25.2'), /index\.json/],
    'an index that leads to another image': [(to) => change(index(to), both.digest, arm.digest), /index\.json/],
    'an index that leaves an image out': [
      async (to) => {
        const { manifests, ...rest } = JSON.parse(await readFile(index(to), 'utf8'))
        await writeFile(index(to), JSON.stringify({ ...rest, manifests: manifests.slice(1) }))
      },
      /index\.json/,
    ],
    'another version of the layout': [
      (to) => change(join(to, 'release.images/oci-layout'), '1.0.0', '1.0.1'),
      /layout/,
    ],
    'an image too many, and the index that names it': [
      async (to) => {
        await writeFile(blob(to, sha256('evil')), 'evil')
        await change(index(to), amd.digest, sha256('evil'))
      },
      /index\.json/,
    ],
    'a blob too many': [(to) => writeFile(blob(to, sha256('evil')), 'evil'), /not signed: release\.images\/blobs/],
    'a folder too many': [(to) => mkdir(join(to, 'release.images/more')), /not signed: release\.images\/more/],
    'a link in place of a blob': [
      async (to) => {
        await rename(blob(to, layer), join(folder, 'elsewhere'))
        await symlink(join(folder, 'elsewhere'), blob(to, layer))
      },
      /no plain files: release\.images/,
    ],
    'a link in place of the layout': [
      async (to) => {
        await rm(join(to, 'release.images'), { recursive: true })
        await symlink(at('good/release.images'), join(to, 'release.images'))
      },
      /release\.images is missing|no plain files: release\.images/,
    ],
    'checksums of a changed blob': [
      async (to) => {
        await writeFile(blob(to, layer), 'evil')
        await change(join(to, 'release.images.sha256'), `${layer}  `, `${sha256('evil')}  `)
      },
      /release\.images\.sha256 is not the signed one/,
    ],
    'no checksums of the images': [(to) => rm(join(to, 'release.images.sha256')), /release\.images\.sha256 is missing/],
  }

  test.each(Object.keys(tamperings))('%s', async (name) => {
    const [tamper, said] = tamperings[name]!
    await rm(at('tampered'), { recursive: true, force: true })
    await cp(at('good'), at('tampered'), { recursive: true })
    await tamper(at('tampered'))
    const output = await verify('tampered')
    expect(output).toEqual(all(/^1 NOT VERIFIED/))
    expect(output).toEqual(all(said))
  })
})

describe.skipIf(!haveDebianPrograms(['minisign'], ['minisign']))('the signed statement', () => {
  beforeAll(async () => {
    const key = await fetch(`${desk.url}/.well-known/headend-keys.minisign.pub`)
    await writeFile(at('minisign.pub'), await key.text())
  })
  const statement = (directory: string) => join(at(directory), 'release.json')
  const minisign = (directory: string) => run('minisign', ['-Vm', statement(directory), '-p', at('minisign.pub')])

  test.each([
    ['image', amd.digest, arm.digest],
    ['index', both.digest, amd.digest],
    ['platform', 'linux/arm64', 'linux/s390x'],
    ['layout', '"imageSums":"', '"imageSums":"0'],
  ])('naming another %s is rejected by verify.sh, verify.mjs and minisign', async (_, from, to) => {
    await rm(at('tampered'), { recursive: true, force: true })
    await cp(at('good'), at('tampered'), { recursive: true })
    expect((await minisign('tampered')).stdout).toContain('Signature and comment signature verified')
    await change(statement('tampered'), from, to)
    expect(await verify('tampered')).toEqual(all(/^1 NOT VERIFIED: release\.json is not the payload/))
    await expect(minisign('tampered')).rejects.toThrow('Signature verification failed')
  })

  test('with another trusted comment is rejected by minisign', async () => {
    await rm(at('tampered'), { recursive: true, force: true })
    await cp(at('good'), at('tampered'), { recursive: true })
    await change(`${statement('tampered')}.minisig`, 'account:acme', 'account:blue')
    await expect(minisign('tampered')).rejects.toThrow('Comment signature verification failed')
  })
})

test('a receipt names the images that were verified, and only them', async () => {
  await run('openssl', ['genpkey', '-algorithm', 'ed25519', '-out', at('own.key')])
  await sql`insert into deployments (account_id, name, version, type, stage) values
    (${desk.accounts.acme.id}, 'North hub 1', 'cOS-DOCSIS', 'DOCSIS', 'PRODUCTION')`.execute(desk.portal.db)
  const options = ['--receipt', at('receipt'), '--deployment', 'North hub 1']
  await verify('files', ['--without-images', ...options])
  const named = async () => JSON.parse((await readFile(at('receipt'), 'utf8')).split('\n')[1]!).components
  expect(await named()).toEqual([sha256('the core')])
  for (const [program, script] of [
    ['sh', 'headend-verify.sh'],
    [process.execPath, 'headend-verify.mjs'],
  ] as const) {
    await run(program, [at(script), ...options, at('headend-keys.pem'), 'acme', at('good')])
    expect(await named()).toEqual([amd.digest, both.digest, sha256('the core')].sort())
  }
  const images = async () => rowsOf(await desk.call('mia', 'GET', `/api/bundle-releases/${release}/images`), 'images')
  expect((await images()).map(({ status }) => status)).toEqual(['DOWNLOADED', 'DOWNLOADED'])
  const sent = await desk.call('uma', 'POST', '/api/receipts', { receipt: await readFile(at('receipt'), 'utf8') })
  expect([sent.status, sent.body]).toMatchObject([201, { components: 3 }])
  expect(await images()).toMatchObject([
    {
      name: 'cos/us-scheduler',
      tag: '3.25.1',
      digest: `sha256:${both.digest}`,
      status: 'DEPLOYED',
      receiptSigned: false,
      platforms: ['linux/amd64', 'linux/arm64'],
    },
    { name: 'ds', status: 'DEPLOYED' },
  ])
  expect((await desk.call('bob', 'GET', `/api/bundle-releases/${release}/images`)).status).toBe(404)
})
