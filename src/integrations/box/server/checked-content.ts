import type { Readable } from 'node:stream'
import type { SharedFile } from '#features/software/uploads/server/index.ts'
import type { StreamedResponse } from '#kit/server/outbound-stream.ts'
import { IntegrationError, type VendorFault } from '#kit/server/vendor/vendor-error.ts'

/** Seconds to wait when Box does not say how long. */
const DEFAULT_WAIT = 5

/** The bytes of a response that has what was requested of the file; any other is a failure that says why. */
export function checkedContent(
  name: string,
  { status, headers, body }: StreamedResponse,
  { file, offset }: { readonly file: SharedFile; readonly offset: number },
): { readonly body: Readable; readonly offset: number } {
  const [, begin, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers['content-range'] ?? '') ?? []
  const start = status === 206 ? Number(begin) : 0
  const size = status === 206 ? Number(total) : Number(headers['content-length'] ?? file.size)
  const isPage = /^text\/html\b/.test(headers['content-type'] ?? '') && !/\.html?$/i.test(file.name)
  if (status === 202 || status === 429) {
    const seconds = Number(headers['retry-after'] ?? DEFAULT_WAIT)
    const text = status === 429 ? 'is asked too often just now' : 'prepares the file'
    return fail(`${text}.`, 'busy', (Number.isNaN(seconds) ? DEFAULT_WAIT : seconds) * 1000)
  }
  if (status === 404 || status === 410) return fail(`does not have ${file.name} any more.`, 'missing')
  if (status === 403) return fail(`does not let the portal download ${file.name}.`, 'rejected')
  if (status !== 200 && status !== 206) return fail(`does not send ${file.name} (status ${status}).`, 'failing')
  if (isPage) return fail(`sent a web page in place of ${file.name}.`, 'garbled')
  if (status === 206 && start !== offset) return fail(`sent another part of ${file.name} than requested.`, 'garbled')
  if (size !== file.size) return fail(`sends ${size} bytes for ${file.name} instead of ${file.size}.`, 'garbled')
  return { body, offset: start }

  function fail(text: string, fault: VendorFault, waitMs?: number): never {
    body.destroy()
    throw new IntegrationError(`${name} ${text}`, { fault, status, waitMs })
  }
}
