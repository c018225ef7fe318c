import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { openDatabase } from '#kit/server/database.ts'
import { testDatabase } from '#test/database.ts'
import { events } from '#test/live/live-node.ts'
import { buildProgram } from '#test/program.ts'
import { postgresWakeups } from './postgres-wakeups.ts'
import { publish } from './publish.ts'

const SOCKETS = 200
const EVENTS = 1_000

type Node = { process: ChildProcess; url: string }

const nodes: Node[] = []
let database: Awaited<ReturnType<typeof testDatabase>>
let connections: ReturnType<typeof openDatabase>

beforeAll(async () => {
  database = await testDatabase()
  connections = openDatabase(database.url, { size: 1 })
  const program = await buildProgram(new URL('../../../test/live/live-node.program.ts', import.meta.url))
  nodes.push(await startProcess(program), await startProcess(program))
})

afterAll(async () => {
  for (const node of nodes) node.process.kill('SIGKILL')
  await connections.close()
  await database.drop()
})

test('two processes deliver 1,000 events to 400 sockets, and when one is killed no client misses any', async () => {
  const [first, second] = nodes as [Node, Node]
  const listeners = Array.from({ length: 2 * SOCKETS }, (_, n) => new Listener(n % 2 ? first.url : second.url, n))
  await Promise.all(listeners.map((listener) => listener.subscribed()))

  await publishMany(EVENTS)
  await Promise.all(listeners.map((listener) => listener.at(EVENTS)))
  expect(listeners.reduce((sum, listener) => sum + listener.received, 0)).toBe(2 * SOCKETS * EVENTS)

  const more = publishMany(EVENTS / 2)
  await listeners[1]?.at(EVENTS + 100)
  const lost = listeners.filter((listener) => listener.url === first.url)
  const cut = Promise.all(lost.map((listener) => listener.closed()))
  first.process.kill('SIGKILL')
  await cut
  for (const listener of lost) listener.open(second.url)
  await more
  await Promise.all(listeners.map((listener) => listener.at(EVENTS * 1.5)))
  expect(listeners.map((listener) => [listener.received, listener.disorder])).toEqual(
    listeners.map(() => [EVENTS * 1.5, []]),
  )
  for (const listener of listeners) listener.websocket.terminate()
})

async function publishMany(count: number): Promise<void> {
  const wakeups = postgresWakeups(database.url, () => {})
  for (let n = 0; n < count; n += 1) {
    await connections.db.transaction().execute((tx) => publish(tx, wakeups, { topic: events, body: { n }, eventId: n }))
  }
}

async function startProcess(program: string): Promise<Node> {
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, DATABASE_URL: database.url },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })
  const url = await new Promise<string>((resolve, reject) => {
    lines.once('line', resolve)
    child.once('exit', () => reject(new Error('the node did not start')))
  })
  return { process: child, url }
}

/** A subscriber that stores no message but checks that each is the one after the last. */
class Listener {
  received = 0
  last = 0
  disorder: string[] = []
  url: string
  websocket: WebSocket
  #cookie: string
  #ready: (() => void)[] = []

  constructor(url: string, n: number) {
    this.#cookie = `person-${n}`
    this.url = url
    this.websocket = this.open(url)
  }

  /** Opens a connection and subscribes, after the last sequence it has, if any. */
  open(url: string): WebSocket {
    this.websocket = new WebSocket(url, 'v12.stomp', { headers: { cookie: this.#cookie }, perMessageDeflate: false })
    const after = this.last > 0 ? `after:${this.last}\n` : ''
    this.websocket.on('open', () => {
      this.websocket.send('CONNECT\naccept-version:1.2\n\n\0')
      this.websocket.send(`SUBSCRIBE\nid:s\ndestination:/topic/news\nreceipt:r\n${after}\n\0`)
    })
    this.websocket.on('message', (data: Buffer) => this.#receive(data.toString('latin1')))
    this.websocket.on('error', () => {})
    return this.websocket
  }

  subscribed(): Promise<void> {
    return new Promise((resolve) => this.#ready.push(resolve))
  }

  closed(): Promise<void> {
    return new Promise((resolve) => this.websocket.once('close', () => resolve()))
  }

  async at(sequence: number): Promise<void> {
    while (this.last < sequence) await new Promise((resolve) => setTimeout(resolve, 10))
  }

  #receive(text: string): void {
    if (text.startsWith('RECEIPT')) for (const resolve of this.#ready.splice(0)) resolve()
    if (!text.startsWith('MESSAGE')) return
    const sequence = Number(/\nsequence:(\d+)\n/.exec(text)?.[1])
    if (sequence !== this.last + 1) this.disorder.push(`${sequence} after ${this.last}`)
    this.last = sequence
    this.received += 1
  }
}
