import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { permission } from '#kit/contract/permission.ts'
import { openDatabase } from '#kit/server/database.ts'
import { testDatabase } from '#test/database.ts'
import {
  events,
  type LiveTestNode,
  ofAccount,
  ofSession,
  own,
  sessionOf,
  startNode,
  updates,
} from '#test/live/live-node.ts'
import { StompClient } from '#test/live/stomp-client.ts'
import type { LiveSession } from './session.ts'

const sessions = new Map<string, LiveSession>()
let database: Awaited<ReturnType<typeof testDatabase>>
let node: LiveTestNode
let other: LiveTestNode

beforeAll(async () => {
  database = await testDatabase()
  node = await startNode(database.url, sessions)
  other = await startNode(database.url, sessions)
})

afterAll(async () => {
  await node.stop()
  await other.stop()
  await database.drop()
})

beforeEach(() => {
  sessions.clear()
  sessions.set('ann', sessionOf('ann', [{ role: 'USER', account: 'acme' }]))
  sessions.set('bob', sessionOf('bob', [{ role: 'USER', account: 'blue' }]))
  sessions.set('vera', sessionOf('vera', [{ role: 'ADMIN', account: '*' }]))
})

const has = (name: string, value: string) => (frame: { headers: ReadonlyMap<string, string> }) =>
  frame.headers.get(name) === value

describe('messages', () => {
  test('reach subscribers on every node, with sequence, event and request', async () => {
    const here = await StompClient.connect(node.url, 'ann')
    const there = await StompClient.connect(other.url, 'ann')
    const at = await here.subscribe('s', '/topic/of/acme')
    await there.subscribe('s', '/topic/of/acme')
    const message = { topic: ofAccount, params: { account: 'acme' }, body: { n: 7 }, eventId: 41, requestId: 'r:1' }
    await other.live.publish(other.db, message)
    for (const client of [here, there]) {
      const { headers, body } = await client.until(has('event-id', '41'))
      expect(JSON.parse(String(body))).toEqual({ n: 7 })
      expect(Object.fromEntries(headers)).toMatchObject({
        subscription: 's',
        destination: '/topic/of/acme',
        sequence: String(at + 1),
        'request-id': 'r:1',
        'content-type': 'application/json',
      })
      client.websocket.terminate()
    }
  })

  test('a personal destination belongs to one user, or to one session, alone', async () => {
    sessions.set('tab', sessionOf('tab', [], { userId: 'ann' }))
    const [ann, tab, bob] = await Promise.all(['ann', 'tab', 'bob'].map((who) => StompClient.connect(node.url, who)))
    for (const client of [ann, tab, bob]) {
      await client?.subscribe('o', '/user/topic/own')
      await client?.subscribe('s', '/user/topic/session')
    }
    await node.live.publish(node.db, { topic: own, to: { userId: 'ann' }, body: { n: 1 } })
    await node.live.publish(node.db, { topic: ofSession, to: { sessionId: 'tab' }, body: { n: 2 } })
    await node.live.publish(node.db, { topic: own, to: { userId: 'bob' }, body: { n: 3 } })
    await bob?.until(({ body }) => String(body) === '{"n":3}')
    await tab?.until(({ body }) => String(body) === '{"n":2}')
    expect([ann?.bodies, tab?.bodies, bob?.bodies]).toEqual([[{ n: 1 }], [{ n: 1 }, { n: 2 }], [{ n: 3 }]])
    for (const client of [ann, tab, bob]) client?.websocket.terminate()
  })

  test('on a shared topic each subscriber gets only what their permissions in the account allow, when replayed too', async () => {
    const clients = await Promise.all(['ann', 'bob', 'vera'].map((who) => StompClient.connect(node.url, who)))
    for (const client of clients) await client.subscribe('u', '/topic/updates')
    const staff = permission('staffOnly', 'Staff only', { role: 'ADMIN' })
    await node.live.publish(node.db, { topic: updates, account: 'acme', body: { n: 1 } })
    await node.live.publish(node.db, { topic: updates, account: 'blue', body: { n: 2 } })
    await node.live.publish(node.db, { topic: updates, account: 'acme', permission: staff, body: { n: 3 } })
    await node.live.publish(node.db, { topic: updates, body: { n: 4 } })
    for (const client of clients) await client.until(({ body }) => String(body) === '{"n":4}')
    const expected = [
      [1, 4],
      [2, 4],
      [1, 2, 3, 4],
    ].map((list) => list.map((n) => ({ n })))
    expect(clients.map((client) => client.bodies)).toEqual(expected)
    const again = await StompClient.connect(other.url, 'bob')
    await again.subscribe('u', '/topic/updates', [['after', '0']])
    expect(again.bodies).toEqual(expected[1])
    for (const client of [...clients, again]) client.websocket.terminate()
  })

  test('of a transaction that is rolled back leave neither message nor gap', async () => {
    const client = await StompClient.connect(node.url, 'ann')
    const at = await client.subscribe('s', '/topic/news')
    const { db, close } = openDatabase(database.url, { size: 1 })
    const failed = db.transaction().execute(async (tx) => {
      await node.live.publish(tx, { topic: events, body: { n: 666 } })
      throw new Error('undone')
    })
    await expect(failed).rejects.toThrow('undone')
    await node.live.publish(node.db, { topic: events, body: { n: 1 } })
    await client.until(has('sequence', String(at + 1)))
    expect(client.bodies).toEqual([{ n: 1 }])
    client.websocket.terminate()
    await close()
  })
})
