import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SoftwareDesk, type SoftwareName, sha256, softwareApp } from '#test/software-app.ts'
import { rowsOf } from '#test/support-app.ts'
import { filesOfZip } from '#test/zip-files.ts'

const run = promisify(execFile)
let desk: SoftwareDesk
let folder: string
let bundle: string
let release: string
beforeAll(async () => {
  desk = await softwareApp()
  folder = await mkdtemp(join(tmpdir(), 'headend-archive-'))
  bundle = await desk.bundle()
  await desk.upload(bundle, 'core.bin', 'the core')
  await desk.upload(bundle, 'Käse "x" $(id).md', Buffer.alloc(200_000, 'notes '))
  release = await desk.release(bundle, 'acme', 'Spring / "upgrade"')
  await desk.deliver(release)
})
afterAll(async () => {
  await desk.close()
  await rm(folder, { recursive: true, force: true })
})

const archive = (name: SoftwareName, id = release, method = 'GET', headers = {}) =>
  fetch(`${desk.url}/api/bundle-releases/${id}/archive`, {
    method,
    headers: { ...desk.users[name].headers, ...headers },
  })

test('all files and their verification kit come as one zip, which verify.sh accepts', async () => {
  const head = await archive('mia', release, 'HEAD')
  expect(await downloads()).toEqual([0, 0])
  const response = await archive('mia')
  const zip = Buffer.from(await response.arrayBuffer())
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip'])
  expect([response.headers.get('content-length'), head.headers.get('content-length')]).toEqual(
    Array(2).fill(String(zip.length)),
  )
  expect(response.headers.get('content-disposition')).toContain('.zip"')
  for (const { name, bytes } of filesOfZip(zip)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), bytes)
  }
  const keys = join(folder, 'headend-keys.pem')
  await writeFile(keys, await (await fetch(`${desk.url}/.well-known/headend-keys.pem`)).text())
  const unpacked = join(folder, `release-${release}`)
  const { stdout } = await run('sh', [join(unpacked, 'verify.sh'), keys, 'acme', unpacked])
  expect(stdout).toMatch(/^verified: 2 files, signed for acme/)
  expect(await downloads()).toEqual([1, 1])
})

test('any range of the zip equals that range of the whole, so that a broken transfer resumes', async () => {
  const response = await archive('mia')
  const whole = Buffer.from(await response.arrayBuffer())
  const etag = response.headers.get('etag')
  expect([etag, response.headers.get('accept-ranges')]).toEqual([expect.stringMatching(/^"[\w-]{43}"$/), 'bytes'])
  const part = async (range: string, headers = {}) => {
    const {
      status,
      headers: responseHeaders,
      ...rest
    } = await read(await archive('mia', release, 'GET', { range, ...headers }))
    return { status, range: responseHeaders.get('content-range'), bytes: rest.bytes }
  }
  const last = whole.length - 1
  const cuts = [0, 1, 29, 30, 31, 500, 5_000, 100_000, 200_500, whole.length - 300, whole.length - 23, last]
  for (const from of cuts) {
    const rest = await part(`bytes=${from}-`, { 'if-range': etag })
    expect([rest.status, rest.range]).toEqual([206, `bytes ${from}-${last}/${whole.length}`])
    expect(rest.bytes.equals(whole.subarray(from))).toBe(true)
  }
  for (const [from, to] of [
    [0, 0],
    [17, 4_321],
    [1_000, 201_000],
  ] as const)
    expect((await part(`bytes=${from}-${to}`)).bytes.equals(whole.subarray(from, to + 1))).toBe(true)
  const changed = await part('bytes=5-', { 'if-range': '"another"' })
  expect([changed.status, changed.bytes.equals(whole)]).toEqual([200, true])
  expect((await part(`bytes=${whole.length}-`)).status).toBe(416)
  expect((await archive('mia', release, 'GET', { 'if-none-match': etag })).status).toBe(304)
  expect(await downloads()).toEqual([1, 1])
})

test('a release older than stored checksums has the same zip, byte for byte', async () => {
  const before = await read(await archive('mia'))
  await sql`update release_components set crc32 = null`.execute(desk.portal.db)
  const after = await read(await archive('mia'))
  expect(after.bytes.equals(before.bytes)).toBe(true)
  const { rows } = await sql`select 1 from release_components where crc32 is null and release_id = ${release}`.execute(
    desk.portal.db,
  )
  expect(rows).toEqual([])
})

test('none of another account, unsigned, withdrawn, or incomplete', async () => {
  expect((await archive('bob')).status).toBe(404)
  expect((await archive('vera')).status).toBe(403)
  const waiting = await desk.release(bundle, 'acme', 'Waits')
  expect(await (await archive('tom', waiting)).json()).toMatchObject({ code: 'release-not-signed' })
  await desk.call('rita', 'POST', `/api/bundles/${bundle}/hold`, { reason: 'Modems burn', withdrawDownloads: true })
  expect(await (await archive('mia')).json()).toMatchObject({ code: 'downloads-withdrawn' })
  await desk.call('rita', 'POST', `/api/bundles/${bundle}/unhold`)
  const digest = sha256('the core')
  await rm(join(desk.portal.config.dataDirectory, 'files', digest.slice(0, 2), digest))
  const lost = await archive('mia')
  expect([lost.status, await lost.json()]).toEqual([503, expect.objectContaining({ code: 'temporarily-unavailable' })])
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from events where name = 'bundle.release-file-downloaded'`.execute(desk.portal.db)
  expect(rows[0]!.count).toBe(2)
})

async function read(response: Response) {
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

async function downloads(): Promise<unknown[]> {
  const path = `/api/bundle-component-file-releases?bundleReleaseIds=${release}`
  return rowsOf(await desk.call('mia', 'GET', path), 'fileReleases').map((file) => file.downloads)
}
