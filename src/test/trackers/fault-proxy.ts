import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SeededRandom } from '#kit/server/load/seeded.ts'

const HANG_MS = 1_500

/** What may happen to a request. `cut after` and `garbled`: it has arrived, and its response has not. */
const faults = ['429', '503', '408', 'hang', 'cut before', 'cut after', 'garbled'] as const

/** A proxy in front of an outside system that lets a share of the requests fail, in an order that its seed decides. */
export type FaultProxy = {
  readonly url: string
  readonly host: string
  /** The number of requests that each fault met. */
  readonly counts: Map<string, number>
  share: number
  close(): Promise<void>
}

/** Starts it in front of the system at that address. */
export async function startFaultProxy(target: string, random: SeededRandom, share: number): Promise<FaultProxy> {
  const server = createServer((request, response) => {
    void pass(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const counts = new Map<string, number>()
  const proxy: FaultProxy = {
    url: `http://${host}`,
    host,
    counts,
    share,
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
  return proxy

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const fault = random.chance(proxy.share) ? random.pick(faults) : 'none'
    counts.set(fault, (counts.get(fault) ?? 0) + 1)
    if (fault === '429') return void response.writeHead(429, { 'retry-after': '1' }).end('{}')
    if (fault === '503' || fault === '408') return void response.writeHead(Number(fault)).end('{}')
    if (fault === 'cut before') return void response.destroy()
    if (fault === 'hang') return void setTimeout(() => response.destroy(), HANG_MS)
    const { status, text } = await forward(request, Buffer.concat(parts))
    if (fault === 'cut after') return void response.destroy()
    const body = fault === 'garbled' ? '{"id": "1000' : text
    response.writeHead(status, { 'content-type': 'application/json' }).end(status === 204 ? undefined : body)
  }

  async function forward({ method = 'GET', url = '/', headers }: IncomingMessage, body: Buffer) {
    const passed = Object.entries(headers).filter(([name]) => !/^(host|connection|content-length)$/.test(name))
    const answer = await fetch(`${target}${url}`, {
      method,
      headers: passed.map(([name, value]) => [name, String(value)] as [string, string]),
      ...(method === 'GET' || method === 'HEAD' ? {} : { body: new Uint8Array(body) }),
    })
    return { status: answer.status, text: await answer.text() }
  }
}
