import type { FastifyRequest } from 'fastify'
import { kindOn, readableCase } from '#features/cases/server/index.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { recordEvent } from '#kit/server/events/event.ts'
import { readRange } from '#kit/server/files/byte-range.ts'
import { contentDisposition } from '#kit/server/files/file-name.ts'
import type { FileStore } from '#kit/server/files/file-store.ts'
import type { Portal } from '#kit/server/portal.ts'
import { refuse } from '#kit/server/refusal.ts'
import { type Call, doerOf } from '#kit/server/serve/call.ts'
import { attachmentDownloaded, attachmentProblems, type downloadAttachment } from '../contract.ts'
import { findAttachment, type StoredAttachment } from './attachment-store.ts'

/**
 * Sends a file as a download that no browser opens as a page: attachment, nosniff, sandbox. Pictures alone may be shown
 * (`inline=true`). A download from its beginning is recorded.
 */
export async function download(
  portal: Portal,
  store: FileStore,
  call: Call<typeof downloadAttachment>,
): Promise<unknown> {
  const { request, reply, session, query } = call
  requireOwnSite(request)
  const stored = await readableCase(portal.db, session, query.issueKey)
  const file = await findAttachment(portal.db, stored.id, query.attachmentId)
  if (!file) refuse(attachmentProblems['attachment-not-found'])
  const inline = query.inline === true && file.isPicture
  const etag = `"${file.digest}"`
  reply.headers(headersOf(file, inline, etag))
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()

  const unchanged = request.headers['if-range'] === undefined || request.headers['if-range'] === etag
  const range = unchanged ? readRange(request.headers.range, file.size) : undefined
  if (range === 'unsatisfiable')
    refuse(
      attachmentProblems['range-not-satisfiable'],
      { size: file.size },
      { headers: { 'content-range': `bytes */${file.size}` } },
    )
  if (!inline && request.method === 'GET' && (range?.start ?? 0) === 0) {
    const data = { caseId: stored.id, attachmentId: file.id, filename: file.filename }
    const fact = { account: stored.accountId, subject: stored.key, data }
    await recordEvent(portal.db, kindOn(stored, attachmentDownloaded), doerOf(request), fact)
  }
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
  reply.header('content-length', range ? range.end - range.start + 1 : file.size)
  return reply.send(file.size === 0 ? '' : store.read(file.digest, range))
}

/** What goes with the bytes of a file, so that no browser opens them as a page of ours. */
export function headersOf(
  { filename, mediaType }: Pick<StoredAttachment, 'filename' | 'mediaType'>,
  inline: boolean,
  etag: string,
) {
  return {
    'content-type': inline ? mediaType : 'application/octet-stream',
    'content-disposition': contentDisposition(inline ? 'inline' : 'attachment', filename),
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'private, no-cache',
    'accept-ranges': 'bytes',
    etag,
  }
}

const embeddings = [
  'script',
  'style',
  'worker',
  'sharedworker',
  'serviceworker',
  'object',
  'embed',
  'iframe',
  'frame',
  'font',
]

/** A browser tells why it asks: other sites get nothing, and nobody a file as part of a page, pictures aside. */
export function requireOwnSite({ headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site']
  const destination = String(headers['sec-fetch-dest'] ?? '')
  if (site === 'cross-site' || site === 'same-site' || embeddings.includes(destination))
    refuse(kitProblems['request-forged'])
}
