import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { LiveSession } from './session.ts'

/** Subprotocols, best first. */
export const subprotocols: readonly string[] = ['v12.stomp', 'v11.stomp', 'v10.stomp']

/** What the handshake requests. */
export type HandshakeAuthorizer = {
  /** Whether the request's Origin is ours. */
  origins(request: IncomingMessage): boolean
  identify(request: IncomingMessage): Promise<LiveSession | null>
}

/** Accepts an upgrade request, or returns the status that rejects it: 400 subprotocol, 401, 403 origin, 503. */
export async function authenticateUpgrade(
  request: IncomingMessage,
  { origins, identify }: HandshakeAuthorizer,
  log: (error: unknown) => void,
): Promise<LiveSession | number> {
  const offeredProtocols = request.headers['sec-websocket-protocol']?.split(',').map((name) => name.trim())
  if (offeredProtocols && chooseSubprotocol(new Set(offeredProtocols)) === false) return 400
  try {
    if (!origins(request)) return 403
    return (await identify(request)) ?? 401
  } catch (failure) {
    log(failure)
    return 503
  }
}

/** The best subprotocol that both support; false when there is none. */
export function chooseSubprotocol(offeredProtocols: ReadonlySet<string>): string | false {
  return subprotocols.find((name) => offeredProtocols.has(name)) ?? false
}

/** Responds to an upgrade request without upgrading. */
export function rejectUpgrade(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () =>
    socket.destroy(),
  )
}
