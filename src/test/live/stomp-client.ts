import { WebSocket } from 'ws'
import { encodeFrame, type HeaderList } from '#kit/server/live/encode-frame.ts'
import type { Frame, Version } from '#kit/server/live/frame.ts'
import { FrameDecoder } from '#kit/server/live/frame-decoder.ts'

/** A STOMP client for tests: stores every received frame, and offers queries on them. */
export class StompClient {
  readonly frames: Frame[] = []
  readonly websocket: WebSocket
  /** Called for each frame, before it is stored. */
  onFrame: (frame: Frame) => void = () => {}
  closed: { code: number; reason: string } | null = null
  version: Version = '1.2'
  #decoder = new FrameDecoder()
  #waiting = new Set<() => void>()

  constructor(websocket: WebSocket) {
    this.websocket = websocket
    this.#decoder.version = '1.2'
    websocket.on('message', (data: Buffer) => this.#receive(data))
    websocket.on('close', (code, reason) => {
      this.closed = { code, reason: reason.toString() }
      this.#wake()
    })
    websocket.on('error', () => {})
  }

  /** Opens the WebSocket alone; rejects with the status when the upgrade is rejected. */
  static open(url: string, cookie: string, headers: Record<string, string> = {}, protocols = ['v12.stomp']) {
    const websocket = new WebSocket(url, protocols, { headers: { cookie, ...headers }, perMessageDeflate: false })
    const client = new StompClient(websocket)
    return new Promise<StompClient>((resolve, reject) => {
      websocket.once('open', () => resolve(client))
      websocket.once('unexpected-response', (_, response) => {
        reject(new Error(String(response.statusCode)))
        websocket.terminate()
      })
      websocket.once('error', reject)
    })
  }

  /** Opens the WebSocket and connects. */
  static async connect(url: string, cookie: string): Promise<StompClient> {
    const client = await StompClient.open(url, cookie)
    client.send('CONNECT', [['accept-version', '1.2']])
    await client.until((frame) => frame.command === 'CONNECTED')
    return client
  }

  send(command: string, headers: HeaderList = [], body?: string): void {
    this.websocket.send(encodeFrame(this.version, command, headers, body))
  }

  /** Subscribes and waits for the receipt, which contains the current sequence of the subscription. */
  async subscribe(id: string, destination: string, more: HeaderList = []): Promise<number> {
    this.send('SUBSCRIBE', [['id', id], ['destination', destination], ['receipt', `sub ${id}`], ...more])
    const frame = await this.until((one) => one.headers.get('receipt-id') === `sub ${id}`)
    if (frame.command !== 'RECEIPT') throw new Error(frame.headers.get('code'))
    return Number(frame.headers.get('sequence'))
  }

  /** The first matching frame, received or future; rejects when the connection closes without it. */
  async until(fits: (frame: Frame) => boolean): Promise<Frame> {
    for (;;) {
      const found = this.frames.find(fits)
      if (found) return found
      if (this.closed) throw new Error(`closed: ${this.closed.code} ${this.closed.reason}`)
      await new Promise<void>((resolve) => this.#waiting.add(resolve))
    }
  }

  /** Resolves with the close code and reason. */
  async untilClosed(): Promise<{ code: number; reason: string }> {
    while (!this.closed) await new Promise<void>((resolve) => this.#waiting.add(resolve))
    return this.closed
  }

  /** The bodies of the received messages, read as JSON; notices (`event`) left out. */
  get bodies(): unknown[] {
    return this.messages.filter((frame) => !frame.headers.has('event')).map((frame) => JSON.parse(String(frame.body)))
  }

  get messages(): Frame[] {
    return this.frames.filter((frame) => frame.command === 'MESSAGE')
  }

  #receive(data: Buffer): void {
    this.#decoder.push(data)
    for (let frame = this.#decoder.next(); frame; frame = this.#decoder.next()) {
      this.onFrame(frame)
      this.frames.push(frame)
    }
    this.#wake()
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve()
    this.#waiting.clear()
  }
}
