import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { QueryExecutorProvider } from 'kysely'
import { type RawData, WebSocket, WebSocketServer } from 'ws'
import type { Topic } from '#kit/contract/topic.ts'
import { deliver } from './channels.ts'
import type { LiveLimits, LiveNode } from './client.ts'
import { Connection } from './connection.ts'
import { MessageReader } from './feed.ts'
import { frameLimits } from './frame.ts'
import { authenticateUpgrade, chooseSubprotocol, type HandshakeAuthorizer, rejectUpgrade } from './handshake.ts'
import { LiveSessions } from './live-sessions.ts'
import type { LiveMessage, MessageToUsers, StoredMessage } from './message.ts'
import { LIVE_CHANNEL, publish, publishSessionChange, publishToUsers, SESSIONS_DESTINATION } from './publish.ts'
import type { LiveSend } from './send.ts'
import type { LiveSession, SessionChange, SessionSource } from './session.ts'
import { TimerWheel } from './timer-wheel.ts'
import type { Signal } from './wakeups.ts'

export type LiveOptions = SessionSource &
  HandshakeAuthorizer & {
    readonly db: QueryExecutorProvider
    readonly wakeups: Signal
    readonly topics: readonly Topic[]
    readonly sends?: readonly LiveSend[]
    readonly limits?: Partial<LiveLimits>
    readonly log: (error: unknown) => void
  }

export type LiveStats = {
  readonly connections: number
  readonly sessions: number
  readonly subscriptions: number
  readonly channels: number
  readonly delivered: number
  readonly cut: number
}

/** The live channel of one node: STOMP over WebSocket. */
export type Live = {
  /** Handles WebSocket upgrades on the path; other paths are left to other listeners. */
  attach(server: Server, path: string): void
  /** Publishes in the transaction; see `publish`. */
  publish<Body>(tx: QueryExecutorProvider, message: LiveMessage<Body>): Promise<void>
  /** Publishes the same message to many users in one statement; see `publishToUsers`. */
  publishToUsers<Body>(tx: QueryExecutorProvider, message: MessageToUsers<Body>): Promise<void>
  /** Adds destinations that clients SEND to; before the first connection. */
  accept(sends: readonly LiveSend[]): void
  /**
   * Makes every node check the sessions again: ended ones are closed, subscriptions whose permission is lost get a last
   * MESSAGE with `event: revoked` and end. With `tx` it applies from its commit.
   */
  sessionsChanged(change: SessionChange, tx?: QueryExecutorProvider): Promise<void>
  /** Checks the sessions again on this node alone: for notifications of a change that reach every node anyway. */
  recheck(change: SessionChange): void
  stats(): LiveStats
  /** Closes all connections with 1001, so that clients reconnect, here or elsewhere. */
  close(): Promise<void>
}

/** How much may be sent before the event loop has its turn, and sockets can empty. */
const WRITES_AT_ONCE = 2_000
const BYTES_AT_ONCE = 256 * 1024

