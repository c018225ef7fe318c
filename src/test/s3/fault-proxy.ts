import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** What happens to a call: it passes, is answered in place of S3, or what S3 sends is changed. */
export type S3Fault =
  | 'pass'
  | 'cut'
  | 'hang'
  /** Answered with 200 as if it had been stored. */
  | 'swallow'
  | { readonly status: number; readonly code: string }
  | { readonly change: (bytes: Buffer) => Buffer }
  /** The connection ends after this number of bytes of the body. */
  | { readonly cutAfter: number }

/** A proxy before an S3 server that keeps the Host header, which is signed. */
export type FaultProxy = {
  readonly origin: string
  /** Decides on each call. */
  fault: (call: { method: string; url: string }) => S3Fault
  readonly calls: string[]
  stop(): Promise<void>
}

export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const server = createServer((incoming, outgoing) => {
    void handle(incoming, outgoing).catch(() => outgoing.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const proxy: FaultProxy = {
    origin: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    fault: () => 'pass',
    calls: [],
    async stop() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = incoming
    const body = await buffer(incoming)
    proxy.calls.push(`${method} ${url}`)
    const fault = proxy.fault({ method, url })
    if (fault === 'hang') return
    if (fault === 'cut') return void outgoing.destroy()
    if (fault === 'swallow') return void outgoing.writeHead(200, { etag: '"00000000000000000000000000000000"' }).end()
    if (typeof fault === 'object' && 'status' in fault)
      return void outgoing.writeHead(fault.status).end(`<Error><Code>${fault.code}</Code></Error>`)
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request(`${target}${url}`, { method, headers }, resolve).once('error', reject).end(body)
    })
    outgoing.writeHead(response.statusCode ?? 502, response.headers)
    if (fault === 'pass') return void response.pipe(outgoing)
    const bytes = await buffer(response)
    if ('change' in fault) return void outgoing.end(fault.change(bytes))
    outgoing.write(bytes.subarray(0, fault.cutAfter), () => outgoing.destroy())
  }
  return proxy
}
