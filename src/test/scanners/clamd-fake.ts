import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { freePort } from '../product-process.ts'
import { EICAR } from './eicar.ts'

/** A clamd as a server: zPING, zVERSION and zINSTREAM as clamd(8) has them, with its limit on a stream. */
export type ClamdFake = {
  readonly url: string
  /** What it finds: a name for each text. */
  readonly signatures: Map<string, string>
  /** How often it read these bytes to their end. */
  scansOf(text: string): number
  /** The scans that get no response while this returns true. */
  hold: (text: string) => boolean
  /** Ends, connections and all, until `start`. */
  stop(): Promise<void>
  start(): Promise<void>
}

/** Starts one on a free port. Streams of more than `limit` bytes are rejected. */
export async function startClamdFake({ limit = 1_000_000 } = {}): Promise<ClamdFake> {
  const open = new Set<Socket>()
  let server: Server
  // A client that connected here before finds it here again.
  const port = await freePort()
  const taken: string[] = []
  const fake: ClamdFake = {
    url: `tcp://127.0.0.1:${port}`,
    signatures: new Map([[EICAR, 'Eicar-Test-Signature']]),
    scansOf: (text) => taken.filter((one) => one === text).length,
    hold: () => false,
    async start() {
      server = createServer((socket) => {
        open.add(socket)
        socket.on('close', () => open.delete(socket)).on('error', () => undefined)
        void converse(socket)
      })
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
    async stop() {
      server.close()
      for (const socket of open) socket.destroy()
      await once(server, 'close')
    },
  }

  async function converse(socket: Socket): Promise<void> {
    let held = Buffer.alloc(0)
    let command: string | undefined
    let size = 0
    const stream: Buffer[] = []
    for await (const some of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      held = Buffer.concat([held, some])
      if (command === undefined) {
        const end = held.indexOf(0)
        if (end < 0) continue
        command = held.subarray(0, end).toString()
        held = held.subarray(end + 1)
        if (command === 'zPING') return void socket.end('PONG\0')
        if (command === 'zVERSION') return void socket.end('ClamAV 1.4.3/27800/Thu Oct 23 09:46:22 2025\0')
        if (command !== 'zINSTREAM') return void socket.end('UNKNOWN COMMAND\0')
      }
      while (held.length >= 4) {
        const length = held.readUInt32BE()
        if (size + length > limit)
          return void socket.end('INSTREAM size limit exceeded. ERROR\0', () => socket.destroy())
        if (held.length < 4 + length) break
        stream.push(held.subarray(4, 4 + length))
        held = held.subarray(4 + length)
        size += length
        if (length === 0) return respond(socket, Buffer.concat(stream).toString('latin1'))
      }
    }
  }

  async function respond(socket: Socket, text: string): Promise<void> {
    taken.push(text)
    while (fake.hold(text) && !socket.destroyed) await new Promise((resolve) => setTimeout(resolve, 20))
    const found = [...fake.signatures].find(([signature]) => text.includes(signature))
    socket.end(found ? `stream: ${found[1]} FOUND\0` : 'stream: OK\0')
  }

  await fake.start()
  return fake
}
