import type { Client, IMessage, StompSubscription } from '@stomp/stompjs'
import { isOwnRequest } from '../data/own-requests.ts'

/** The live channel's state, as the header's dot shows it. */
export type LiveState = 'connecting' | 'open' | 'closing' | 'closed'

/**
 * The notifications of a subscriber: a message; `missed`, when messages may have been lost and the query has to be
 * repeated; `revoked`, when the permission for the destination was removed.
 */
export type LiveEvent = { kind: 'message'; body: unknown } | { kind: 'missed' } | { kind: 'revoked' }
type Listener = (event: LiveEvent) => void
type Destination = {
  listeners: Set<Listener>
  sequence: string | undefined
  subscription: StompSubscription | undefined
  seen: boolean
  /** From when on its messages are not known here (`performance.now`). */
  since: number
}

/** "Policy violation" (RFC 6455 §7.4.1): the close code of the server when the session of the connection has ended. */
const SESSION_ENDED = 1008
/** Responses are used again for as long (the query client's `staleTime`): milliseconds. */
const REUSED_MS = 30_000
/** What was published so shortly before a page asked for its data may not have been in them: milliseconds. */
const COMMIT_MS = 2_000

/**
 * One STOMP connection for the page, opened with the first subscription. Each destination is subscribed once, resumes
 * after its last sequence number, and is not requested again once rejected. The connection opens later than the page
 * reads its data: what was published in between is reported as missed.
 */
export class LiveClient {
  #client: Client | undefined
  #state: LiveState = 'closed'
  #ended = false
  readonly #destinations = new Map<string, Destination>()
  readonly #rejected = new Set<string>()
  /** When destinations were left. */
  readonly #left = new Map<string, number>()
  readonly #watchers = new Set<() => void>()
  readonly #url: () => string
  readonly #enders = new Set<() => void>()
  readonly #ready: () => Promise<void>

  /** Connects to `url`, the first time not before `ready`. */
  constructor(url: () => string, ready: () => Promise<void> = async () => {}) {
    this.#url = url
    this.#ready = ready
  }

  get state(): LiveState {
    return this.#state
  }

  /** Listens for changes of `state`; the returned function stops it. */
  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  /** Listens for a close by the server because the session has ended; the returned function stops it. */
  whenEnded(ender: () => void): () => void {
    this.#enders.add(ender)
    return () => this.#enders.delete(ender)
  }

  /** Subscribes; the returned function unsubscribes, the last one releases the destination. */
  subscribe(destination: string, listener: Listener): () => void {
    if (this.#rejected.has(destination)) return () => {}
    const entry = this.#destinations.get(destination) ?? {
      listeners: new Set(),
      sequence: undefined,
      subscription: undefined,
      seen: false,
      since: Math.max(this.#left.get(destination) ?? performance.now(), performance.now() - REUSED_MS),
    }
    this.#destinations.set(destination, entry)
    entry.listeners.add(listener)
    if (!this.#client) void this.#open()
    else if (this.#state === 'open' && !entry.subscription) this.#ask(destination, entry)
    return () => this.#leave(destination, entry, listener)
  }

  /** Whether the server rejected or revoked the destination in this session. */
  isRejected(destination: string): boolean {
    return this.#rejected.has(destination)
  }

  /** Connects, even before anything is subscribed. */
  start(): void {
    if (!this.#client && this.#state === 'closed') void this.#open()
  }

  /** Sends to an `/app/…` destination, if the channel is open. */
  send(destination: string, body: unknown): void {
    if (this.#state === 'open') this.#client?.publish({ destination, body: JSON.stringify(body) })
  }

  /** Ends the connection for good, for sign-out: what subscribes while the page is left does not open it again. */
  async close(): Promise<void> {
    this.#ended = true
    this.#set('closing')
    await this.#client?.deactivate()
    this.#client = undefined
    this.#set('closed')
  }

  async #open(): Promise<void> {
    if (this.#ended) return
    this.#set('connecting')
    await this.#ready()
    const { Client } = await import('@stomp/stompjs')
    // A connection after a sign-out would get 401.
    if (this.#client || this.#ended) return
    this.#client = new Client({
      brokerURL: this.#url(),
      reconnectDelay: 5000,
      heartbeatIncoming: 10_000,
      heartbeatOutgoing: 10_000,
      splitLargeFrames: true,
      maxWebSocketChunkSize: 8192,
      beforeConnect: () => this.#set('connecting'),
      onConnect: () => this.#connected(),
      onWebSocketClose: ({ code }: { code: number }) => this.#lost(code),
      onStompError: (frame) => {
        const rejectedDestination = frame.headers.destination
        if (rejectedDestination) this.#reject(rejectedDestination)
      },
    })
    this.#client.activate()
  }

  #connected(): void {
    this.#set('open')
    for (const [destination, entry] of this.#destinations) this.#ask(destination, entry)
  }

  #ask(destination: string, entry: Destination): void {
    // Nothing to resume from, though we listened before: messages sent meanwhile are unknown.
    if (entry.seen && entry.sequence === undefined) deliver(entry, { kind: 'missed' })
    entry.seen = true
    const age = Math.ceil(performance.now() - entry.since + COMMIT_MS)
    const headers = entry.sequence === undefined ? { age: String(age) } : { after: entry.sequence }
    entry.subscription = this.#client?.subscribe(
      destination,
      (message) => this.#receive(destination, entry, message),
      headers,
    )
  }

  #receive(destination: string, entry: Destination, message: IMessage): void {
    const { sequence, event, 'request-id': requestId } = message.headers
    if (sequence !== undefined) entry.sequence = sequence
    if (event === 'revoked') {
      deliver(entry, { kind: 'revoked' })
      this.#reject(destination)
    } else if (event === 'gap') deliver(entry, { kind: 'missed' })
    else if (!isOwnRequest(requestId)) deliver(entry, { kind: 'message', body: JSON.parse(message.body || 'null') })
  }

  #leave(destination: string, entry: Destination, listener: Listener): void {
    entry.listeners.delete(listener)
    if (entry.listeners.size > 0 || this.#destinations.get(destination) !== entry) return
    this.#destinations.delete(destination)
    this.#left.set(destination, performance.now())
    if (this.#state === 'open') entry.subscription?.unsubscribe()
  }

  #reject(destination: string): void {
    this.#rejected.add(destination)
    this.#destinations.delete(destination)
  }

  #lost(code: number): void {
    for (const entry of this.#destinations.values()) entry.subscription = undefined
    const isIntended = this.#state === 'closing'
    this.#set('closed')
    if (code === SESSION_ENDED && !isIntended) for (const ender of this.#enders) ender()
  }

  #set(state: LiveState): void {
    if (this.#state === state) return
    this.#state = state
    for (const watcher of this.#watchers) watcher()
  }
}

function deliver(entry: Destination, event: LiveEvent): void {
  for (const listener of entry.listeners) listener(event)
}
