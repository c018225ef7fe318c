import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { leaveChannel, sendNotice } from './channels.ts'
import type { Client, LiveNode, Subscription } from './client.ts'
import { batchSocketWrites } from './cork.ts'
import { encodeFrame, type HeaderList, websocketText } from './encode-frame.ts'
import { type Frame, frameLimits, type Version } from './frame.ts'
import { FrameDecoder } from './frame-decoder.ts'
import { handleFrame, sendErrorFrame } from './frame-handler.ts'
import { canSubscribe } from './message.ts'
import type { LiveSession } from './session.ts'

/** After this much silence a client counts as gone; before CONNECT, and after. */
const SILENCE_MS = 25_000
const CONNECT_MS = 10_000

const heartbeat = websocketText('\n')

/** One client: its frames are handled strictly in order, and all output to it goes through `write`. */
export class Connection implements Client {
  readonly node: LiveNode
  readonly subscriptions = new Map<string, Subscription>()
  session: LiveSession
  version: Version = '1.0'
  state: 'new' | 'open' | 'ending' = 'new'
  lastReceived = Date.now()
  #decoder: FrameDecoder
  #wantsBeats = false
  #sendsBeats = false
  #websocket: WebSocket
  #socket: Duplex
  #busy = false

  constructor(node: LiveNode, websocket: WebSocket, socket: Duplex, session: LiveSession) {
    this.node = node
    this.session = session
    this.#decoder = new FrameDecoder({ ...frameLimits, frame: node.limits.frame })
    this.#websocket = websocket
    this.#socket = socket
  }

  get writable(): boolean {
    return this.state !== 'ending' && this.#websocket.readyState === this.#websocket.OPEN
  }

  get protocol(): string {
    return this.#websocket.protocol
  }

  open(version: Version, { sends, wants }: { readonly sends: boolean; readonly wants: boolean }): void {
    this.version = version
    this.#decoder.version = version
    this.#sendsBeats = sends
    this.#wantsBeats = wants
    this.state = 'open'
  }

  receive(bytes: Buffer): void {
    this.lastReceived = Date.now()
    if (this.state === 'ending') return
    this.#decoder.push(bytes)
    if (!this.#busy) void this.#handle()
  }

  /** A client that does not read what it is sent is disconnected, so that no other waits. */
  write(message: Buffer): void {
    if (!this.writable) return
    const socket = this.#socket
    batchSocketWrites(socket)
    socket.write(message)
    if (socket.writableLength <= this.node.limits.unsent) return
    socket.uncork()
    if (socket.writableLength <= this.node.limits.unsent) return
    this.node.counts.cut += 1
    this.end(1013, 'too slow')
  }

  send(command: string, headers: HeaderList, body?: string): void {
    this.write(websocketText(encodeFrame(this.version, command, headers, body)))
  }

  async drained(): Promise<void> {
    const socket = this.#socket
    if (!socket.writableNeedDrain || !this.writable) return
    await new Promise<void>((resolve) => {
      const onDrain = () => {
        socket.off('drain', onDrain).off('close', onDrain)
        resolve()
      }
      socket.on('drain', onDrain).on('close', onDrain)
    })
  }

  /**
   * Ends it: nothing is handled or sent from here on. A connection that does not close is closed by the next `beat`.
   */
  end(code = 1000, reason = ''): void {
    if (this.state === 'ending') return
    this.drop()
    this.#websocket.close(code, reason)
  }

  /** Unsubscribes from all destinations. */
  drop(): void {
    this.state = 'ending'
    for (const subscription of this.subscriptions.values()) leaveChannel(this.node, subscription)
    this.subscriptions.clear()
  }

  unsubscribe(subscription: Subscription): void {
    this.subscriptions.delete(subscription.id)
    leaveChannel(this.node, subscription)
  }

  /** Every nine seconds: sends a heart-beat, and ends silent clients. */
  beat(now: number): void {
    const silence = now - this.lastReceived
    if (this.state === 'ending' || silence > (this.state === 'new' ? CONNECT_MS : SILENCE_MS)) {
      this.drop()
      this.#websocket.terminate()
      return
    }
    if (this.#wantsBeats) this.write(heartbeat)
    if (!this.#sendsBeats && this.writable) this.#websocket.ping()
  }

  /** Continues with the changed session; subscriptions whose permission is lost get a last message and are dropped. */
  become(session: LiveSession): void {
    const otherUser = session.userId !== this.session.userId
    this.session = session
    for (const subscription of this.subscriptions.values()) {
      const { topic, account, destination } = subscription.channel
      const personal = destination.startsWith('/user/') && topic.own !== 'session'
      if (canSubscribe(session.actor, topic, account) && !(personal && otherUser)) continue
      sendNotice(subscription, 'revoked')
      this.unsubscribe(subscription)
    }
  }

  async #handle(): Promise<void> {
    this.#busy = true
    let frame: Frame | null = null
    try {
      while (this.writable) {
        frame = this.#decoder.next()
        if (frame === null) break
        const pending = handleFrame(this, frame)
        if (!pending) continue
        this.#websocket.pause()
        await pending
        this.#websocket.resume()
      }
    } catch (failure) {
      this.#websocket.resume()
      sendErrorFrame(this, frame, failure)
    }
    this.#busy = false
  }
}
