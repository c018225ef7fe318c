import type { FastifyRequest } from 'fastify'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import type { Database } from '../database.ts'
import { throwProblem } from '../http-problem.ts'
import { contentDisposition } from './file-name.ts'
import { requireDownloadable } from './file-scans.ts'
import type { FileStore } from './file-store.ts'
import { type Exchange, sendBytes } from './send-bytes.ts'

/** A file to send. */
export type SentFile = {
  readonly filename: string
  readonly size: number
  /** SHA-256, hexadecimal; also the ETag. */
  readonly digest: string
  /** Set where a browser may show it: pictures only. */
  readonly inlineAs?: string | undefined
}

/**
 * Sends a stored file as a download that no browser opens as a page: attachment, nosniff, sandbox. A file that waits
 * for its scan, or is quarantined, is rejected.
 */
export async function sendFile(
  call: Exchange,
  { store, db }: { readonly store: FileStore; readonly db: Database },
  file: SentFile,
  options: { begin?: (start: number) => Promise<void> } = {},
): Promise<unknown> {
  const { digest, size, filename: name } = file
  await requireDownloadable(db, [{ digest, name }])
  return sendBytes(
    call,
    {
      etag: `"${digest}"`,
      size,
      headers: headersOf(file),
      isThere: async () => (await store.sizeOf(digest)) === size,
      writeRange: (range, into) => store.writeRange(digest, range, into),
      ...(file.inlineAs === undefined ? { addressOf: () => store.addressOf(digest, addressOptions(file)) } : {}),
    },
    options,
  )
}

/** How long the address of a download in S3 is valid: a download that has begun goes on after it. */
const ADDRESS_SECONDS = 300

function addressOptions({ filename }: SentFile) {
  const disposition = contentDisposition('attachment', filename)
  return { seconds: ADDRESS_SECONDS, disposition, mediaType: 'application/octet-stream' }
}

/** Headers sent with the bytes of a file, so that no browser opens them as a page of ours. */
function headersOf({ filename, inlineAs }: SentFile) {
  return {
    'content-type': inlineAs ?? 'application/octet-stream',
    'content-disposition': contentDisposition(inlineAs ? 'inline' : 'attachment', filename),
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'private, no-cache',
  }
}

const embeddings = 'script style worker sharedworker serviceworker object embed iframe frame font'.split(' ')

/** A browser sends the reason of its request: other sites get nothing, and no page can embed a file, pictures aside. */
export function requireOwnSite({ headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site']
  const destination = String(headers['sec-fetch-dest'] ?? '')
  if (site === 'cross-site' || site === 'same-site' || embeddings.includes(destination))
    throwProblem(kitProblems['csrf-check-failed'])
}
