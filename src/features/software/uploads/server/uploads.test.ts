import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addJob } from '#kit/server/job.ts'
import { type SoftwareDesk, sha256, softwareApp, tusHeaders, until } from '#test/software-app.ts'
import { rowsOf } from '#test/support-app.ts'
import { SAVE } from './save-upload.ts'

let desk: SoftwareDesk
let bundleId: string
beforeAll(async () => {
  desk = await softwareApp()
  bundleId = await desk.bundle()
})
afterAll(() => desk.close())

let files = 0
const nextName = () => `file-${++files}.bin`
const reserve = (more: object = {}) =>
  desk.call('rita', 'POST', '/api/box/file/upload/reservation', { bundleId, fileName: nextName(), ...more })
const patch = (id: string, offset: number, bytes: Buffer | string, more: Record<string, string> = {}) =>
  desk.call('rita', 'PATCH', `/api/uploads/${id}`, Buffer.from(bytes), { ...tusHeaders(offset), ...more })
const head = (id: string) => desk.call('rita', 'HEAD', `/api/uploads/${id}`)
const partials = (): Promise<string[]> =>
  readdir(join(desk.portal.config.dataDirectory, 'files', 'uploads')).catch(() => [])

async function reserved(size: number, more: object = {}): Promise<string> {
  const { status, body, text } = await reserve({ size, ...more })
  expect(status, text).toBe(200)
  return String(body.fileId)
}

