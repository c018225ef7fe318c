import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import type { Problem } from '#kit/contract/problem.ts'
import { refuse } from '../refusal.ts'
import { readRange } from './byte-range.ts'
import { contentDisposition } from './file-name.ts'
import type { FileStore } from './file-store.ts'

/** A file as it is sent. */
export type SentFile = {
  readonly filename: string
  readonly size: number
  /** SHA-256, hexadecimal; also the ETag. */
  readonly digest: string
  /** Set where a browser may show it: pictures alone. */
  readonly inlineAs?: string | undefined
}

/**
 * Sends a kept file as a download that no browser opens as a page: attachment, nosniff, sandbox. Range, If-Range and
 * ETag as in RFC 9110. `begin` is told of a GET that sends bytes, and of where they start, before the first one goes.
 */
export async function sendFile(
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  store: FileStore,
  file: SentFile,
  { beyond, begin }: { beyond: Problem; begin?: (start: number) => Promise<void> },
): Promise<unknown> {
  const etag = `"${file.digest}"`
  reply.headers(headersOf(file, etag))
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  if ((await store.sizeOf(file.digest)) !== file.size) refuse(kitProblems['temporarily-unavailable'])

  const unchanged = request.headers['if-range'] === undefined || request.headers['if-range'] === etag
  const range = unchanged ? readRange(request.headers.range, file.size) : undefined
  if (range === 'unsatisfiable')
    refuse(beyond, { size: file.size }, { headers: { 'content-range': `bytes */${file.size}` } })
  if (request.method === 'GET') await begin?.(range?.start ?? 0)
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
  reply.header('content-length', range ? range.end - range.start + 1 : file.size)
  // For a HEAD an empty stream: Fastify leaves the length alone, and nothing is read in vain.
  if (request.method === 'HEAD') return reply.send(Readable.from([]))
  return reply.send(file.size === 0 ? '' : store.read(file.digest, range))
}

/** What goes with the bytes of a file, so that no browser opens them as a page of ours. */
function headersOf({ filename, inlineAs }: SentFile, etag: string) {
  return {
    'content-type': inlineAs ?? 'application/octet-stream',
    'content-disposition': contentDisposition(inlineAs ? 'inline' : 'attachment', filename),
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'private, no-cache',
    'accept-ranges': 'bytes',
    etag,
  }
}

const embeddings = 'script style worker sharedworker serviceworker object embed iframe frame font'.split(' ')

/** A browser tells why it asks: other sites get nothing, and nobody a file as part of a page, pictures aside. */
export function requireOwnSite({ headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site']
  const destination = String(headers['sec-fetch-dest'] ?? '')
  if (site === 'cross-site' || site === 'same-site' || embeddings.includes(destination))
    refuse(kitProblems['request-forged'])
}
