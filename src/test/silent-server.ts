import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** A call to an outside system that never responds; `ended` once the caller has given up. */
export type HangingCall = { ended: boolean }

/** An outside system that accepts every connection, reads, and never responds. */
export type SilentServer = {
  readonly host: string
  /** Every connection that was made, in order. */
  readonly calls: readonly HangingCall[]
  close(): Promise<void>
}

/** Starts it on a free port. */
export async function startSilentServer(): Promise<SilentServer> {
  const calls: HangingCall[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const call: HangingCall = { ended: false }
    calls.push(call)
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => {
      call.ended = true
      sockets.delete(socket)
    })
    socket.resume()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