describe('tus', () => {
  test('an upload in parts: 70 percent are the bytes, the rest saving; then it is a file of the bundle', async () => {
    const bytes = randomBytes(300_000)
    const made = await desk.call('rita', 'POST', '/api/uploads', undefined, {
      'tus-resumable': '1.0.0',
      'upload-length': String(bytes.length),
      'upload-metadata': metadata({
        bundleId,
        filename: 'by-tus.bin',
        sha256: sha256(bytes),
        componentType: 'product',
      }),
    })
    expect([made.status, made.headers.get('upload-offset'), made.headers.get('tus-resumable')]).toEqual([
      201,
      '0',
      '1.0.0',
    ])
    const id = String(made.headers.get('location')).split('/').at(-1)!
    const first = await patch(id, 0, bytes.subarray(0, 150_000))
    expect([
      first.status,
      first.headers.get('upload-offset'),
      Date.parse(first.headers.get('upload-expires') ?? '') > Date.now(),
    ]).toEqual([204, '150000', true])
    expect((await desk.call('rita', 'GET', `/api/box/file/upload/${id}/status`)).body).toMatchObject({
      state: 'UPLOADING',
      progress: 35,
      received: 150_000,
    })
    const requested = await head(id)
    expect([
      requested.status,
      requested.headers.get('upload-offset'),
      requested.headers.get('upload-length'),
      requested.headers.get('cache-control'),
    ]).toEqual([200, '150000', '300000', 'no-store'])
    await patch(id, 150_000, bytes.subarray(150_000))
    expect(await desk.ended(id)).toMatchObject({ state: 'DONE', progress: 100, digest: sha256(bytes), error: null })
    const found = await desk.call(
      'vera',
      'GET',
      `/api/bundle-component-files?bundleId=${bundleId}&fileStatus=IN_STORAGE`,
    )
    expect(rowsOf(found, 'files')).toContainEqual(
      expect.objectContaining({ fileName: 'by-tus.bin', digest: sha256(bytes), fileId: id }),
    )
    await bytesGone(id)
  })

  test('its capabilities are listed', async () => {
    const { status, headers } = await desk.call('rita', 'OPTIONS', '/api/uploads')
    expect([status, headers.get('tus-version'), headers.get('tus-extension'), headers.get('tus-max-size')]).toEqual([
      204,
      '1.0.0',
      'creation,termination,checksum,expiration',
      String(20 * 1024 ** 3),
    ])
  })

  test('bytes at another offset, sent twice, or beyond the end are rejected, and nothing is lost', async () => {
    const id = await reserved(10)
    expect((await patch(id, 0, '01234')).status).toBe(204)
    for (const [offset, bytes] of [
      [0, '01234'],
      [4, '4'],
      [6, '6'],
    ] as const) {
      const rejected = await patch(id, offset, bytes)
      expect([rejected.status, rejected.body.code, rejected.headers.get('upload-offset')]).toEqual([
        409,
        'upload-offset-conflict',
        '5',
      ])
    }
    expect((await patch(id, 5, '56789X')).body.code).toBe('upload-too-large')
    expect((await patch(id, 5, '56789')).status).toBe(204)
    expect(await desk.ended(id)).toMatchObject({ state: 'DONE', digest: sha256('0123456789') })
    expect((await patch(id, 10, 'x')).status).toBe(413)
    expect((await patch(id, 9, 'x')).body.code).toBe('upload-finished')
  })

  test.each([
    [{ 'tus-resumable': '0.2.2' }, 412],
    [{ 'upload-offset': 'x' }, 400],
    [{ 'upload-checksum': 'md5 AAAAAAAAAAAAAAAAAAAAAA==' }, 400],
    [{ 'content-type': 'application/octet-stream' }, 415],
  ])('%j is %i', async (headers, status) => {
    expect((await patch(await reserved(4), 0, 'abcd', headers as Record<string, string>)).status).toBe(status)
  })

  test('a creation without length or names is rejected', async () => {
    const create = (headers: Record<string, string>) =>
      desk.call('rita', 'POST', '/api/uploads', undefined, { 'tus-resumable': '1.0.0', ...headers })
    expect((await create({ 'upload-metadata': metadata({ bundleId, filename: 'a.bin' }) })).status).toBe(400)
    expect((await create({ 'upload-length': '5' })).status).toBe(400)
    expect(
      (await create({ 'upload-length': '5', 'upload-metadata': metadata({ bundleId, filename: '../a.bin' }) })).body
        .fields?.[0]?.path,
    ).toBe('fileName')
  })

  test('two writers at once: one wins, the other gets an error to wait, and the bytes are those of one', async () => {
    const size = 2_000_000
    const [one, other] = [Buffer.alloc(size, 1), Buffer.alloc(size, 2)]
    const id = await reserved(size)
    const slow = slowPatch(id, one)
    await until(async () => (await offset(id)) > 0 || undefined)
    const rejected = await patch(id, 0, other)
    expect([rejected.status, rejected.body.code, rejected.headers.get('retry-after')]).toEqual([
      423,
      'upload-busy',
      '1',
    ])
    expect(await slow.finish()).toBe(204)
    expect(await desk.ended(id)).toMatchObject({ state: 'DONE', digest: sha256(one) })
  })

  test('a lost connection: received bytes count, and the rest resumes from there', async () => {
    const bytes = randomBytes(1_000_000)
    const id = await reserved(bytes.length, { sha256: sha256(bytes) })
    const slow = slowPatch(id, bytes)
    await until(async () => (await offset(id)) > 0 || undefined)
    slow.cut()
    const at = await settledOffset(id)
    expect(at).toBeGreaterThan(0)
    expect(at).toBeLessThan(bytes.length)
    const again = await reserve({ fileName: `file-${files}.bin`, size: bytes.length, sha256: sha256(bytes) })
    expect(again.body).toMatchObject({ fileId: id, received: at })
    expect((await patch(id, at, bytes.subarray(at))).status).toBe(204)
    expect(await desk.ended(id)).toMatchObject({ state: 'DONE', digest: sha256(bytes) })
  })

  test('all bytes there, but the process died before the saving: the next request restarts it', async () => {
    const id = await reserved(8)
    await patch(id, 0, 'abcd')
    await writeFile(join(desk.portal.config.dataDirectory, 'files', 'uploads', id), 'abcdefgh')
    await sql`update uploads set received = 8, updated_at = now() - interval '1 minute' where id = ${id}::uuid`.execute(
      desk.portal.db,
    )
    expect(await offset(id)).toBe(8)
    expect(await desk.ended(id)).toMatchObject({ state: 'DONE', digest: sha256('abcdefgh') })
  })

  test('bytes with a checksum count when it matches', async () => {
    const id = await reserved(8)
    const checksum = (text: string) => ({
      'upload-checksum': `sha256 ${createHash('sha256').update(text).digest('base64')}`,
    })
    const damaged = await patch(id, 0, 'abcX', checksum('abcd'))
    expect([damaged.status, damaged.body.code, await offset(id)]).toEqual([460, 'checksum-mismatch', 0])
    expect((await patch(id, 0, 'abcd', checksum('abcd'))).status).toBe(204)
    expect((await patch(id, 4, 'efgh', checksum('efgh'))).status).toBe(204)
    expect(await desk.ended(id)).toMatchObject({ state: 'DONE', digest: sha256('abcdefgh') })
  })

  test('a cancelled upload leaves nothing, and accepts no more', async () => {
    const id = await reserved(10)
    await patch(id, 0, 'abc')
    expect(
      (await desk.call('rita', 'DELETE', `/api/uploads/${id}`, undefined, { 'tus-resumable': '1.0.0' })).status,
    ).toBe(204)
    expect((await desk.call('rita', 'GET', `/api/uploads/${id}`)).body).toMatchObject({
      state: 'CANCELLED',
      progress: 100,
      error: 'cancelled',
    })
    expect((await patch(id, 3, 'def')).body.code).toBe('upload-finished')
    expect((await desk.call('rita', 'DELETE', `/api/uploads/${id}`)).status).toBe(409)
    expect(await partials()).not.toContain(id)
  })
})

