import { createHash } from 'node:crypto'
import { readdir, utimes } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ATTACHMENT_LIMIT } from '#kit/contract/attachment-files.ts'
import { openFileStore } from '#kit/server/files/disk-file-store.ts'
import { deleteUnreferencedFiles } from '#kit/server/files/stored-files.ts'
import { type Reply, type SupportApp, supportApp } from '#test/support-app.ts'

let desk: SupportApp
let key: string
beforeAll(async () => {
  desk = await supportApp()
  const { body } = await desk.call('uma', 'POST', '/issues?account=acme', {
    subject: 'Files',
    description: '',
    priority: 'LOW',
  })
  key = String(body.key)
})
afterAll(() => desk.close())

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

function form(bytes: Uint8Array | string, name: string, field = 'file'): FormData {
  const data = new FormData()
  data.append(field, new Blob([bytes as string]), name)
  return data
}

async function upload(bytes: Uint8Array | string, name: string, headers: Record<string, string> = {}): Promise<Reply> {
  return desk.call('uma', 'POST', `/issues/attachment?issueKey=${key}`, form(bytes, name), headers)
}

function fetchFile(id: unknown, query = '', headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${desk.url}/api/plugins/jira/issues/attachment?issueKey=${key}&attachmentId=${id}${query}`, {
    headers: { ...desk.headersOf('vera'), ...headers },
  })
}

test('a file is downloaded byte for byte, as a download that nothing runs', async () => {
  const bytes = Buffer.from('line one\nline two\n')
  const { status, body } = await upload(bytes, 'Bericht für Köln.log')
  expect(status).toBe(201)
  expect(body).toMatchObject({
    filename: 'Bericht für Köln.log',
    size: bytes.length,
    isPicture: false,
    digest: createHash('sha256').update(bytes).digest('hex'),
  })
  const got = await fetchFile(body.id, '&inline=true')
  expect(Buffer.from(await got.arrayBuffer())).toEqual(bytes)
  expect(Object.fromEntries(got.headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="Bericht f_r K_ln.log"; filename*=UTF-8''Bericht%20f%C3%BCr%20K%C3%B6ln.log`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox'),
  })
  const list = await desk.call('mia', 'GET', `/issues/attachments?issueKey=${key}`)
  expect(list.body._embedded?.attachments?.map((one) => one.filename)).toContain('Bericht für Köln.log')
})

test('exactly the limit is accepted, one byte more is 413 and leaves nothing', async () => {
  const store = join(desk.portal.config.dataDirectory, 'files', 'incoming')
  const exact = await upload(Buffer.alloc(ATTACHMENT_LIMIT, 7), 'exact.bin')
  expect(exact.body).toMatchObject({ size: ATTACHMENT_LIMIT })
  const more = await upload(Buffer.alloc(ATTACHMENT_LIMIT + 1, 7), 'more.bin')
  expect(more.body).toMatchObject({
    status: 413,
    code: 'attachment-too-large',
    error: `more.bin: attachment size exceeds limit (${ATTACHMENT_LIMIT} bytes).`,
  })
  const much = await upload(Buffer.alloc(ATTACHMENT_LIMIT * 3, 7), 'much.bin')
  expect(much.status).toBe(413)
  await expect.poll(() => readdir(store)).toEqual([])
})

