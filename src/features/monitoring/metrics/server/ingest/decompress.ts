import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { compiledProgram, workerTask } from '#kit/server/worker-task.ts'
import { unsnappedNow } from './snappy.ts'
import { throwUnreadable } from './unreadable.ts'

/** Bytes of a body after decompression, at most. */
export const LARGEST_BODY = 32 * 1_048_576

/** A body of this size is decompressed in a few milliseconds; a worker does larger ones. */
const SMALL = 1_048_576

const inflate = promisify(gunzip)
const unsnap = workerTask<Uint8Array, Uint8Array | null>(compiledProgram('./snappy.worker.ts', import.meta.url), {
  timeout: 10_000,
  memory: 64,
})

/** The body as its sender wrote it. A body that would be larger than 32 MiB is rejected without being decompressed whole. */
export async function decompress(body: Buffer, encoding: string): Promise<Buffer> {
  if (encoding === '' || encoding === 'identity') return body
  if (encoding === 'snappy') return decompressSnappy(body)
  if (encoding === 'gzip') return inflate(body, { maxOutputLength: LARGEST_BODY }).catch(rejectGzip)
  return throwProblem(kitProblems['media-type-unsupported'])
}

async function decompressSnappy(body: Buffer): Promise<Buffer> {
  const length = snappyLength(body)
  if (length > LARGEST_BODY) throwProblem(kitProblems['payload-too-large'], { limit: '32 MB' })
  const bytes = length <= SMALL ? unsnappedNow(body) : await unsnap(body)
  if (!bytes) throwUnreadable('it is not compressed with snappy')
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
}

/** The length that a snappy block announces in its first bytes. */
function snappyLength(body: Buffer): number {
  let length = 0
  for (let index = 0; index < 5; index += 1) {
    const byte = body[index] ?? 0
    length += (byte & 127) * 128 ** index
    if (byte < 128) break
  }
  return length
}

function rejectGzip(failure: NodeJS.ErrnoException): never {
  if (failure.code === 'ERR_BUFFER_TOO_LARGE') throwProblem(kitProblems['payload-too-large'], { limit: '32 MB' })
  return throwUnreadable('it is not compressed with gzip')
}
