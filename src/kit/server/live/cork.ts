import type { Duplex } from 'node:stream'

const corkedStreams: Duplex[] = []

/** Holds a socket's writes back until the end of this tick, so that many messages are sent in one system call. */
export function batchSocketWrites(socket: Duplex): void {
  if (socket.writableCorked > 0) return
  socket.cork()
  if (corkedStreams.push(socket) === 1) process.nextTick(uncorkAll)
}

function uncorkAll(): void {
  for (const socket of corkedStreams.splice(0)) socket.uncork()
}
