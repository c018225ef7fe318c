import { connect, createServer, type Server, type Socket } from 'node:net'
import { freePort } from '#test/product-process.ts'

/** A relay to a database, which a test can cut and restore. */
export type BreakableDatabase = {
  readonly url: string
  /** Cuts every connection and accepts no new one. */
  cut(): Promise<void>
  restore(): Promise<void>
}

/** Puts a relay in front of the database of this URL. */
export async function breakableDatabase(databaseUrl: string): Promise<BreakableDatabase> {
  const reach = wayTo(new URL(databaseUrl))
  const open = new Set<Socket>()
  const listen = (port: number) =>
    new Promise<Server>((resolve, reject) => {
      const server = createServer((near) => {
        const far = reach()
        for (const [one, other] of [
          [near, far],
          [far, near],
        ] as const) {
          open.add(one)
          one.pipe(other)
          one.on('error', () => other.destroy()).on('close', () => open.delete(one) && other.destroy())
        }
      })
      server.once('error', reject).listen(port, '127.0.0.1', () => resolve(server))
    })
  const port = await freePort()
  let server = await listen(port)
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return {
    url: url.href,
    cut: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of open) socket.destroy()
      }),
    async restore() {
      server = await listen(port)
    },
  }
}

/** By the socket in a folder where the URL names one, else over the network. */
function wayTo({ hostname, port }: URL): () => Socket {
  const host = decodeURIComponent(hostname)
  const number = Number(port || 5432)
  return () => (host.startsWith('/') ? connect(`${host}/.s.PGSQL.${number}`) : connect(number, host))
}