test('ranges, tags and other sites', async () => {
  const { body } = await upload('0123456789', 'digits.txt')
  const part = await fetchFile(body.id, '', { range: 'bytes=2-4' })
  expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([206, '234', 'bytes 2-4/10'])
  expect(await (await fetchFile(body.id, '', { range: 'bytes=-3' })).text()).toBe('789')
  const beyond = await fetchFile(body.id, '', { range: 'bytes=10-' })
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */10'])
  const etag = part.headers.get('etag') ?? ''
  expect((await fetchFile(body.id, '', { 'if-none-match': etag })).status).toBe(304)
  expect((await fetchFile(body.id, '', { range: 'bytes=2-4', 'if-range': '"other"' })).status).toBe(200)
  expect((await fetchFile(body.id, '', { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await fetchFile(body.id, '', { 'sec-fetch-dest': 'script' })).status).toBe(403)
})

test('a picture is one when name and content agree, and its metadata is removed', async () => {
  const text = Buffer.concat([Buffer.from('0000000b74455874', 'hex'), Buffer.from('GPS=48.1,11'), Buffer.alloc(4)])
  const withText = Buffer.concat([png.subarray(0, 33), text, png.subarray(33), Buffer.from('trailing')])
  const picture = await upload(withText, 'shot.png')
  expect(picture.body).toMatchObject({ isPicture: true, mediaType: 'image/png', size: png.length })
  const shown = await fetchFile(picture.body.id, '&inline=true')
  expect(shown.headers.get('content-type')).toBe('image/png')
  expect(shown.headers.get('content-disposition')).toMatch(/^inline/)
  expect(Buffer.from(await shown.arrayBuffer())).toEqual(png)
  for (const [bytes, name] of [
    [png, 'shot.jpg'],
    ['<svg onload="alert(1)"/>', 'x.svg'],
    ['<script>1</script>', 'x.html'],
    [png.subarray(0, 20), 'cut.png'],
  ] as const)
    expect((await upload(bytes, name)).body, name).toMatchObject({
      isPicture: false,
      mediaType: 'application/octet-stream',
    })
})

test('a photograph keeps its orientation, and nothing else of its EXIF', async () => {
  const exif = Buffer.concat([
    Buffer.from('ffe1003a457869660000', 'hex'),
    Buffer.from('49492a0008000000010012010300010000000600000000000000', 'hex'),
    Buffer.from('GPS 48.137 11.575 secret'),
  ])
  exif.writeUInt16BE(exif.length - 2, 2)
  const photo = Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    exif,
    Buffer.from('ffda0004000012ff0034ffd9', 'hex'),
    Buffer.from('hidden'),
  ])
  const { body } = await upload(photo, 'photo.JPG')
  expect(body).toMatchObject({ isPicture: true, mediaType: 'image/jpeg' })
  const kept = Buffer.from(await (await fetchFile(body.id)).arrayBuffer()).toString('hex')
  expect(kept).toBe(
    'ffd8ffe100224578696600004d4d002a00000008000101120003000000010006000000000000ffda0004000012ff0034ffd9',
  )
})

test('names lose paths, control and direction marks; unaccepted kinds and forms are rejected', async () => {
  expect((await upload('x', '../../etc/\u202epass\u0007wd.txt')).body.filename).toBe('passwd.txt')
  expect((await upload('x', `${'n'.repeat(300)}.txt`)).body.filename).toHaveLength(200)
  expect((await upload('x', 'run.exe')).body.code).toBe('attachment-type-not-allowed')
  expect((await upload('x', 'none')).status).toBe(415)
  const url = `/issues/attachment?issueKey=${key}`
  expect((await desk.call('uma', 'POST', url, form('x', 'a.txt', 'other'))).body.code).toBe('upload-malformed')
  const two = form('x', 'a.txt')
  two.append('file', new Blob(['y']), 'b.txt')
  expect((await desk.call('uma', 'POST', url, two)).status).toBe(400)
  expect((await desk.call('uma', 'POST', url, new FormData())).status).toBe(400)
  for (const [body, type] of [
    [
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhalf',
      'multipart/form-data; boundary=b',
    ],
    ['nonsense', 'multipart/form-data; boundary=b'],
    ['nonsense', 'multipart/form-data'],
    ['--b--', 'multipart/form-data; boundary=b'],
  ] as const)
    expect((await desk.call('uma', 'POST', url, body, { 'content-type': type })).status, body).toBe(400)
  expect((await desk.call('uma', 'POST', url, '{}', { 'content-type': 'application/json' })).status).toBe(400)
  expect((await desk.call('uma', 'POST', '/issues?account=acme', form('x', 'a.txt'))).status).toBe(415)
})

test('an aborted upload leaves nothing, and the next one works', async () => {
  const { hostname, port } = new URL(desk.url)
  const socket = connect(Number(port), hostname)
  const { authorization } = desk.headersOf('uma')
  socket.write(
    `POST /api/plugins/jira/issues/attachment?issueKey=${key} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 900000\r\n\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${'half '.repeat(50_000)}`,
  )
  const incoming = join(desk.portal.config.dataDirectory, 'files', 'incoming')
  await expect.poll(() => readdir(incoming)).toHaveLength(1)
  socket.destroy()
  await expect.poll(() => readdir(incoming)).toEqual([])
  expect((await upload('whole', 'whole.txt')).status).toBe(201)
})

test('other users see no file of a case that they do not see, and only its author deletes it', async () => {
  const { body } = await upload('x', 'mine.txt')
  const path = `/issues/attachment?issueKey=${key}&attachmentId=${body.id}`
  expect((await desk.call('bob', 'GET', path)).status).toBe(404)
  expect((await desk.call('bob', 'POST', `/issues/attachment?issueKey=${key}`, form('x', 'a.txt'))).status).toBe(404)
  expect((await desk.call('ugo', 'DELETE', path)).status).toBe(403)
  expect((await desk.call('uma', 'DELETE', path)).status).toBe(204)
  expect((await desk.call('uma', 'GET', path)).body.code).toBe('attachment-not-found')
})

