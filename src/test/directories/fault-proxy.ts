import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/**
 * The fault of one request: none, a request to wait, out of order, no response at all, cut before or after it was
 * carried out, nonsense; the first half of the response and then a cut or silence; other bytes of the same form.
 */
export type Fault =
  | 'none'
  | 'busy'
  | 'failing'
  | 'stall'
  | 'cut'
  | 'cut-after'
  | 'garbled'
  | 'cut-halfway'
  | 'stall-halfway'
  | 'altered'

/** A proxy between the portal and an outside system; forwards requests except those that have a fault waiting. */
export type FaultProxy = {
  readonly url: string
  readonly host: string
  /** The faults of the next requests, in order; later requests succeed. */
  readonly faults: Fault[]
  /** The addresses that the faults apply to: other automatic requests meanwhile are forwarded. All by default. */
  meant: RegExp
  /** The number of requests. */
  readonly count: () => number
  /** The addresses and ranges of the requests that named a range. */
  readonly ranges: { readonly url: string; readonly range: string }[]
  close(): Promise<void>
}

/** Starts the proxy in front of an address of this machine. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const faults: Fault[] = []
  let count = 0
  const server = createServer((request, response) => {
    count += 1
    const { url = '', headers } = request
    if (headers.range) proxy.ranges.push({ url, range: headers.range })
    meet(proxy.meant.test(request.url ?? '') ? faults.shift() : undefined, request, response)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const proxy: FaultProxy = {
    url: `http://${host}`,
    host,
    faults,
    meant: /^/,
    count: () => count,
    ranges: [],
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
  return proxy

  function meet(fault: Fault | undefined, request: IncomingMessage, response: ServerResponse): void {
    const json = { 'content-type': 'application/json' }
    if (fault === 'busy') response.writeHead(429, { ...json, 'retry-after': '1' }).end('{"errorCode":"E0000047"}')
    else if (fault === 'failing') response.writeHead(503, json).end('{}')
    else if (fault === 'garbled') response.writeHead(200, json).end('{"id": "00u')
    else if (fault === 'cut') request.socket.destroy()
    else if (fault !== 'stall') forward(request, response, fault)
  }

  function forward(request: IncomingMessage, response: ServerResponse, fault: Fault | undefined): void {
    const { method, headers } = request
    const passed = send(new URL(request.url ?? '/', target), { method, headers }, (reply) => {
      if (fault === 'cut-after') request.socket.destroy()
      else if (fault === 'altered' || fault?.endsWith('-halfway')) void spoil(reply, response, fault)
      else reply.pipe(response.writeHead(reply.statusCode ?? 502, reply.headers))
    })
    passed.on('error', () => request.socket.destroy())
    request.pipe(passed)
  }
}

/** Sends a part of a response, or another one. */
async function spoil(reply: IncomingMessage, response: ServerResponse, fault: Fault | undefined): Promise<void> {
  const body = await buffer(reply)
  const altered = body[0] === 0x7b ? Buffer.concat([body, Buffer.from(' ')]) : Buffer.from(body).fill(0, 0, 1)
  const sent = fault === 'altered' ? altered : body
  response.writeHead(reply.statusCode ?? 502, { ...reply.headers, 'content-length': sent.length })
  if (fault === 'altered') response.end(sent)
  else response.write(sent.subarray(0, sent.length / 2), () => fault === 'cut-halfway' && response.destroy())
}
