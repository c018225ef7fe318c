import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The outside system around a registry: its other addresses, and who may call `/v2/`. */
export type Guard = {
  /** The only value of `authorization` that is accepted; null while none was issued. */
  accepted(): string | null
  /** Answers a call to any other address; the body is JSON. */
  answer(call: Call): Answer | Promise<Answer>
}
export type Call = {
  readonly method: string
  readonly url: URL
  readonly headers: IncomingMessage['headers']
  readonly body: string
}
export type Answer = { readonly status: number; readonly type?: string; readonly body: unknown }

export type GuardedRegistry = { readonly url: string; readonly host: string; close(): Promise<void> }

/** Serves a registry behind a sign-in, and the API of the system that it belongs to at the same host. */
export async function guardRegistry(registry: string, guard: Guard): Promise<GuardedRegistry> {
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/v2/')) forward(request, response)
    else void answer(request, response)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `http://${host}`,
    host,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }

  function forward(request: IncomingMessage, response: ServerResponse): void {
    const { authorization, ...headers } = request.headers
    if (authorization === undefined || authorization !== guard.accepted()) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="registry"', 'content-type': 'application/json' })
      response.end('{"errors":[{"code":"UNAUTHORIZED","message":"sign in"}]}')
      return
    }
    const passed = send(new URL(request.url ?? '/', registry), { method: request.method ?? 'GET', headers }, (reply) =>
      reply.pipe(response.writeHead(reply.statusCode ?? 502, reply.headers)),
    )
    passed.on('error', () => request.socket.destroy())
    request.pipe(passed)
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = ''
    for await (const chunk of request) body += chunk
    const { method = '', headers } = request
    const url = new URL(request.url ?? '/', `http://${host}`)
    const { status, type = 'application/json', body: reply } = await guard.answer({ method, url, headers, body })
    response.writeHead(status, { 'content-type': type }).end(JSON.stringify(reply))
  }
}

/** The names of all repositories of a registry without a sign-in. */
export async function catalogOf(registry: string): Promise<readonly string[]> {
  const response = await fetch(`${registry}/v2/_catalog?n=1000`)
  return ((await response.json()) as { repositories: string[] }).repositories
}
