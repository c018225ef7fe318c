import { ApiError, toApiError } from './api-error.ts'
import { requestHeaders } from './request-headers.ts'
import { sessionLost } from './session-lost.ts'

/**
 * Sends a form with files, or one file as it is, by POST by default, and reports its progress from 0 to 1 (`fetch`
 * cannot). Returns the reply's JSON, throws an `ApiError`; aborting the signal rejects with the signal's reason.
 */
export function upload<R>(
  url: string,
  body: FormData | Blob,
  onProgress: (share: number) => void,
  signal?: AbortSignal,
  method: 'POST' | 'PUT' = 'POST',
): Promise<R> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    for (const [name, value] of requestHeaders(method)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => {
      if (request.status === 401) sessionLost()
      if (request.status >= 200 && request.status < 300) resolve(JSON.parse(request.responseText || 'null') as R)
      else
        reject(toApiError(request.status, request.responseText, request.getResponseHeader('x-request-id') ?? undefined))
    }
    request.onerror = () => reject(new ApiError({ code: 'no-connection', status: 0 }))
    signal?.addEventListener('abort', () => {
      request.abort()
      reject(signal.reason)
    })
    request.send(body)
  })
}