/** Opens the live channel of this node. */
export function createLive(options: LiveOptions): Live {
  const { db, wakeups, log } = options
  const sends = new Map(options.sends?.map((send) => [send.destination, send]))
  const node: LiveNode = {
    db,
    topics: options.topics,
    sends,
    channels: new Map(),
    limits: { frame: frameLimits.frame, subscriptions: 200, unsent: 1024 * 1024, ...options.limits },
    log,
    counts: { delivered: 0, cut: 0 },
  }
  const connections = new Set<Connection>()
  const sessions = new LiveSessions(options, log)
  const wheel = new TimerWheel((now) => sessions.tick(now))
  const feed = new MessageReader(db, dispatch, log)
  // One frame beyond the limit is accepted: so a frame that is too large can still get its ERROR.
  const websockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: 2 * node.limits.frame,
    handleProtocols: chooseSubprotocol,
    WebSocket: LiveSocket,
  })
  let closing = false
  wakeups.listen(LIVE_CHANNEL, () => feed.wake())
  feed.wake()

  async function dispatch(messages: readonly StoredMessage[]): Promise<void> {
    let writes = 0
    let bytes = 0
    for (const message of messages) {
      try {
        if (message.destination === SESSIONS_DESTINATION) sessions.changed(JSON.parse(message.body) as SessionChange)
        writes += deliver(node, message)
      } catch (failure) {
        // One message that cannot be delivered must not hold up all that come after it.
        log(failure)
      }
      bytes += message.body.length
      if (writes < WRITES_AT_ONCE && bytes < BYTES_AT_ONCE) continue
      writes = 0
      bytes = 0
      await new Promise(setImmediate)
    }
  }

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    // Upgraded sockets are half-open: one whose client only ends its side would stay for ever.
    const destroySocket = () => socket.destroy()
    socket.on('error', destroySocket).on('end', destroySocket)
    // Registered first: the node is then notified of a session that changes after it was read.
    const ready = await feed.started().then(() => true, log)
    const since = sessions.changes
    const session = ready ? await authenticateUpgrade(request, options, log) : 503
    if (socket.destroyed) return
    if (typeof session === 'number' || closing) return rejectUpgrade(socket, closing ? 503 : Number(session))
    socket.off('error', destroySocket).off('end', destroySocket)
    websockets.handleUpgrade(request, socket, head, (websocket) => welcome(websocket, socket, session, since))
  }

  function welcome(websocket: LiveSocket, socket: Duplex, session: LiveSession, since: number): void {
    const connection = new Connection(node, websocket, socket, session)
    websocket.connection = connection
    websocket.leave = leave
    websocket.on('message', onMessage).on('pong', alive).on('close', leaveOnClose).on('error', ignoreError)
    connections.add(connection)
    wheel.add(connection)
    sessions.join(connection, since)
  }

  function leave(connection: Connection): void {
    connection.drop()
    connections.delete(connection)
    wheel.delete(connection)
    sessions.leave(connection)
  }

  return {
    attach(server, path) {
      server.on('upgrade', (request, socket, head) => {
        if (request.url?.split('?')[0] === path) upgrade(request, socket, head).catch(log)
        else if (server.listenerCount('upgrade') === 1) rejectUpgrade(socket, 404)
      })
    },
    publish: (tx, message) => publish(tx, wakeups, message),
    publishToUsers: (tx, message) => publishToUsers(tx, wakeups, message),
    accept(more) {
      for (const send of more) sends.set(send.destination, send)
    },
    sessionsChanged: (change, tx = db) => publishSessionChange(tx, wakeups, change),
    recheck: (change) => sessions.changed(change),
    stats: () => ({
      connections: connections.size,
      sessions: sessions.size,
      subscriptions: [...connections].reduce((sum, connection) => sum + connection.subscriptions.size, 0),
      channels: node.channels.size,
      ...node.counts,
    }),
    async close() {
      closing = true
      wheel.stop()
      await wakeups.close()
      await feed.close()
      for (const connection of connections) connection.end(1001, 'restarting')
      await new Promise((resolve) => setTimeout(resolve, connections.size > 0 ? 200 : 0))
      for (const connection of connections) connection.beat(0)
    },
  }
}

/** A WebSocket that knows its connection, so that all share the listeners below instead of having closures each. */
class LiveSocket extends WebSocket {
  connection: Connection | undefined
  leave: ((connection: Connection) => void) | undefined
}

function onMessage(this: WebSocket, data: RawData): void {
  if (this instanceof LiveSocket && Buffer.isBuffer(data)) this.connection?.receive(data)
}

function alive(this: WebSocket): void {
  if (this instanceof LiveSocket && this.connection) this.connection.lastReceived = Date.now()
}

function leaveOnClose(this: WebSocket): void {
  if (this instanceof LiveSocket && this.connection) this.leave?.(this.connection)
}

/** A protocol error of the peer; ws closes the connection itself. */
function ignoreError(): void {}
