import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasSwift, type Swift, startSwift } from '#test/s3/swift.ts'
import { createS3Client } from '../s3/s3-client.ts'
import { openFileStore } from './disk-file-store.ts'
import type { FileStore } from './file-store.ts'
import { FileTooLarge } from './received-file.ts'
import { openS3FileStore } from './s3-file-store.ts'
import { storesInTwoPlaces } from './two-file-stores.ts'

const MIB = 1024 * 1024
let folder: string
let swift: Swift | undefined

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headend-stores-'))
  if (hasSwift) swift = await startSwift()
}, 120_000)
afterAll(async () => {
  await swift?.stop()
  await rm(folder, { recursive: true, force: true })
})

describe.each([
  { name: 'disk', open: () => openFileStore(join(folder, 'disk')) },
  {
    name: 'S3',
    open: () =>
      openS3FileStore(createS3Client(swift!.settings), {
        incoming: join(folder, 'incoming'),
        keys: [Buffer.alloc(32, 1)],
        presigned: true,
      }),
  },
])('the file store on $name', ({ name, open }) => {
  let store: FileStore
  beforeAll(() => {
    if (name === 'disk' || swift) store = open()
  })
  const run = test.skipIf(name === 'S3' && !hasSwift)

  run('what is kept is read by its digest, all of it, any part of it, and only once stored', async () => {
    const bytes = randomBytes(3 * MIB + 17)
    const received = await store.receive([bytes], bytes.length)
    expect(received).toMatchObject({ size: bytes.length, digest: sha256(bytes) })
    expect(await store.sizeOf(received.digest)).toBeUndefined()
    await store.keep(received)
    expect(await store.sizeOf(received.digest)).toBe(bytes.length)
    expect((await buffer(store.read(received.digest))).equals(bytes)).toBe(true)
    for (const [start, end] of [
      [0, 0],
      [MIB - 1, MIB],
      [5, 2 * MIB + 5],
      [3 * MIB, 3 * MIB + 16],
      [0, bytes.length - 1],
    ] as const)
      expect((await partOf(store, received.digest, start, end)).equals(bytes.subarray(start, end + 1))).toBe(true)
    await store.keep(await store.receive([bytes], bytes.length))
    expect(await store.sizeOf(received.digest)).toBe(bytes.length)
  })

  run('an empty file, and one of exactly one piece', async () => {
    for (const bytes of [Buffer.alloc(0), randomBytes(MIB), randomBytes(2 * MIB)]) {
      const received = await store.receive([bytes], bytes.length)
      await store.keep(received)
      expect(await store.sizeOf(received.digest)).toBe(bytes.length)
      expect((await buffer(store.read(received.digest))).equals(bytes)).toBe(true)
    }
  })

  run('too much is rejected, and nothing of it stays', async () => {
    const bytes = randomBytes(1_000)
    await expect(store.receive([bytes], 999)).rejects.toThrow(FileTooLarge)
    expect(await store.sizeOf(sha256(bytes))).toBeUndefined()
  })

  run('a file that is not there has no size; to read it fails', async () => {
    const digest = sha256('nowhere')
    expect(await store.sizeOf(digest)).toBeUndefined()
    await expect(buffer(store.read(digest))).rejects.toThrow()
    await expect(partOf(store, digest, 0, 1)).rejects.toThrow()
  })

  run('a large file is adopted in parts, listed, and removed', async () => {
    const bytes = randomBytes(19 * MIB + 3)
    const path = join(folder, `large-${name}`)
    await writeFile(path, bytes)
    await store.adopt(path, sha256(bytes))
    expect(await store.sizeOf(sha256(bytes))).toBe(bytes.length)
    const at = 16 * MIB - 2
    expect((await partOf(store, sha256(bytes), at, at + 9)).equals(bytes.subarray(at, at + 10))).toBe(true)
    expect((await buffer(store.read(sha256(bytes)))).equals(bytes)).toBe(true)
    const listed: string[] = []
    for await (const digests of store.digests()) listed.push(...digests)
    expect(listed).toContain(sha256(bytes))
    await store.remove(sha256(bytes))
    expect(await store.sizeOf(sha256(bytes))).toBeUndefined()
  })

  run('a sweep keeps what is wanted and what is new', async () => {
    const kept = await Promise.all(
      ['wanted', 'new'].map(async (text) => {
        const received = await store.receive([Buffer.from(text)], 100)
        await store.keep(received)
        return received.digest
      }),
    )
    expect(
      await store.sweep(
        async () => new Set([kept[0]!]),
        (_digest, remove) => remove(),
      ),
    ).toBe(0)
    for (const digest of kept) expect(await store.sizeOf(digest)).toBeDefined()
  })
})

test('on disk, what was not touched for a day and is not wanted is swept', async () => {
  const store = openFileStore(join(folder, 'old'))
  const received = await store.receive([Buffer.from('old')], 100)
  await store.keep(received)
  const before = new Date(Date.now() - 25 * 3_600_000)
  await utimes(join(folder, 'old', received.digest.slice(0, 2), received.digest), before, before)
  expect(
    await store.sweep(
      async () => new Set(),
      (_digest, remove) => remove(),
    ),
  ).toBe(1)
  expect(await store.sizeOf(received.digest)).toBeUndefined()
})

test('a file that is moved while it is read is read to its end from where it is then', async () => {
  const [from, to] = [openFileStore(join(folder, 'from')), openFileStore(join(folder, 'to'))]
  const bytes = randomBytes(2 * MIB + 5)
  const digest = sha256(bytes)
  const keepIn = async (store: FileStore) => store.keep(await store.receive([bytes], bytes.length))
  const move = async () => {
    await keepIn(to)
    await from.remove(digest)
  }
  for (const after of [0, MIB]) {
    await to.remove(digest)
    await keepIn(from)
    const moving: FileStore = {
      ...from,
      async writeRange(_, range, into) {
        if (after > 0) await from.writeRange(digest, { start: range.start, end: range.start + after - 1 }, into)
        await move()
        await from.writeRange(digest, { start: range.start + after, end: range.end }, into)
      },
      read(name) {
        return Readable.from(
          (async function* () {
            await move()
            yield* from.read(name)
          })(),
          { objectMode: false },
        )
      },
    }
    expect(
      (await partOf(storesInTwoPlaces(to, moving), digest, 3, bytes.length - 2)).equals(bytes.subarray(3, -1)),
    ).toBe(true)
    await to.remove(digest)
    await keepIn(from)
    expect((await buffer(storesInTwoPlaces(to, moving).read(digest))).equals(bytes)).toBe(true)
  }
  await to.remove(digest)
  await expect(partOf(storesInTwoPlaces(to, from), digest, 0, 1)).rejects.toThrow()
})

/** The buffer that a store writes is its own again afterwards. */
async function partOf(store: FileStore, digest: string, start: number, end: number): Promise<Buffer> {
  const parts: Buffer[] = []
  const into = new Writable({
    write(chunk: Buffer, _encoding, done) {
      parts.push(Buffer.from(chunk))
      done()
    },
  })
  await store.writeRange(digest, { start, end }, into)
  return Buffer.concat(parts)
}

function sha256(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}
