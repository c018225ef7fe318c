import type { QueryExecutorProvider } from 'kysely'
import type { Topic } from '#kit/contract/topic.ts'
import type { HeaderList } from './encode-frame.ts'
import type { Version } from './frame.ts'
import type { LiveSend } from './send.ts'
import type { LiveSession } from './session.ts'

/** Limits of the live channel on one node. */
export type LiveLimits = {
  /** Bytes of one frame, over however many WebSocket messages. */
  readonly frame: number
  /** Subscriptions of one connection. */
  readonly subscriptions: number
  /** Unsent bytes at which a slow client is disconnected. */
  readonly unsent: number
}

/** What all connections of this node share. */
export type LiveNode = {
  readonly db: QueryExecutorProvider
  readonly topics: readonly Topic[]
  readonly sends: ReadonlyMap<string, LiveSend>
  /** By stored destination. */
  readonly channels: Map<string, Channel>
  readonly limits: LiveLimits
  readonly log: (error: unknown) => void
  /** Number of messages written, and of clients disconnected because they were slow. */
  readonly counts: { delivered: number; cut: number }
}

/** One stored destination with a subscriber on this node. */
export type Channel = {
  readonly key: string
  /** The name that clients use. */
  readonly destination: string
  readonly topic: Topic
  readonly account: string | undefined
  readonly subscriptions: Set<Subscription>
}

/** One client's subscription. */
export type Subscription = {
  readonly id: string
  readonly client: Client
  readonly channel: Channel
  /** The client acknowledges: MESSAGE frames of STOMP 1.2 then carry `ack`. */
  readonly ack: boolean
  /** The newest sequence sent, or skipped; nothing up to it is sent again. */
  last: number
  /** While it reads what it missed: the newest sequence that came meanwhile. Null when it gets messages immediately. */
  behind: number | null
}

/** One connected client, as the handling of frames sees it. */
export type Client = {
  readonly node: LiveNode
  readonly session: LiveSession
  readonly version: Version
  readonly state: 'new' | 'open' | 'ending'
  /** The WebSocket subprotocol agreed at the handshake, or ''. */
  readonly protocol: string
  readonly subscriptions: Map<string, Subscription>
  /** Sets version and heart-beats. */
  open(version: Version, beats: { readonly sends: boolean; readonly wants: boolean }): void
  /** Writes a whole WebSocket message. */
  write(message: Buffer): void
  /** Writes a STOMP frame. */
  send(command: string, headers: HeaderList, body?: string): void
  /** Resolves when what was written has been sent, or the connection has ended. */
  drained(): Promise<void>
  unsubscribe(subscription: Subscription): void
  /** Closes with a WebSocket close code. */
  end(code?: number, reason?: string): void
}
