import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An outside system whose every request is first checked by another server: a rejected request never reaches it. */
export type JudgedServer = {
  readonly url: string
  readonly host: string
  /** The requests, and the errors found in each. */
  readonly calls: { readonly request: string; readonly wrong: string | null }[]
  close(): Promise<void>
}

/** Headers of responses that mean something to a connector. */
const passedOn = ['link', 'location', 'x-text-size', 'x-more-data']

/** Serves `target` behind `judge`, a server that responds with 2xx to valid requests; a system may have several. */
export async function startJudgedServer({
  judge,
  target,
}: {
  judge: string | ((path: string) => string)
  target: string
}): Promise<JudgedServer> {
  const calls: JudgedServer['calls'] = []
  const server = createServer((request, response) => void respond(request, response))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `http://${host}`,
    host,
    calls,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '/' } = request
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = Buffer.concat(parts)
    const { host: _, connection: __, 'content-length': ___, 'accept-encoding': ____, ...headers } = request.headers
    const same = { method, headers: headers as Record<string, string>, ...(body.length > 0 ? { body } : {}) }
    const verdict = await fetch(new URL(url, typeof judge === 'string' ? judge : judge(url)), same)
    const said = await verdict.text()
    calls.push({ request: `${method} ${url.split('?')[0]}`, wrong: verdict.ok ? null : said })
    const reply = verdict.ok ? await fetch(new URL(url, target), same) : verdict
    const bytes = verdict.ok ? Buffer.from(await reply.arrayBuffer()) : said
    const type = verdict.ok ? reply.headers.get('content-type') : null
    const kept = passedOn.flatMap((name) => {
      const value = reply.headers.get(name)
      return value === null ? [] : [[name, value]]
    })
    response
      .writeHead(reply.status, { 'content-type': type ?? 'application/json', ...Object.fromEntries(kept) })
      .end(bytes)
  }
}
