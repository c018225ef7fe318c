import { type IncomingMessage, request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { PassThrough, type Readable } from 'node:stream'
import { isPrivateHost, OutboundRequestBlocked, publicAgent, publicLookup, requireShort } from './outbound.ts'
import { requireOutside } from './outbound-fetch.ts'

/** The response to a streamed request; its body has to be read or destroyed. */
export type StreamedResponse = {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: Readable
}

const IDLE_MS = 30_000
const MOST_REDIRECTS = 5

/**
 * Gets (or heads) an address that was set in the portal and returns its body as a stream of any length. At most five redirects are
 * followed; each address is checked as the first, and only the first gets the `authorization`. 30 seconds without a byte
 * end it. Throws `OutboundRequestBlocked`, and so does a body that breaks off.
 */
export async function streamOutside(
  address: string,
  given: {
    readonly method: 'GET' | 'HEAD'
    readonly headers: Readonly<Record<string, string>>
    readonly privateHosts: readonly string[]
  },
): Promise<StreamedResponse> {
  const { method, privateHosts } = given
  let url = requireOutside(address, privateHosts)
  let { headers } = given
  for (let hops = 0; hops <= MOST_REDIRECTS; hops += 1) {
    const response = await send(url, { method, headers, privateHosts })
    const { location } = response.headers
    if (response.status < 301 || response.status > 308 || location === undefined) return response
    response.body.destroy()
    const next = URL.parse(location, url)
    if (!next) throw new OutboundRequestBlocked('the other side redirects to no address')
    url = requireOutside(next.href, privateHosts)
    headers = Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'authorization'))
  }
  throw new OutboundRequestBlocked(`the other side redirects more than ${MOST_REDIRECTS} times`)
}

function send(
  url: URL,
  given: {
    readonly method: string
    readonly headers: Readonly<Record<string, string>>
    readonly privateHosts: readonly string[]
  },
): Promise<StreamedResponse> {
  const { method, privateHosts } = given
  return new Promise((resolve, reject) => {
    const headers = { ...given.headers, 'accept-encoding': 'identity' }
    requireShort(url, headers)
    const request = (url.protocol === 'https:' ? overHttps : overHttp)(url, {
      method,
      headers,
      timeout: IDLE_MS,
      ...(isPrivateHost(url, privateHosts) ? {} : { lookup: publicLookup, agent: publicAgent }),
    })
    request.once('timeout', () => request.destroy(new OutboundRequestBlocked('the other side did not respond in time')))
    request.on('error', (failure: Error & { code?: string }) => {
      const why = failure.code ? `: ${failure.code}` : ''
      reject(
        failure instanceof OutboundRequestBlocked
          ? failure
          : new OutboundRequestBlocked(`the other side cannot be reached${why}`, { cause: failure }),
      )
    })
    request.once('response', (response) => {
      const { statusCode: status = 502, headers } = response
      resolve({ status, headers, body: wholeBody(response) })
    })
    request.end()
  })
}

/** The body of a response; one that breaks off fails, even when it was not read yet. */
function wholeBody(response: IncomingMessage): Readable {
  const body = new PassThrough()
  body.on('error', () => undefined)
  body.once('close', () => response.destroy())
  response.once('error', () => body.destroy(new OutboundRequestBlocked('the other side closed the connection')))
  return response.pipe(body)
}
