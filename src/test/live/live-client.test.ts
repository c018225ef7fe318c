import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { Topic } from '#kit/contract/topic.ts'
import { newRequestId } from '#kit/web/data/own-requests.ts'
import { LiveClient, type LiveEvent } from '#kit/web/live/live-client.ts'
import { testDatabase } from '#test/database.ts'
import { events, type LiveTestNode, ofAccount, sessionOf, startNode, updates } from './live-node.ts'

// The browser sends its cookie automatically; here every socket is Ann's.
class AnnsSocket extends WebSocket {
  constructor(url: string, protocols: string[]) {
    super(url, protocols, { headers: { cookie: 'ann' } })
  }
}

const sessions = new Map<string, ReturnType<typeof sessionOf>>()
let database: Awaited<ReturnType<typeof testDatabase>>
let node: LiveTestNode
let client: LiveClient

beforeAll(async () => {
  vi.stubGlobal('WebSocket', AnnsSocket)
  database = await testDatabase()
  node = await startNode(database.url, sessions)
})

afterAll(async () => {
  vi.unstubAllGlobals()
  await node.stop()
  await database.drop()
})

beforeEach(() => {
  sessions.set('ann', sessionOf('ann', [{ role: 'USER', account: 'acme' }]))
  client = new LiveClient(() => node.url)
})

afterEach(() => client.close())

const publish = (topic: Topic, n: number, more: { params?: Record<string, string>; requestId?: string } = {}) =>
  node.live.publish(node.db, { topic, body: { n }, ...more })

/** Listens and stores what arrives. */
function collect(destination: string): LiveEvent[] {
  const received: LiveEvent[] = []
  client.subscribe(destination, (event) => received.push(event))
  return received
}

const numbers = (received: LiveEvent[]) =>
  received.flatMap((event) => (event.kind === 'message' ? [event.body] : [event.kind]))
const open = () => vi.waitFor(() => expect(client.state).toBe('open'), { timeout: 60_000 })

/**
 * Publishes marks until one arrives, and then waits for the last: the subscription is active, and nothing is in
 * transit.
 */
async function standing(topic: Topic, received: LiveEvent[]): Promise<void> {
  await open()
  let mark = 1_000
  await vi.waitFor(
    async () => {
      mark += 1
      await publish(topic, mark)
      expect(received.length).toBeGreaterThan(0)
    },
    { timeout: 60_000, interval: 100 },
  )
  await vi.waitFor(() => expect(numbers(received).at(-1)).toEqual({ n: mark }), { timeout: 60_000 })
  received.length = 0
}

test('what was published since the page asked for its data, or was left, is reported as missed', async () => {
  const older = (seconds: number) =>
    sql`update live_messages set at = at - ${seconds} * interval '1 second'`.execute(node.db)
  await publish(events, 0)
  await older(60)
  await publish(updates, 1)
  const fresh = collect('/topic/news')
  const received = collect('/topic/updates')
  await vi.waitFor(() => expect(numbers(received)).toEqual(['missed']), { timeout: 60_000 })
  await publish(events, 2)
  await vi.waitFor(() => expect(numbers(fresh)).toEqual([{ n: 2 }]), { timeout: 60_000 })

  // Left 20 seconds ago; 10 seconds ago something was published.
  const now = performance.now.bind(performance)
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() - 20_000)
  client.subscribe('/topic/of/acme', () => undefined)()
  clock.mockRestore()
  await publish(ofAccount, 3, { params: { account: 'acme' } })
  await older(10)
  const back = collect('/topic/of/acme')
  await vi.waitFor(() => expect(numbers(back)).toEqual(['missed']), { timeout: 60_000 })
})

test('receives what is published, but not the echo of a change made on this page', async () => {
  const received = collect('/topic/news')
  await standing(events, received)
  await publish(events, 1, { requestId: newRequestId() })
  await publish(events, 2, { requestId: 'somebody-else' })
  await vi.waitFor(() => expect(numbers(received)).toEqual([{ n: 2 }]), { timeout: 60_000 })
})

test('a rejected destination is not requested again, and the others continue', async () => {
  sessions.set('ann', sessionOf('ann', []))
  const rejected = collect('/topic/updates')
  const received = collect('/topic/news')
  await vi.waitFor(() => expect(client.isRejected('/topic/updates')).toBe(true), { timeout: 60_000 })
  await vi.waitFor(() => expect(client.state).toBe('open'), { timeout: 60_000 })
  await standing(events, received)
  await publish(updates, 3)
  await publish(events, 4)
  await vi.waitFor(() => expect(numbers(received)).toEqual([{ n: 4 }]), { timeout: 60_000 })
  expect(rejected).toEqual([])
})

test('removing a permission ends the subscription with a message', async () => {
  const received = collect('/topic/of/acme')
  await open()
  await vi.waitFor(
    async () => {
      await publish(ofAccount, 0, { params: { account: 'acme' } })
      expect(received.length).toBeGreaterThan(0)
    },
    { timeout: 60_000, interval: 100 },
  )
  sessions.set('ann', sessionOf('ann', []))
  await node.live.sessionsChanged({ sessionId: 'ann' })
  await vi.waitFor(() => expect(received.at(-1)).toEqual({ kind: 'revoked' }), { timeout: 60_000 })
  expect(client.isRejected('/topic/of/acme')).toBe(true)
})
