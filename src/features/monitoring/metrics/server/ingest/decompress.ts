/// <reference path="./snappyjs.d.ts" />
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { uncompress } from 'snappyjs'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { throwUnreadable } from './unreadable.ts'

/** Bytes of a body after decompression, at most. */
export const LARGEST_BODY = 32 * 1_048_576

const inflate = promisify(gunzip)

/** The body as its sender wrote it. A body that would be larger than 32 MiB is rejected without being decompressed whole. */
export async function decompressed(body: Buffer, encoding: string): Promise<Buffer> {
  if (encoding === '' || encoding === 'identity') return body
  if (encoding === 'snappy') return unsnapped(body)
  if (encoding === 'gzip') return inflate(body, { maxOutputLength: LARGEST_BODY }).catch(rejectGzip)
  return throwProblem(kitProblems['media-type-unsupported'])
}

function unsnapped(body: Buffer): Buffer {
  if (snappyLength(body) > LARGEST_BODY) throwProblem(kitProblems['payload-too-large'], { limit: '32 MB' })
  try {
    return Buffer.from(uncompress(body))
  } catch {
    return throwUnreadable('it is not compressed with snappy')
  }
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
