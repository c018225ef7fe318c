import { type IncomingMessage, request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { Readable } from 'node:stream'
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
 * Gets (or heads) an address that was set in the portal; its body is a stream of any length. At most five redirects are
 * followed; each address is checked as the first, and later ones get no header but the `range`: others can hold a
 * credential. 30 seconds without a byte end it. Throws `OutboundRequestBlocked`, and so does a body that breaks off.
 */
export async function streamOutside(address: string, call: OutboundCall): Promise<StreamedResponse> {
  const { method, privateHosts } = call
  let url = requireOutside(address, privateHosts)
  let { headers } = call
  for (let hops = 0; hops <= MOST_REDIRECTS; hops += 1) {
    const response = await send(url, { method, headers, privateHosts })
    const { location } = response.headers
    if (response.status < 301 || response.status > 308 || location === undefined) return response
    response.body.destroy()
    const next = URL.parse(location, url)
    if (!next) throw new OutboundRequestBlocked('the other side redirects to no address')
    url = requireOutside(next.href, privateHosts)
    headers = Object.fromEntries(Object.entries(headers).filter(([name]) => name === 'range'))
  }
  throw new OutboundRequestBlocked(`the other side redirects more than ${MOST_REDIRECTS} times`)
}

/**
 * Fetches an outside file. Redirects are not followed, and a status other than 200 is a failure; `size` is undefined where
 * the other side does not say it. Throws `OutboundRequestBlocked`, and so does the body when it breaks off.
 */
export async function fetchOutbound(
  url: URL,
  privateHosts: readonly string[],
): Promise<{ body: Readable; size: number | undefined }> {
  const { status, headers, body } = await send(url, { method: 'GET', headers: {}, privateHosts })
  if (status !== 200) {
    body.destroy()
    throw new OutboundRequestBlocked(`the other side responded with status ${status}`)
  }
  const size = Number(headers['content-length'])
  return { body, size: size > 0 ? size : undefined }
}

type OutboundCall = {
  readonly method: 'GET' | 'HEAD'
  readonly headers: Readonly<Record<string, string>>
  readonly privateHosts: readonly string[]
}

/**
 * Sends one request. The name is resolved once, each of its addresses is checked, and the connection goes to a checked
 * one: a public one, unless the operator named the host.
 */
function send(url: URL, { method, privateHosts, ...given }: OutboundCall): Promise<StreamedResponse> {
  return new Promise((resolve, reject) => {
    const headers = { ...given.headers, 'accept-encoding': 'identity' }
    requireShort(url, headers)
    const request = (url.protocol === 'https:' ? overHttps : overHttp)(url, {
      method,
      headers,
      timeout: IDLE_MS,
      ...(isPrivateHost(url, privateHosts) ? {} : { lookup: publicLookup, agent: publicAgent }),
    })
    let streamFailure = new OutboundRequestBlocked('the other side closed the connection before the file was whole')
    request.once('timeout', () => {
      streamFailure = new OutboundRequestBlocked('the other side did not respond in time')
      request.destroy(streamFailure)
    })
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
      resolve({ status, headers, body: wholeBody(response, () => streamFailure) })
    })
    request.end()
  })
}

/** The body of a response; one that breaks off fails with the reason. */
function wholeBody(response: IncomingMessage, why: () => Error): Readable {
  async function* pieces(): AsyncGenerator<Buffer> {
    try {
      for await (const piece of response) yield piece as Buffer
    } catch {
      throw why()
    }
  }
  // Without a listener, a response that breaks off before it is read would end the process.
  response.on('error', () => undefined)
  return pieceByPiece(pieces(), () => response.destroy())
}

/**
 * A body of these pieces. One is read at a time, so that those which arrived before it breaks off are read: a download
 * goes on behind them. `onClose` is called once, when it was read, broke off or is not wanted any more.
 */
export function pieceByPiece(pieces: AsyncIterable<Buffer>, onClose: () => void): Readable {
  const body = Readable.from(pieces, { objectMode: false, highWaterMark: 1 })
  // Its reader gets the failure; without a listener, one that breaks off before it is read would end the process.
  body.on('error', () => undefined)
  return body.once('close', onClose)
}
