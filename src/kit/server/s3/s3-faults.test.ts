import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FaultProxy, startFaultProxy } from '#test/s3/fault-proxy.ts'
import { hasSwift, type Swift, startSwift } from '#test/s3/swift.ts'
import type { FileStore } from '../files/file-store.ts'
import { openS3FileStore } from '../files/s3-file-store.ts'
import { createS3Client, type S3Client } from './s3-client.ts'
import { DamagedFile, S3Error } from './s3-error.ts'
import { abortOldUploads } from './sweep-bucket.ts'

const MIB = 1024 * 1024

describe.skipIf(!hasSwift)('S3 that fails', () => {
  let folder: string
  let swift: Swift
  let proxy: FaultProxy
  let s3: S3Client
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'headend-s3-'))
    swift = await startSwift()
    proxy = await startFaultProxy(swift.settings.origin)
    s3 = createS3Client({ ...swift.settings, origin: proxy.origin })
  }, 120_000)
  afterAll(async () => {
    await proxy?.stop()
    await swift?.stop()
    await rm(folder, { recursive: true, force: true })
  })
  beforeEach(() => {
    proxy.fault = () => 'pass'
    proxy.calls.length = 0
  })
  /** A store that remembers nothing, as a process that has just started. */
  const open = (client = s3): FileStore =>
    openS3FileStore(client, { incoming: join(folder, 'incoming'), keys: [Buffer.alloc(32, 1)], presigned: false })
  const stored = async (size: number) => {
    const bytes = randomBytes(size)
    const received = await open().receive([bytes], size)
    await open().keep(received)
    return { bytes, digest: received.digest }
  }

  test('a wrong secret, and another access key, are named by S3', async () => {
    const wrong = (change: object) =>
      createS3Client({ ...swift.settings, ...change }).call({ method: 'GET', query: { 'list-type': '2' } })
    await expect(wrong({ secretKey: 'wrong' })).rejects.toMatchObject({ status: 403, reason: 'SignatureDoesNotMatch' })
    await expect(wrong({ accessKey: 'nobody' })).rejects.toMatchObject({ status: 403 })
    await expect(wrong({ bucket: 'not-there' })).rejects.toMatchObject({ status: 404, reason: 'NoSuchBucket' })
  })

  test('503 SlowDown and lost connections are tried again', async () => {
    let left = 2
    proxy.fault = ({ method }) =>
      method === 'PUT' && left-- > 0 ? (left === 1 ? { status: 503, code: 'SlowDown' } : 'cut') : 'pass'
    const { bytes, digest } = await stored(1_000)
    expect((await buffer(open().read(digest))).equals(bytes)).toBe(true)
    expect(left).toBeLessThan(0)
  })

  test('S3 that is gone, silent or full ends the call as a failing disk does, and what was received stays', async () => {
    const bytes = randomBytes(1_000)
    const received = await open().receive([bytes], 1_000)
    // Only here: an S3 that is slow on a busy machine must not be taken for a silent one, because its calls are repeated.
    const impatient = createS3Client({ ...swift.settings, origin: proxy.origin }, { silentMs: 300 })
    for (const fault of ['cut', 'hang', { status: 503, code: 'SlowDown' }] as const) {
      proxy.fault = () => fault
      await expect(open(impatient).keep(received)).rejects.toMatchObject({ name: 'S3Error', code: 'EIO' })
      await expect(open(impatient).sizeOf(received.digest)).rejects.toThrow(S3Error)
    }
    proxy.fault = ({ method }) => (method === 'PUT' ? { status: 507, code: 'InsufficientStorage' } : 'pass')
    await expect(open().keep(received)).rejects.toMatchObject({ code: 'ENOSPC' })
    proxy.fault = () => 'pass'
    await open().keep(received)
    expect(await open().sizeOf(received.digest)).toBe(1_000)
  })

  test('a part that S3 loses fails the upload, and the next try sends that part alone', async () => {
    const bytes = randomBytes(20 * MIB)
    const [path, digest] = [join(folder, 'parts'), sha256(bytes)]
    await writeFile(path, bytes)
    proxy.fault = ({ url }) => (url.includes('partNumber=2') ? 'swallow' : 'pass')
    await expect(open().adopt(path, digest)).rejects.toThrow(S3Error)
    expect(await open().sizeOf(digest)).toBeUndefined()
    proxy.fault = () => 'pass'
    proxy.calls.length = 0
    await open().adopt(path, digest)
    expect(proxy.calls.filter((call) => call.includes('partNumber='))).toMatchObject([
      expect.stringContaining('partNumber=2'),
    ])
    expect((await buffer(open().read(digest))).equals(bytes)).toBe(true)
  })

  test('an upload of which the response was lost is found complete', async () => {
    const bytes = randomBytes(17 * MIB)
    const [path, digest] = [join(folder, 'complete'), sha256(bytes)]
    await writeFile(path, bytes)
    proxy.fault = ({ method, url }) => (method === 'POST' && url.includes('uploadId=') ? { cutAfter: 0 } : 'pass')
    await expect(open().adopt(path, digest)).rejects.toThrow(S3Error)
    proxy.fault = () => 'pass'
    await open().adopt(path, digest)
    expect((await buffer(open().read(digest))).equals(bytes)).toBe(true)
  })

  test('a download that breaks off is continued where it broke', async () => {
    const { bytes, digest } = await stored(3 * MIB)
    let times = 2
    proxy.fault = ({ method, url }) =>
      method === 'GET' && url.includes('/files/') && times-- > 0 ? { cutAfter: 1.5 * MIB } : 'pass'
    expect((await buffer(open().read(digest))).equals(bytes)).toBe(true)
    expect(times).toBeLessThan(0)
  })

  test('other bytes than those that were stored are never given out', async () => {
    const { bytes, digest } = await stored(3 * MIB)
    proxy.fault = ({ method, url }) =>
      method === 'GET' && url.includes('/files/') ? { change: (sent) => flipped(sent, 2 * MIB + 7) } : 'pass'
    const given: Buffer[] = []
    const into = new Writable({
      write(chunk: Buffer, _encoding, done) {
        given.push(Buffer.from(chunk))
        done()
      },
    })
    await expect(open().writeRange(digest, { start: 0, end: 3 * MIB - 1 }, into)).rejects.toThrow(DamagedFile)
    expect(Buffer.concat(given).equals(bytes.subarray(0, 2 * MIB))).toBe(true)
    // Neither a range, nor the file as a whole when the digests of its pieces are gone or forged.
    proxy.fault = ({ method, url }) =>
      method === 'GET' && url.includes('/files/') ? { change: (sent) => flipped(sent, 1) } : 'pass'
    await expect(open().writeRange(digest, { start: 0, end: 9 }, into)).rejects.toThrow(DamagedFile)
    for (const forged of [{ status: 404, code: 'NoSuchKey' }, { change: () => Buffer.alloc(172, 'A') }]) {
      proxy.fault = ({ method, url }) => {
        if (method === 'GET' && url.includes('/pieces/')) return forged
        return method === 'GET' && url.includes('/files/') ? { change: (sent) => flipped(sent, 1) } : 'pass'
      }
      await expect(buffer(open().read(digest))).rejects.toThrow(DamagedFile)
    }
    const small = await stored(10)
    await expect(buffer(open().read(small.digest))).rejects.toThrow(DamagedFile)
  })

  test('the digests of pieces are made again when they are gone, or of another SECRET_KEY', async () => {
    const { bytes, digest } = await stored(2 * MIB + 1)
    await s3.call({ method: 'DELETE', key: `pieces/${digest.slice(0, 2)}/${digest}` })
    expect((await buffer(open().read(digest))).equals(bytes)).toBe(true)
    const other = { incoming: join(folder, 'incoming'), keys: [Buffer.alloc(32, 2)] as const, presigned: false }
    expect((await buffer(openS3FileStore(s3, other).read(digest))).equals(bytes)).toBe(true)
    expect((await buffer(openS3FileStore(s3, other).read(digest))).equals(bytes)).toBe(true)
  })

  test('uploads in parts that were abandoned are aborted, later ones are not', async () => {
    const begin = () => s3.call({ method: 'POST', key: 'files/ab/abandoned', query: { uploads: '' } })
    await begin()
    expect(await abortOldUploads(s3, 3_600_000)).toBe(0)
    expect(await abortOldUploads(s3, -60_000)).toBeGreaterThanOrEqual(1)
    expect(await abortOldUploads(s3, -60_000)).toBe(0)
  })

  test('a presigned address gives the file with its name, and a changed one does not', async () => {
    const { bytes, digest } = await stored(100)
    const presigning = openS3FileStore(createS3Client(swift.settings), {
      incoming: join(folder, 'incoming'),
      keys: [Buffer.alloc(32, 1)],
      presigned: true,
    })
    const options = {
      seconds: 60,
      disposition: 'attachment; filename="a b.bin"',
      mediaType: 'application/octet-stream',
    }
    const address = (await presigning.addressOf(digest, options))!
    const given = await fetch(address, { headers: { range: 'bytes=10-19' } })
    expect([given.status, given.headers.get('content-disposition')]).toEqual([206, options.disposition])
    expect(Buffer.from(await given.arrayBuffer()).equals(bytes.subarray(10, 20))).toBe(true)
    expect((await fetch(address.replace('Expires=60', 'Expires=6000'))).status).toBe(403)
  })
})

function flipped(bytes: Buffer, at: number): Buffer {
  const other = Buffer.from(bytes)
  if (at < other.length) other[at]! ^= 1
  return other
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