test('the same upload twice under one key is one file', async () => {
  const send = (text: string) => upload(text, 'once.txt', { 'idempotency-key': 'upload-once' })
  const [one, two] = [await send('same'), await send('same')]
  expect(two.body.id).toBe(one.body.id)
  expect((await send('other')).status).toBe(422)
})

test('a draft stores text and files until it is filed, then it is empty and the case has them', async () => {
  const url = '/issues/draft'
  const saved = await desk.call('ugo', 'PUT', `${url}?account=acme`, { draft: { subject: 'Half a' } })
  expect(saved.body).toMatchObject({ draft: { subject: 'Half a' }, files: [] })
  const [one, two, three] = [await draftFile('one.txt'), await draftFile('two.txt'), await draftFile('three.txt')]
  expect((await desk.call('ugo', 'DELETE', `${url}/file/${two}?account=acme`)).status).toBe(204)
  expect((await desk.call('uma', 'DELETE', `${url}/file/${one}?account=acme`)).status).toBe(404)
  expect((await desk.call('uma', 'GET', `${url}?account=acme`)).body).toEqual({ draft: {}, files: [], updated: null })
  const filed = await desk.call('ugo', 'POST', '/issues?account=acme', {
    subject: 'Whole',
    description: '',
    priority: 'LOW',
    draftFileIds: [one, three],
  })
  expect(filed.body).toMatchObject({ attachmentCount: 2 })
  expect((await desk.call('ugo', 'GET', `${url}?account=acme`)).body).toEqual({ draft: {}, files: [], updated: null })
  await desk.call('ugo', 'PUT', `${url}?account=acme`, { draft: { subject: 'Again' } })
  expect((await desk.call('ugo', 'DELETE', `${url}?account=acme`)).status).toBe(204)
  expect((await desk.call('ugo', 'GET', `${url}?account=acme`)).body.draft).toEqual({})
})

test('a picture of a draft is shown to its author alone; once filed the text shows the file of the case', async () => {
  const text = String((await desk.call('ugo', 'POST', '/issues/draft/file?account=acme', form('x', 'x.txt'))).body.id)
  const picture = (await desk.call('ugo', 'POST', '/issues/draft/file?account=acme', form(png, 'shot.png'))).body
  const address = `/api/plugins/jira/issues/draft/file/${picture.id}?account=acme`
  const show = (name: 'ugo' | 'uma', path = address) => fetch(desk.url + path, { headers: desk.headersOf(name) })
  const shown = await show('ugo')
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(Buffer.from(await shown.arrayBuffer())).toEqual(png)
  expect((await show('uma')).status).toBe(404)
  expect((await show('ugo', address.replace(String(picture.id), text))).status).toBe(404)
  const filed = await desk.call('ugo', 'POST', '/issues?account=acme', {
    subject: 'With a picture',
    description: `See ![shot](${address}) and ![not mine](${address.replace(String(picture.id), '999')})`,
    priority: 'LOW',
    draftFileIds: [picture.id, text],
  })
  const [, own] = /!\[shot\]\((\S+)\)/.exec(String(filed.body.description)) ?? []
  const kept = await show('uma', own)
  expect(Buffer.from(await kept.arrayBuffer())).toEqual(png)
  expect(filed.body.description).toContain('/issues/draft/file/999?')
})

test('the sweep deletes unreferenced bytes that are a day old, and no others', async () => {
  const kept = await upload('kept bytes', 'kept.txt')
  const gone = await upload('gone bytes', 'gone.txt')
  await desk.call('uma', 'DELETE', `/issues/attachment?issueKey=${key}&attachmentId=${gone.body.id}`)
  const directory = join(desk.portal.config.dataDirectory, 'files')
  const store = openFileStore(directory)
  expect(await deleteUnreferencedFiles(desk.portal.db, store)).toBe(0)
  await desk.portal.db
    .updateTable('stored_files')
    .set({ created_at: new Date(Date.now() - 2 * 86_400_000) })
    .execute()
  for (const { digest } of [kept.body, gone.body]) {
    const old = new Date(Date.now() - 2 * 86_400_000)
    await utimes(join(directory, String(digest).slice(0, 2), String(digest)), old, old)
  }
  expect(await deleteUnreferencedFiles(desk.portal.db, store)).toBe(1)
  expect((await fetchFile(kept.body.id)).status).toBe(200)
})

async function draftFile(name: string): Promise<string> {
  const { status, body } = await desk.call('ugo', 'POST', '/issues/draft/file?account=acme', form(name, name))
  expect(status).toBe(201)
  return String(body.id)
}
