/** The header fields of a file in a zip. */
export type ZipFacts = {
  readonly name: Buffer
  readonly size: number
  readonly crc32: number
  readonly executable: boolean
  readonly modified: Date
}

/** The value of a 32-bit or 16-bit field when the number is in a zip64 field. */
const ELSEWHERE = 0xffffffff
const ELSEWHERE_16 = 0xffff
const PLAIN = 20
const ZIP64 = 45
const MADE_ON_UNIX = (3 << 8) | ZIP64
const NAMES_ARE_UTF8 = 0x0800
const STORED = 0

/** The header before the bytes of a file (APPNOTE 4.3.7). */
export function localHeader({ name, size, crc32, modified }: ZipFacts): Buffer {
  const large = size >= ELSEWHERE ? zip64Field([size, size]) : Buffer.alloc(0)
  const extra = Buffer.concat([large, timeField(modified)])
  const shownSize = Math.min(size, ELSEWHERE)
  const head = record(
    [4, 0x04034b50],
    [2, large.length > 0 ? ZIP64 : PLAIN],
    [2, NAMES_ARE_UTF8],
    [2, STORED],
    ...dosTime(modified),
    [4, crc32],
    [4, shownSize],
    [4, shownSize],
    [2, name.length],
    [2, extra.length],
  )
  return Buffer.concat([head, name, extra])
}

/** The entry of a file in the directory at the end (APPNOTE 4.3.12); its local header begins at `offset`. */
export function centralHeader({ name, size, crc32, executable, modified }: ZipFacts, offset: number): Buffer {
  const large = [...(size >= ELSEWHERE ? [size, size] : []), ...(offset >= ELSEWHERE ? [offset] : [])]
  const extra = Buffer.concat([large.length > 0 ? zip64Field(large) : Buffer.alloc(0), timeField(modified)])
  const shownSize = Math.min(size, ELSEWHERE)
  const head = record(
    [4, 0x02014b50],
    [2, MADE_ON_UNIX],
    [2, large.length > 0 ? ZIP64 : PLAIN],
    [2, NAMES_ARE_UTF8],
    [2, STORED],
    ...dosTime(modified),
    [4, crc32],
    [4, shownSize],
    [4, shownSize],
    [2, name.length],
    [2, extra.length],
    [2, 0],
    [2, 0],
    [2, 0],
    [4, (executable ? 0o100755 : 0o100644) * 2 ** 16],
    [4, Math.min(offset, ELSEWHERE)],
  )
  return Buffer.concat([head, name, extra])
}

/** The end of the directory of `count` entries and `size` bytes that begins at `start` (APPNOTE 4.3.14 to 4.3.16). */
export function endOfDirectory({ count, start, size }: { count: number; start: number; size: number }): Buffer {
  const end = record(
    [4, 0x06054b50],
    [4, 0],
    [2, Math.min(count, ELSEWHERE_16)],
    [2, Math.min(count, ELSEWHERE_16)],
    [4, Math.min(size, ELSEWHERE)],
    [4, Math.min(start, ELSEWHERE)],
    [2, 0],
  )
  if (count < ELSEWHERE_16 && start < ELSEWHERE && size < ELSEWHERE) return end
  const large = record(
    [4, 0x06064b50],
    [8, 44],
    [2, MADE_ON_UNIX],
    [2, ZIP64],
    [8, 0],
    [8, count],
    [8, count],
    [8, size],
    [8, start],
  )
  const locator = record([4, 0x07064b50], [4, 0], [8, start + size], [4, 1])
  return Buffer.concat([large, locator, end])
}

function zip64Field(numbers: readonly number[]): Buffer {
  return record([2, 1], [2, 8 * numbers.length], ...numbers.map((number) => [8, number] as const))
}

/** The time in seconds since 1970, whatever the reader's time zone (the "UT" field of Info-ZIP). */
function timeField(time: Date): Buffer {
  return record([2, 0x5455], [2, 5], [1, 1], [4, Math.floor(time.getTime() / 1000)])
}

/** Time and date as of MS-DOS, in UTC: two seconds exact, from 1980. */
function dosTime(time: Date): readonly (readonly [2, number])[] {
  const clock = (time.getUTCHours() << 11) | (time.getUTCMinutes() << 5) | (time.getUTCSeconds() >> 1)
  const day = ((time.getUTCFullYear() - 1980) << 9) | ((time.getUTCMonth() + 1) << 5) | time.getUTCDate()
  return [
    [2, clock],
    [2, day],
  ]
}

/** Numbers of this many bytes each, the lowest byte first. */
function record(...fields: readonly (readonly [bytes: 1 | 2 | 4 | 8, value: number])[]): Buffer {
  const bytesOfRecord = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0))
  let at = 0
  for (const [bytes, value] of fields) {
    if (bytes === 8) bytesOfRecord.writeBigUInt64LE(BigInt(value), at)
    else bytesOfRecord.writeUIntLE(value, at, bytes)
    at += bytes
  }
  return bytesOfRecord
}