describe('reservation', () => {
  test('the wrong digest: rejected at the end, reported, and nothing is stored', async () => {
    const fileName = nextName()
    const id = await reserved(5, { fileName, sha256: sha256('right') })
    await patch(id, 0, 'wrong')
    const ended = await desk.ended(id)
    expect(ended).toMatchObject({
      state: 'FAILED',
      progress: 100,
      digest: null,
      error: expect.stringContaining(sha256('wrong')),
    })
    await bytesGone(id)
    const found = await desk.call('vera', 'GET', `/api/bundle-component-files?bundleId=${bundleId}&size=1000`)
    expect(rowsOf(found, 'files').map((file) => file.fileName)).not.toContain(fileName)
    const history = await desk.call('vera', 'GET', `/api/bundles/${bundleId}/history`)
    expect(rowsOf(history, 'entries')).toContainEqual(
      expect.objectContaining({ name: 'bundle.upload-failed', what: fileName }),
    )
  })

  test.each([
    [{ size: 0 }, 400, 'upload-empty'],
    [{ size: 20 * 1024 ** 3 + 1 }, 413, 'upload-too-large'],
    [{ fileName: 'virus.exe' }, 415, 'upload-type-not-allowed'],
    [{ fileName: 'no-ending' }, 415, 'upload-type-not-allowed'],
    [{ fileName: 'core.bin', componentType: 'document' }, 415, 'upload-type-not-allowed'],
    [{ sha256: 'abc' }, 400, 'validation-failed'],
    [{ bundleId: '999999' }, 404, 'bundle-not-found'],
    [{ sourceType: 'BOX', boxId: '1' }, 400, 'source-not-available'],
    [{ sourceType: 'VENDOR_FILE', path: '../../etc/passwd' }, 400, 'validation-failed'],
    [{ sourceType: 'DOCKER', dockerOptions: {} }, 400, 'source-not-available'],
    [{ sourceType: 'URL', url: 'http://169.254.169.254/' }, 400, 'source-not-available'],
    [{ sourceType: 'URL' }, 400, 'validation-failed'],
  ])('%j is %i %s', async (more, status, code) => {
    const { status: responseStatus, body } = await reserve({ size: 5, ...more })
    expect([responseStatus, body.code]).toEqual([status, code])
  })

  test('an existing name needs `clobber` to overwrite; the same bytes are stored once', async () => {
    const fileName = nextName()
    const first = await desk.upload(bundleId, fileName, 'same bytes')
    const taken = await reserve({ fileName: fileName.toUpperCase().replace('.BIN', '.bin'), size: 3 })
    expect([taken.status, taken.body.code]).toEqual([409, 'component-file-exists'])
    const second = await desk.upload(bundleId, fileName, 'other bytes', { uploadOptions: { clobber: true } })
    const third = await desk.upload(bundleId, nextName(), 'same bytes')
    const download = (id: string) => desk.call('rita', 'GET', `/api/box/file/upload/${id}/download`)
    expect([(await download(first)).status, (await download(second)).text, (await download(third)).text]).toEqual([
      404,
      'other bytes',
      'same bytes',
    ])
    const { rows } = await sql`select 1 from stored_files where digest = ${sha256('same bytes')}`.execute(
      desk.portal.db,
    )
    expect(rows).toHaveLength(1)
  })

  test('of two uploads of one name at once the second to end fails, with the reason', async () => {
    const fileName = nextName()
    const [one, other] = [await reserved(3, { fileName }), await reserved(4, { fileName })]
    await patch(one, 0, 'one')
    expect((await desk.ended(one)).state).toBe('DONE')
    await patch(other, 0, 'more')
    expect(await desk.ended(other)).toMatchObject({ state: 'FAILED', error: expect.stringContaining(fileName) })
  })

  test('only users who may add files to bundles', async () => {
    const id = await reserved(5)
    for (const name of ['vera', 'anton', 'mia'] as const) {
      expect(
        (await desk.call(name, 'POST', '/api/box/file/upload/reservation', { bundleId, fileName: 'x.bin' })).status,
      ).toBe(403)
      expect((await desk.call(name, 'PATCH', `/api/uploads/${id}`, Buffer.from('hello'), tusHeaders(0))).status).toBe(
        403,
      )
      expect((await desk.call(name, 'GET', `/api/box/file/upload/${id}/status`)).status).toBe(403)
    }
    expect((await desk.call('rita', 'GET', '/api/uploads/nothing')).status).toBe(404)
  })

  test('a bill of materials is recognised and summarised', async () => {
    const cyclone = JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', components: [{}, {}] })
    await desk.upload(bundleId, 'sbom.cdx.json', cyclone, { componentType: 'document' })
    await desk.upload(bundleId, 'sbom.spdx.json', JSON.stringify({ spdxVersion: 'SPDX-2.3', packages: [{}] }))
    await desk.upload(bundleId, 'settings.json', '{"a": [1, 2')
    const found = await desk.call('vera', 'GET', `/api/bundle-component-files?bundleId=${bundleId}&size=1000`)
    const sbom = Object.fromEntries(rowsOf(found, 'files').map((file) => [String(file.fileName), file.sbom]))
    expect([sbom['sbom.cdx.json'], sbom['sbom.spdx.json'], sbom['settings.json']]).toEqual([
      { format: 'CycloneDX', version: '1.6', components: 2 },
      { format: 'SPDX', version: '2.3', components: 1 },
      null,
    ])
  })
})

