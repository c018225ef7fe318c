import { type ClientRequest, request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import {
  isPrivateHost,
  namesPrivateAddress,
  OutboundRequestBlocked,
  publicAgent,
  publicLookup,
  requireShort,
} from './outbound.ts'

const LARGEST = 1024 * 1024
const TIMEOUT_MS = 10_000
const CONNECT_MS = 3_000

/** The options of a call, as for `fetch`; redirects are never followed. */
export type OutboundInit = {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>> | Headers
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
}

/**
 * The operator's own hosts (PRIVATE_HOSTS); `anywhere` for a complete address that the operator set in the environment.
 */
export type PrivateHosts = readonly string[] | 'anywhere'

/**
 * Reads the address of an outside system that was set in the portal: https and public, or one of the operator's own
 * hosts.
 */
export function requireOutside(address: string, privateHosts: PrivateHosts): URL {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol)) throw new OutboundRequestBlocked('the URL must start with https://')
  if (url.username || url.password) throw new OutboundRequestBlocked('the address must have no credentials')
  if (isOwn(url, privateHosts)) return url
  if (url.protocol !== 'https:') throw new OutboundRequestBlocked('the URL must start with https://')
  if (namesPrivateAddress(url))
    throw new OutboundRequestBlocked(`${url.host} is not a public address, nor named in PRIVATE_HOSTS`)
  return url
}

/**
 * `fetch` for addresses that were set in the portal. The name is resolved once and the connection goes to a checked
 * address: a public one, unless the operator named the host. By default at most 1 MB and 10 seconds, 3 of them for the
 * connection; throws `OutboundRequestBlocked`, with a cause when the request may have reached the other side.
 */
export function outboundFetch(
  privateHosts: PrivateHosts,
  { timeoutMs = TIMEOUT_MS, largest = LARGEST }: { timeoutMs?: number; largest?: number } = {},
) {
  return async function fetchOutside(address: string, init: OutboundInit = {}): Promise<Response> {
    const url = requireOutside(address, privateHosts)
    const form = init.body instanceof URLSearchParams ? { 'content-type': 'application/x-www-form-urlencoded' } : {}
    const headers = { ...Object.fromEntries(new Headers(init.headers)), ...form, 'accept-encoding': 'identity' }
    requireShort(url, headers)
    const request = (url.protocol === 'https:' ? overHttps : overHttp)(url, {
      method: init.method ?? 'GET',
      headers,
      signal: AbortSignal.timeout(timeoutMs),
      ...(isOwn(url, privateHosts) ? {} : { lookup: publicLookup, agent: publicAgent }),
    })
    if (init.signal) endWith(init.signal, request)
    cutUnlessConnected(request)
    return responseTo(request, { body: init.body, largest })
  }
}

function isOwn(url: URL, privateHosts: PrivateHosts): boolean {
  return privateHosts === 'anywhere' || isPrivateHost(url, privateHosts)
}

/** Not `AbortSignal.any` with the time limit: in Node 20 the limit is lost at the next garbage collection. */
function endWith(signal: AbortSignal, request: ClientRequest): void {
  const end = () => request.destroy(new Error('it was cancelled', { cause: signal.reason }))
  if (signal.aborted) end()
  signal.addEventListener('abort', end, { once: true })
  request.once('close', () => signal.removeEventListener('abort', end))
}

function cutUnlessConnected(request: ClientRequest): void {
  request.once('socket', (socket) => {
    if (!socket.connecting) return
    const slow = new DOMException('no connection', 'TimeoutError')
    const timer = setTimeout(() => request.destroy(slow), CONNECT_MS)
    for (const event of ['connect', 'close']) socket.once(event, () => clearTimeout(timer))
  })
}

function responseTo(request: ClientRequest, { body, largest }: { body: unknown; largest: number }): Promise<Response> {
  return new Promise((resolve, reject) => {
    const fail = (failure: Error) => reject(failure instanceof OutboundRequestBlocked ? failure : unreachable(failure))
    request.once('error', fail)
    request.once('response', (response) => {
      const parts: Buffer[] = []
      let size = 0
      response.on('data', (part: Buffer) => {
        size += part.length
        if (size > largest) request.destroy(new OutboundRequestBlocked('the other side sent too much'))
        else parts.push(part)
      })
      response.once('error', fail)
      response.once('end', () => {
        const status = response.statusCode ?? 502
        const headers = Object.entries(response.headers).flatMap(([name, value]) =>
          [value ?? []].flat().map((one): [string, string] => [name, one]),
        )
        resolve(new Response([204, 205, 304].includes(status) ? null : Buffer.concat(parts), { status, headers }))
      })
    })
    request.end(body == null ? undefined : body instanceof Uint8Array ? body : String(body))
  })
}

function unreachable(failure: Error & { code?: string }): OutboundRequestBlocked {
  // The reason of a signal is the cause of the error that Node creates from it.
  const cause = failure.cause instanceof Error ? failure.cause : failure
  const why = cause.name === 'TimeoutError' ? 'it did not respond in time' : (failure.code ?? 'the connection broke')
  return new OutboundRequestBlocked(`the other side cannot be reached: ${why}`, { cause })
}
