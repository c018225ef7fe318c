import { Readable, type Writable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { throwProblem } from '../http-problem.ts'
import { type ByteRange, readRange } from './byte-range.ts'

/** A request and the reply to it. */
export type Exchange = { readonly request: FastifyRequest; readonly reply: FastifyReply }

/** Bytes of which any part can be sent; the ETag is that of all of them. */
export type SentBytes = {
  readonly etag: string
  readonly size: number
  readonly headers: Readonly<Record<string, string>>
  isThere(): Promise<boolean>
  /** Writes a part into a stream, which stays open. */
  writeRange(range: ByteRange, into: Writable): Promise<void>
  /** Where the storage itself sends them; undefined where the portal does. */
  addressOf?(): Promise<string | undefined>
}

/**
 * Sends bytes: Range, If-Range and ETag as in RFC 9110. `begin` is called for a GET that sends some, with their start,
 * before the first one is sent or an address is given. A failure on the way breaks the connection off before its promised length.
 */
export async function sendBytes(
  { request, reply }: Exchange,
  { etag, size, headers, isThere, writeRange, addressOf }: SentBytes,
  { begin }: { begin?: (start: number) => Promise<void> },
): Promise<unknown> {
  reply.headers({ ...headers, 'accept-ranges': 'bytes', etag })
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  if (!(await isThere())) throwProblem(kitProblems['temporarily-unavailable'])

  const isUnchanged = request.headers['if-range'] === undefined || request.headers['if-range'] === etag
  const range = isUnchanged ? readRange(request.headers.range, size) : undefined
  if (range === 'unsatisfiable')
    throwProblem(kitProblems['range-not-satisfiable'], { size }, { headers: { 'content-range': `bytes */${size}` } })
  if (request.method === 'GET') {
    const address = size === 0 ? undefined : await addressOf?.()
    await begin?.(range?.start ?? 0)
    // 307 keeps the Range header of the request in every client.
    if (address !== undefined)
      return reply.removeHeader('etag').header('cache-control', 'no-store').redirect(address, 307)
  }
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  reply.header('content-length', range ? range.end - range.start + 1 : size)
  // For a HEAD an empty stream: Fastify leaves the length unchanged, and nothing is read in vain.
  if (request.method === 'HEAD') return reply.send(Readable.from([]))
  if (size === 0) return reply.send('')
  return sendBody({ request, reply }, (into) => writeRange(range ?? { start: 0, end: size - 1 }, into))
}

/** Directly to the connection, which signals when its memory is free again. */
async function sendBody(
  { request, reply }: Exchange,
  writeRange: (into: Writable) => Promise<void>,
): Promise<FastifyReply> {
  reply.hijack()
  const { raw } = reply
  raw.statusCode = reply.statusCode
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value)
  try {
    await writeRange(raw)
    raw.end()
  } catch (failure) {
    if (!raw.destroyed) request.log.error({ err: failure }, 'a download was interrupted')
    raw.destroy()
  }
  return reply
}