test('a file that is being saved when its process dies is saved when the lease has ended, without a request', async () => {
  const bytes = randomBytes(5_000)
  const id = await reserved(bytes.length)
  const folder = join(desk.portal.config.dataDirectory, 'files', 'uploads')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, id), bytes)
  const { db } = desk.portal
  await sql`update uploads set state = 'SAVING', received = size, lease = gen_random_uuid(), leased_until = clock_timestamp() + interval '1 second'
    where id::text = ${id}`.execute(db)
  // The job of the dead process, taken over before its lease has ended.
  await addJob(db, SAVE, { id })
  const state = async () =>
    (await sql<{ state: string }>`select state from uploads where id::text = ${id}`.execute(db)).rows[0]?.state
  await expect.poll(state, { timeout: 60_000 }).toBe('DONE')
})

describe('in one request', () => {
  const form = (bytes: string | undefined, request: unknown = { sourceType: 'CLIENT_FILE' }) => {
    const body = new FormData()
    if (request !== null) body.append('request', typeof request === 'string' ? request : JSON.stringify(request))
    if (bytes !== undefined) body.append('file', new Blob([bytes]), 'ignored.bin')
    return body
  }
  const upload = (id: string, body: FormData) => desk.call('rita', 'POST', `/api/box/file/upload/${id}`, body)

  test('the file is received without a known size', async () => {
    const { body } = await reserve()
    const response = await upload(String(body.fileId), form('all of it'))
    expect([response.status, response.body.state]).toEqual([200, 'SAVING'])
    expect(await desk.ended(String(body.fileId))).toMatchObject({ state: 'DONE', size: 9, digest: sha256('all of it') })
    expect((await upload(String(body.fileId), form('again'))).body.code).toBe('upload-finished')
  })

  test('the part request may be a Blob of JSON, as a browser sends it', async () => {
    const withBlob = (text: string, type = 'application/json') => {
      const body = new FormData()
      body.append('request', new Blob([text], { type }))
      body.append('file', new Blob(['from a form']), 'form.bin')
      return body
    }
    const id = String((await reserve()).body.fileId)
    expect((await upload(id, withBlob('{'))).body.code).toBe('upload-malformed')
    expect((await upload(id, withBlob('{}', 'text/plain'))).body.code).toBe('upload-malformed')
    expect((await upload(id, withBlob(`{"sourceType":"${'x'.repeat(20_000)}"}`))).body.code).toBe('upload-malformed')
    expect((await upload(id, withBlob('{"sourceType":"CLIENT_FILE"}'))).status).toBe(200)
    expect(await desk.ended(id)).toMatchObject({ state: 'DONE', digest: sha256('from a form') })
  })

  test('an empty file, a missing part, one that is no JSON, and more than was reserved are rejected', async () => {
    const { body } = await reserve()
    const id = String(body.fileId)
    expect((await upload(id, form(''))).body.code).toBe('upload-empty')
    expect((await upload(id, form(undefined))).body.code).toBe('upload-malformed')
    expect((await upload(id, form('x', 'not json'))).body.code).toBe('upload-malformed')
    expect((await upload(id, form('x', null))).body.code).toBe('upload-malformed')
    expect((await desk.call('rita', 'POST', `/api/box/file/upload/${id}`, { a: 1 })).body.code).toBe('upload-malformed')
    expect((await upload(await reserved(3), form('more than three'))).body.code).toBe('upload-too-large')
    expect((await upload(id, form('works at last'))).status).toBe(200)
    expect((await desk.ended(id)).state).toBe('DONE')
  })

  test('a body that ends in the middle is no file', async () => {
    const { body } = await reserve()
    const torn =
      '--b\r\ncontent-disposition: form-data; name="request"\r\n\r\n{}\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nhalf of'
    const { status, body: problem } = await desk.call('rita', 'POST', `/api/box/file/upload/${body.fileId}`, torn, {
      'content-type': 'multipart/form-data; boundary=b',
    })
    expect([status, problem.code]).toEqual([400, 'upload-malformed'])
    expect((await desk.call('rita', 'GET', `/api/box/file/upload/${body.fileId}/status`)).body.state).toBe('UPLOADING')
  })
})

