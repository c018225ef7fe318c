import { connect, createServer, type Server, type Socket } from 'node:net'

/** The way to a database, which a test can cut and mend. */
export type BreakableDatabase = {
  readonly url: string
  /** Cuts every connection and takes no new one. */
  cut(): Promise<void>
  mend(): Promise<void>
}

/** Puts a relay in front of the database of this URL. */
export async function breakableDatabase(databaseUrl: string): Promise<BreakableDatabase> {
  const to = new URL(databaseUrl)
  const open = new Set<Socket>()
  const listen = (port: number) =>
    new Promise<Server>((resolve, reject) => {
      const server = createServer((near) => {
        const far = connect(Number(to.port || 5432), to.hostname)
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
  let server = await listen(0)
  const { port } = server.address() as { port: number }
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
    async mend() {
      server = await listen(port)
    },
  }
}
