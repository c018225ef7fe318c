import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { openFileStore } from './disk-file-store.ts'
import { zipOf } from './zip.ts'

const GIB = 2 ** 30

test('files and offsets beyond 4 GiB are in zip64 fields', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'headend-zip-'))
  const large = { name: 'large.bin', digest: 'a'.repeat(64), size: 5 * GIB, crc32: 7 }
  const entries = [large, { name: 'after.txt', bytes: Buffer.from('after') }]
  const zip = zipOf(openFileStore(folder), entries, new Date('2026-03-04T05:06:08Z'))
  const after = 5 * GIB + 30 + large.name.length + 20 + 9
  const tail = new PassThrough()
  const read = buffer(tail)
  await zip.writeRange({ start: after, end: zip.size - 1 }, tail)
  tail.end()
  const bytes = await read
  await rm(folder, { recursive: true })

  expect(bytes.readUInt32LE(0)).toBe(0x04034b50)
  const end = bytes.lastIndexOf('PK\x05\x06')
  const record = Number(bytes.readBigUInt64LE(end - 12)) - after
  expect(bytes.readUInt32LE(record)).toBe(0x06064b50)
  const directory = Number(bytes.readBigUInt64LE(record + 48)) - after
  const first = bytes.subarray(directory)
  expect([first.readUInt32LE(0), first.readUInt32LE(20), first.readUInt32LE(24)]).toEqual([
    0x02014b50, 0xffffffff, 0xffffffff,
  ])
  expect([first.readUInt16LE(55), first.readUInt16LE(57), Number(first.readBigUInt64LE(59))]).toEqual([1, 16, 5 * GIB])
  const second = first.subarray(46 + 9 + first.readUInt16LE(30))
  expect([second.readUInt32LE(42), Number(second.readBigUInt64LE(46 + 9 + 4))]).toEqual([0xffffffff, after])
})