describe('a disk that fails', () => {
  test('an upload that the disk does not accept is 503, and continues when there is a disk again', async () => {
    const bytes = randomBytes(1000)
    const id = await reserved(bytes.length, { sha256: sha256(bytes) })
    await patch(id, 0, bytes.subarray(0, 400))
    const folder = join(desk.portal.config.dataDirectory, 'files', 'uploads')
    // A file in place of the folder fails for every user, root included, as a full or read-only disk does.
    await rename(folder, `${folder}.away`)
    await writeFile(folder, '')
    const rejected = await patch(id, 0, bytes.subarray(0, 10))
    expect([rejected.status, rejected.body.code]).toEqual([503, 'temporarily-unavailable'])
    expect(rejected.text).not.toMatch(/ENOTDIR|EEXIST|files/)
    await rm(folder)
    await rename(`${folder}.away`, folder)
    expect(await offset(id)).toBe(400)
    expect((await patch(id, 400, bytes.subarray(400))).status).toBe(204)
    expect((await desk.ended(id)).state).toBe('DONE')
  })

  test.skipIf(!existsSync('/dev/full'))('a disk that is full in the middle is 507, and no half stays', async () => {
    const id = await reserved(8, { sha256: sha256('abcdefgh') })
    const path = join(desk.portal.config.dataDirectory, 'files', 'uploads', id)
    // A device that accepts no byte, from root neither.
    await symlink('/dev/full', path)
    const rejected = await patch(id, 0, 'abcdefgh')
    expect([rejected.status, rejected.body.code]).toEqual([507, 'storage-full'])
    await rm(path)
    expect(await offset(id)).toBe(0)
    expect((await patch(id, 0, 'abcdefgh')).status).toBe(204)
    expect((await desk.ended(id)).state).toBe('DONE')
  })

  test('bytes that the disk lost are requested again, and a store that lost a file is reported', async () => {
    const id = await reserved(8)
    await patch(id, 0, 'abcdef')
    await writeFile(join(desk.portal.config.dataDirectory, 'files', 'uploads', id), 'abc')
    expect(await offset(id)).toBe(3)
    await patch(id, 3, 'defgh')
    expect(await desk.ended(id)).toMatchObject({ state: 'DONE', digest: sha256('abcdefgh') })
    await rm(join(desk.portal.config.dataDirectory, 'files', sha256('abcdefgh').slice(0, 2), sha256('abcdefgh')))
    const lost = await desk.call('rita', 'GET', `/api/box/file/upload/${id}/download`)
    expect([lost.status, lost.body.code]).toEqual([503, 'temporarily-unavailable'])
  })
})

