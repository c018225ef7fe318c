import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** How fast a body has to arrive: at least `bytes` in each `ms` for which the portal waits for more of it. */
export type LeastPace = { readonly bytes: number; readonly ms: number }

/** A kilobyte a second, checked every ten: slower than any line on which a file is sent, and a limit for a flood. */
export const LEAST_PACE: LeastPace = { bytes: 10_000, ms: 10_000 }

/** Looks at a body in one step of its time. Steps are counted: a process that was suspended has not checked for bytes. */
const STEPS = 10

type Body = { readonly request: IncomingMessage; readonly close: () => void; counted: number; steps: number }

/**
 * Closes a connection whose body is silent or slower than `least`; of a body that keeps coming, however long it is, none
 * is closed. Time in which the portal itself does not read is no time of the client's.
 */
export function limitSlowBodies(http: FastifyInstance, least: LeastPace): void {
  const open = new Set<Body>()
  http.addHook('onRequest', async ({ headers, raw }, { raw: response }) => {
    // Without a body nothing is read, so there is no end of one to wait for.
    if ((headers['content-length'] ?? '0') === '0' && headers['transfer-encoding'] === undefined) return
    const body = { request: raw, close: () => end(http, raw, response.headersSent), counted: 0, steps: 0 }
    body.counted = raw.socket.bytesRead
    open.add(body)
    raw.once('end', () => open.delete(body))
  })
  const timer = setInterval(() => {
    for (const body of open) {
      if (body.request.complete || body.request.socket.destroyed) open.delete(body)
      else look(body, least)
    }
  }, least.ms / STEPS)
  http.addHook('onClose', async () => clearInterval(timer))
}

function look(body: Body, least: LeastPace): void {
  const { readableLength, readableHighWaterMark, socket } = body.request
  const isUnread = socket.isPaused() || readableLength >= readableHighWaterMark
  if (isUnread || socket.bytesRead - body.counted >= least.bytes) {
    body.counted = socket.bytesRead
    body.steps = 0
  } else if (++body.steps >= STEPS) body.close()
}

/** Says so, as Node does of headers that do not end, and closes the connection whether the client reads it or not. */
function end({ server }: FastifyInstance, request: IncomingMessage, isAnswered: boolean): void {
  const failure = Object.assign(new Error('a body was too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  if (!isAnswered) server.emit('clientError', failure, request.socket)
  request.destroy(failure)
}
