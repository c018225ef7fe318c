import type { Method } from '#kit/contract/endpoint.ts'
import { newRequestId } from './own-requests.ts'

/**
 * The headers of a call: on a change the CSRF token of the cookie `XSRF-TOKEN` (perhaps with a prefix) and a request
 * id, on a POST an idempotency key, with a version `If-Match`, and Basic when an API token was stored by the API
 * reference.
 */
export function requestHeaders(
  method: Method,
  options: { version?: string | number | undefined; accept?: string | undefined } = {},
): Headers {
  const headers = new Headers({ accept: options.accept ?? 'application/json' })
  if (method !== 'GET') {
    headers.set('x-request-id', newRequestId())
    const token = cookie('__Host-XSRF-TOKEN') ?? cookie('XSRF-TOKEN')
    if (token) headers.set('x-xsrf-token', token)
  }
  if (method === 'POST') headers.set('idempotency-key', crypto.randomUUID())
  if (options.version !== undefined) headers.set('if-match', `"${options.version}"`)
  const basic = sessionStorage.getItem('basic_auth')
  if (basic) headers.set('authorization', `Basic ${basic}`)
  return headers
}

function cookie(name: string): string | undefined {
  const cookieText = document.cookie.split('; ').find((entry) => entry.startsWith(`${name}=`))
  return cookieText && decodeURIComponent(cookieText.slice(name.length + 1))
}