test('progress is sent live to users who may read bundles; no other user may listen', async () => {
  const client = await desk.live('vera')
  await client.subscribe('u', '/topic/uploads')
  await client.subscribe('h', '/user/topic/audit/server/bundle-history')
  const fileId = await desk.upload(bundleId, nextName(), 'watched')
  await client.until(({ body }) => String(body).includes(fileId) && String(body).includes('"DONE"'))
  const states = client.bodies.flatMap((body) => {
    const notified = body as { fileId?: string; state?: string }
    return notified.fileId === fileId ? [String(notified.state)] : []
  })
  expect(states).toEqual([...states].sort((one, other) => stages.indexOf(one) - stages.indexOf(other)))
  await client.until(
    ({ body }) => String(body).includes('"bundle.file-added"') && String(body).includes(`"bundleId":"${bundleId}"`),
  )
  client.websocket.close()
  for (const [name, destination] of [
    ['mia', '/topic/uploads'],
    ['nora', '/topic/uploads'],
    ['mia', '/user/topic/audit/server/bundle-history'],
  ] as const) {
    const stranger = await desk.live(name)
    await expect(stranger.subscribe('x', destination)).rejects.toThrow('destination-denied')
  }
})

const stages = ['RESERVED', 'UPLOADING', 'SAVING', 'DONE']

function metadata(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')
}

async function offset(id: string): Promise<number> {
  return Number((await head(id)).headers.get('upload-offset'))
}

/** Waits until no bytes of the upload are left: they are deleted after its end was reported. */
function bytesGone(id: string): Promise<true> {
  return until(async () => ((await partials()).includes(id) ? undefined : true))
}

/** The offset when the disconnected writer has released its lease. */
function settledOffset(id: string): Promise<number> {
  return until(async () => {
    const { rows } = await sql`select 1 from uploads where id = ${id}::uuid and lease is null`.execute(desk.portal.db)
    return rows.length > 0 ? offset(id) : undefined
  })
}

/** A PATCH that has sent half of its bytes, and then sends the rest and reads the status, or disconnects. */
function slowPatch(id: string, bytes: Buffer): { finish(): Promise<number>; cut(): void } {
  const { hostname, port } = new URL(desk.url)
  const socket = connect(Number(port), hostname)
  const response = new Promise<number>((resolve, reject) => {
    socket.once('data', (head) => resolve(Number(head.toString().split(' ')[1])))
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('the connection was closed without a response')))
  })
  response.catch(() => undefined)
  const headers = {
    host: hostname,
    'content-length': String(bytes.length),
    ...desk.users.rita.headers,
    ...tusHeaders(0),
  }
  socket.write(
    `PATCH /api/uploads/${id} HTTP/1.1\r\n${Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`,
  )
  const half = Math.floor(bytes.length / 2)
  socket.write(bytes.subarray(0, half))
  return {
    // Bytes that the disk has not taken yet are lost when a client disconnects after the last one, so the response is
    // awaited.
    finish() {
      socket.write(bytes.subarray(half))
      return response.finally(() => socket.destroy())
    },
    cut: () => void socket.destroy(),
  }
}
