import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A proxy before a registry that records the requests, rejects some, and holds some in the middle for good. */
export type HeldRegistry = {
  readonly url: string
  readonly host: string
  /** `GET /v2/…`, with the query, of all requests in order; with the range of one that named it. */
  readonly requests: { readonly what: string; readonly range: string | undefined }[]
  /**
   * Each holds one request, by its `GET /v2/…`: a read gets the first half of its response, a write does not reach the
   * registry.
   */
  readonly holds: ((what: string) => boolean)[]
  /** Each rejects one request with status 400 or 503, which does not reach the registry. */
  readonly failures: { readonly of: RegExp; readonly status: 400 | 503 }[]
  /** How many are held at the moment. */
  readonly held: () => number
  close(): Promise<void>
}

function fail(request: IncomingMessage, response: ServerResponse, status: 400 | 503): void {
  request.resume()
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end('{"errors":[{"code":"UNKNOWN","message":"the disk is full"}]}')
}

/** Starts the proxy before the registry at this address, which may start later. */
export async function startHeldRegistry(registry: string): Promise<HeldRegistry> {
  const requests: HeldRegistry['requests'] = []
  const holds: HeldRegistry['holds'] = []
  const failures: HeldRegistry['failures'] = []
  const held = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request
    const what = `${method} ${url}`
    requests.push({ what, range: headers.range })
    const failure = failures.findIndex(({ of }) => of.test(what))
    if (failure >= 0) return fail(request, response, failures.splice(failure, 1)[0]!.status)
    const hold = holds.findIndex((one) => one(what))
    if (hold < 0) return pass(request, response)
    holds.splice(hold, 1)
    held.add(response)
    response.once('close', () => held.delete(response))
    if (method === 'GET') pass(request, response, { half: true })
    else request.resume()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `http://${host}`,
    host,
    requests,
    holds,
    failures,
    held: () => held.size,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }

  function pass(request: IncomingMessage, response: ServerResponse, { half = false } = {}): void {
    const { method, url = '/', headers } = request
    const passed = send(new URL(url, registry), { method, headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers)
      if (half) void buffer(reply).then((body) => response.write(body.subarray(0, body.length / 2)))
      else reply.pipe(response)
    })
    passed.on('error', () => request.socket.destroy())
    request.pipe(passed)
  }
}
