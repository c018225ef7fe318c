import type { AnyEndpoint } from '#kit/contract/endpoint.ts'
import { ApiError, toApiError } from './api-error.ts'
import { requestHeaders } from './request-headers.ts'
import { requestUrl } from './request-url.ts'
import { sessionLost } from './session-lost.ts'
import { asksTracker, trackerResponded, trackerUnstable } from './tracker-state.ts'

type Types<E extends AnyEndpoint> = E extends { readonly types?: infer T } ? NonNullable<T> : never
type Part<E extends AnyEndpoint, Name extends string> =
  Types<E> extends { readonly [N in Name]: infer P } ? P : undefined

/** The reply of the endpoint. */
export type Reply<E extends AnyEndpoint> = Part<E, 'reply'>

/** The input of the endpoint: the parts that it declares, and no others. */
export type Input<E extends AnyEndpoint> = (Part<E, 'params'> extends undefined
  ? unknown
  : { params: Part<E, 'params'> }) &
  (Part<E, 'query'> extends undefined ? unknown : { query?: Partial<Part<E, 'query'>> }) &
  (Part<E, 'body'> extends undefined ? unknown : { body: Part<E, 'body'> })

/** Options of a call, beside its input. */
export type CallOptions = {
  signal?: AbortSignal | undefined
  /** The version that was read; a lost race is then rejected with 412. */
  version?: string | number | undefined
  /** Milliseconds until the call is aborted; 30 000 unless given. */
  timeout?: number | undefined
  /** True for a call whose 401 is a result, not the end of the session. */
  quiet?: boolean | undefined
}

type AnyInput = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

/**
 * Calls an endpoint by its declaration. Throws an `ApiError` for every response but success; a 401 also ends the
 * session on the page.
 */
export async function call<E extends AnyEndpoint>(
  endpoint: E,
  input: Input<E>,
  options: CallOptions = {},
): Promise<Reply<E>> {
  const { response, body: text } = await send(endpoint, input as AnyInput, options, (response) => response.text())
  if (!response.ok) {
    const problem = rejectionOf(response, text, options)
    if (response.status === 408 && asksTracker(endpoint.url)) trackerUnstable(endpoint.name)
    throw problem
  }
  trackerResponded(endpoint.name)
  return (text === '' ? undefined : JSON.parse(text)) as Reply<E>
}

/** Fetches a list as CSV (`Accept: text/csv`), all of its filtered rows. */
export async function callCsv<E extends AnyEndpoint>(
  endpoint: E,
  input: Input<E>,
  options: CallOptions = {},
): Promise<Blob> {
  const { response, body } = await send(endpoint, input as AnyInput, options, (response) => response.blob(), 'text/csv')
  if (!response.ok) throw rejectionOf(response, await body.text(), options)
  return body
}

/** Fetches a text that is not JSON (Markdown, for example). */
export async function callText<E extends AnyEndpoint>(
  endpoint: E,
  input: Input<E>,
  options: CallOptions = {},
): Promise<string> {
  const { response, body } = await send(endpoint, input as AnyInput, options, (response) => response.text())
  if (!response.ok) throw rejectionOf(response, body, options)
  return body
}

/** Sends a call and reads its response: a line that breaks while the body arrives is a lost connection too. */
async function send<Body>(
  endpoint: AnyEndpoint,
  input: AnyInput,
  options: CallOptions,
  read: (response: Response) => Promise<Body>,
  accept?: string,
): Promise<{ readonly response: Response; readonly body: Body }> {
  const headers = requestHeaders(endpoint.method, { version: options.version, accept })
  const body =
    input.body instanceof FormData ? input.body : input.body === undefined ? null : JSON.stringify(input.body)
  if (typeof body === 'string') headers.set('content-type', 'application/json')
  const limit = AbortSignal.timeout(options.timeout ?? 30_000)
  try {
    const response = await fetch(requestUrl(endpoint.url, input.params, input.query), {
      method: endpoint.method,
      headers,
      body,
      signal: options.signal ? AbortSignal.any([options.signal, limit]) : limit,
    })
    return { response, body: await read(response) }
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw new ApiError({ code: limit.aborted ? 'timeout' : 'no-connection', status: 0 })
  }
}

function rejectionOf(response: Response, text: string, options: CallOptions): ApiError {
  if (response.status === 401 && !options.quiet) sessionLost()
  return toApiError(response.status, text, response.headers.get('x-request-id') ?? undefined)
}
