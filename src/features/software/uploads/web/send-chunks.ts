import { ApiError, toApiError } from '#kit/web/data/api-error.ts'
import { requestHeaders } from '#kit/web/data/request-headers.ts'
import { sessionLost } from '#kit/web/data/session-lost.ts'

/** Each has its own checksum, so a lost connection costs at most one of them. */
const CHUNK = 8 * 1_048_576
/** Milliseconds until a broken connection is retried: sooner at first, then as the last one. */
const PAUSES = [500, 1_000, 2_000, 4_000, 8_000, 15_000]
/** A server from which nothing was received for so long is given up: milliseconds. */
export const GIVE_UP_MS = 3_600_000

/**
 * Sends the bytes of a file from its upload's offset to the end (tus 1.0: PATCH, with HEAD after every break).
 * `onProgress` gets the number of bytes in transit or received. Aborting the signal rejects with its reason.
 */
export async function sendChunks(
  url: string,
  file: File,
  onProgress: (bytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  let failures = 0
  let receivedAt = performance.now()
  for (let offset = await standingOffset(url, signal); offset < file.size; ) {
    try {
      const chunk = file.slice(offset, offset + CHUNK)
      await sendChunk(url, chunk, offset, (sentBytes) => onProgress(offset + sentBytes), signal)
      offset += chunk.size
      failures = 0
      receivedAt = performance.now()
    } catch (error) {
      // The last bytes arrived, and the connection broke before the response: what became of the file is read next.
      if (error instanceof ApiError && error.code === 'upload-finished') return
      if (!mayTryAgain(error) || performance.now() - receivedAt > GIVE_UP_MS) throw error
      await pause(PAUSES[Math.min(failures, PAUSES.length - 1)]!, signal)
      failures += 1
      offset = await standingOffset(url, signal).catch((again) => {
        if (mayTryAgain(again)) return offset
        throw again
      })
    }
    onProgress(offset)
  }
}

/** A broken connection, a restarting server, another writer with the lease, bytes damaged in transit. */
export function mayTryAgain(error: unknown): boolean {
  return error instanceof ApiError && [0, 408, 409, 423, 429, 460, 502, 503, 504].includes(error.status)
}

async function standingOffset(url: string, signal: AbortSignal): Promise<number> {
  const response = await fetch(url, { method: 'HEAD', headers: requestHeaders('GET'), signal }).catch((error) => {
    if (signal.aborted) throw signal.reason
    throw error instanceof ApiError ? error : new ApiError({ code: 'no-connection', status: 0 })
  })
  if (response.status === 401) sessionLost()
  if (!response.ok) throw toApiError(response.status, '', undefined)
  return Number(response.headers.get('upload-offset'))
}

async function sendChunk(
  url: string,
  chunk: Blob,
  offset: number,
  onProgress: (sentBytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const checksum = await checksumOf(chunk)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => {
      request.abort()
      reject(signal.reason)
    }
    if (signal.aborted) return reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    request.open('PATCH', url)
    for (const [name, value] of requestHeaders('PATCH')) request.setRequestHeader(name, value)
    request.setRequestHeader('tus-resumable', '1.0.0')
    request.setRequestHeader('content-type', 'application/offset+octet-stream')
    request.setRequestHeader('upload-offset', String(offset))
    if (checksum) request.setRequestHeader('upload-checksum', checksum)
    request.upload.onprogress = ({ loaded }) => onProgress(loaded)
    request.onloadend = () => signal.removeEventListener('abort', abort)
    request.onload = () => {
      if (request.status === 401) sessionLost()
      if (request.status === 204) resolve()
      else
        reject(toApiError(request.status, request.responseText, request.getResponseHeader('x-request-id') ?? undefined))
    }
    request.onerror = () => reject(new ApiError({ code: 'no-connection', status: 0 }))
    request.send(chunk)
  })
}

/** Browsers digest only on https and on this machine; elsewhere the digest of the whole file is used. */
async function checksumOf(chunk: Blob): Promise<string | undefined> {
  if (!globalThis.isSecureContext) return undefined
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await chunk.arrayBuffer()))
  return `sha256 ${btoa(String.fromCharCode(...digest))}`
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
