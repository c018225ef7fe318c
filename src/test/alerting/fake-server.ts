import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request to a fake. */
export type FakeRequest = {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly login: string | undefined
  readonly body: Record<string, unknown>
}
/** An alerting system in memory. */
export type AlertingFake = {
  readonly url: string
  /** Its alerts, in the order in which they were created. */
  alerts(): { alias: string; state: string; occurrences: number; urgent: boolean; message: string }[]
  /** The login that it accepts. */
  login: string
  mode: 'works' | 'down'
  close(): Promise<void>
}

/** Starts a fake on a free port. */
export async function startFake(
  login: string,
  { alerts, respond }: Pick<AlertingFake, 'alerts'> & { respond(request: FakeRequest): readonly [number, object] },
): Promise<AlertingFake> {
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://fake')
    const { method = '', headers } = request
    const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>
    const given = { method, path: pathname, query: searchParams, login: headers.authorization, body }
    const [status, reply] =
      fake.mode === 'down'
        ? [503, {}]
        : given.login === fake.login
          ? respond(given)
          : [401, { message: 'Could not authenticate', requestId: 'r', took: 0 }]
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const fake: AlertingFake = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    alerts,
    login,
    mode: 'works',
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
  return fake
}
