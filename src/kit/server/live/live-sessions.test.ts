import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RoleHeld } from '#kit/contract/permission.ts'
import { testDatabase } from '#test/database.ts'
import { events, type LiveTestNode, ofAccount, ofSession, own, sessionOf, startNode } from '#test/live/live-node.ts'
import { StompClient } from '#test/live/stomp-client.ts'
import { purgeLiveMessages } from './publish.ts'
import type { LiveSession } from './session.ts'

const sessions = new Map<string, LiveSession>()
const acme: RoleHeld = { role: 'USER', account: 'acme' }
const blue: RoleHeld = { role: 'USER', account: 'blue' }
let database: Awaited<ReturnType<typeof testDatabase>>
let here: LiveTestNode
let there: LiveTestNode

beforeAll(async () => {
  database = await testDatabase()
  here = await startNode(database.url, sessions)
  there = await startNode(database.url, sessions)
})

afterAll(async () => {
  await here.stop()
  await there.stop()
  await database.drop()
})

beforeEach(() => {
  sessions.clear()
  sessions.set('ann', sessionOf('ann', [acme, blue]))
  sessions.set('bob', sessionOf('bob'))
})

const event = (name: string) => (frame: { headers: ReadonlyMap<string, string> }) => frame.headers.get('event') === name
/** A signal that one side waits for and the other gives. */
function signal(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
/** Ann's session, this many milliseconds before its end. */
const endingIn = (ms: number) => sessionOf('ann', [], { expiresAt: new Date(Date.now() + ms) })
const sayMore = (body: { n: number; filler: string }) => here.live.publish(here.db, { topic: events, body })
const say = (n: number) => here.live.publish(here.db, { topic: events, body: { n } })

describe('a session that changes', () => {
  test('and has ended is closed on every node', async () => {
    const clients = [await StompClient.connect(here.url, 'ann'), await StompClient.connect(there.url, 'ann')]
    const bystander = await StompClient.connect(there.url, 'bob')
    sessions.delete('ann')
    await here.live.sessionsChanged({ sessionId: 'ann' })
    for (const client of clients) expect(await client.untilClosed()).toEqual({ code: 1008, reason: 'session-ended' })
    expect(bystander.closed).toBeNull()
    bystander.websocket.terminate()
  })

  test('and has lost a permission gets a last message there, and keeps the rest', async () => {
    const client = await StompClient.connect(there.url, 'ann')
    await client.subscribe('a', '/topic/of/acme')
    await client.subscribe('b', '/topic/of/blue')
    sessions.set('ann', sessionOf('ann', [blue]))
    await here.live.sessionsChanged({ userId: 'ann' })
    const { headers } = await client.until(event('revoked'))
    expect(headers.get('destination')).toBe('/topic/of/acme')
    for (const account of ['acme', 'blue']) {
      await here.live.publish(here.db, { topic: ofAccount, params: { account }, body: { n: 1 } })
    }
    await client.until(({ body }) => String(body) === '{"n":1}')
    expect(client.messages.map((frame) => frame.headers.get('destination'))).toEqual([
      '/topic/of/acme',
      '/topic/of/blue',
    ])
    client.send('UNSUBSCRIBE', [
      ['id', 'a'],
      ['receipt', 'u'],
    ])
    await client.until((frame) => frame.headers.get('receipt-id') === 'u')
    client.websocket.terminate()
  })

  test('because impersonation begins leaves the user’s own destinations, not the session’s', async () => {
    const client = await StompClient.connect(here.url, 'ann')
    await client.subscribe('o', '/user/topic/own')
    await client.subscribe('s', '/user/topic/session')
    sessions.set('ann', { ...sessionOf('bob'), sessionId: 'ann', impersonatorId: 'ann' })
    await here.live.sessionsChanged({ sessionId: 'ann' })
    expect((await client.until(event('revoked'))).headers.get('subscription')).toBe('o')
    await here.live.publish(here.db, { topic: own, to: { userId: 'ann' }, body: { n: 1 } })
    await here.live.publish(here.db, { topic: own, to: { userId: 'bob' }, body: { n: 2 } })
    await here.live.publish(here.db, { topic: ofSession, to: { sessionId: 'ann' }, body: { n: 3 } })
    await client.until(({ body }) => String(body) === '{"n":3}')
    await client.subscribe('p', '/user/topic/own', [['after', '0']])
    expect(client.bodies).toEqual([{ n: 3 }, { n: 2 }])
    client.websocket.terminate()
  })

  test('during the handshake is not missed', async () => {
    const requested = signal()
    const held = signal()
    const node = await startNode(database.url, sessions, {
      async identify({ headers }) {
        const session = sessions.get(headers.cookie ?? '') ?? null
        if (headers.cookie === 'bob') return session
        requested.resolve()
        await held.promise
        return session
      },
    })
    const opening = StompClient.open(node.url, 'ann')
    await requested.promise
    const bystander = await StompClient.connect(node.url, 'bob')
    await bystander.subscribe('n', '/topic/news')
    sessions.delete('ann')
    await here.live.sessionsChanged({ sessionId: 'ann' })
    // Once this message has arrived, the node has been notified of the change.
    await say(1)
    await bystander.until(({ body }) => String(body) === '{"n":1}')
    held.resolve()
    expect(await (await opening).untilClosed()).toMatchObject({ code: 1008 })
    bystander.websocket.terminate()
    await node.stop()
  })

  test('by expiring is closed without a notification', async () => {
    const node = await startNode(database.url, sessions, {
      async identify() {
        sessions.set('ann', endingIn(1_000))
        return sessions.get('ann')!
      },
    })
    const client = await StompClient.open(node.url, 'ann')
    expect(await client.untilClosed()).toEqual({ code: 1008, reason: 'session-ended' })
    await node.stop()
  })

  test('by being renewed stays connected', async () => {
    // It was renewed after this connection was accepted.
    sessions.set('ann', sessionOf('ann'))
    const requested = signal()
    const node = await startNode(database.url, sessions, {
      identify: async () => endingIn(500),
      async reload(ids) {
        requested.resolve()
        return ids.flatMap((id) => sessions.get(id) ?? [])
      },
    })
    const client = await StompClient.connect(node.url, 'ann')
    await requested.promise
    await client.subscribe('n', '/topic/news')
    client.websocket.terminate()
    await node.stop()
  })
})

describe('after a gap', () => {
  test('SUBSCRIBE with after gets what was missed and continues live, without loss or doubling, during a stream', async () => {
    const first = await StompClient.connect(here.url, 'ann')
    const from = await first.subscribe('n', '/topic/news')
    first.websocket.terminate()
    let going = true
    const stream = (async () => {
      for (let n = 0; going; n += 1) await say(n)
    })()
    const clients = await Promise.all(
      Array.from({ length: 20 }, (_, n) => StompClient.connect(n % 2 ? here.url : there.url, 'ann')),
    )
    for (const client of clients) await client.subscribe('n', '/topic/news', [['after', String(from)]])
    going = false
    await stream
    const { rows } = await sql<{
      at: number
    }>`select sequence as at from live_destinations where destination = '/topic/news'`.execute(here.db)
    const last = Number(rows[0]?.at)
    const all = Array.from({ length: last - from }, (_, n) => from + 1 + n)
    for (const client of clients) {
      await client.until((frame) => frame.headers.get('sequence') === String(last) && frame.command === 'MESSAGE')
      expect(client.messages.map((frame) => Number(frame.headers.get('sequence')))).toEqual(all)
      client.websocket.terminate()
    }
  })

  test('what arrives while a slow client still reads the missed messages comes after them', async () => {
    const node = await startNode(database.url, sessions, { limits: { unsent: 64 * 1024 * 1024 } })
    const bystander = await StompClient.connect(node.url, 'bob')
    const from = await bystander.subscribe('n', '/topic/news')
    const filler = 'x'.repeat(1_000_000)
    for (let n = 1; n <= 20; n += 1) await sayMore({ n, filler })
    await bystander.until((frame) => frame.headers.get('sequence') === String(from + 20))
    const client = await StompClient.connect(node.url, 'ann')
    client.send('SUBSCRIBE', [
      ['id', 's'],
      ['destination', '/topic/news'],
      ['after', String(from)],
    ])
    client.websocket.pause()
    await expect.poll(() => node.live.stats().delivered).toBeGreaterThan(20)
    await say(21)
    await bystander.until((frame) => frame.headers.get('sequence') === String(from + 21))
    client.websocket.resume()
    await client.until((frame) => frame.headers.get('sequence') === String(from + 21))
    expect(client.messages.length).toBe(21)
    for (const one of [client, bystander]) one.websocket.terminate()
    await node.stop()
  })

  test.each([
    ['that is not kept any more', 0],
    ['that is not known here', 1_000_000],
  ])('one %s is a gap message with the sequence to continue from', async (_, after) => {
    await say(1)
    await sql`update live_messages set at = now() - interval '11 minutes'`.execute(here.db)
    await purgeLiveMessages(here.db)
    const client = await StompClient.connect(here.url, 'ann')
    const at = await client.subscribe('n', '/topic/news', [['after', String(after)]])
    expect(client.messages.map(({ headers }) => [headers.get('event'), headers.get('sequence')])).toEqual([
      ['gap', String(at)],
    ])
    await say(2)
    await client.until((frame) => frame.headers.get('sequence') === String(at + 1))
    client.websocket.terminate()
  })

  test('LISTEN that was cut off is restored, and what came meanwhile is delivered', async () => {
    const client = await StompClient.connect(there.url, 'ann')
    const at = await client.subscribe('n', '/topic/news')
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where starts_with(application_name, 'headend live') and datname = current_database()`.execute(
      here.db,
    )
    await say(1)
    await say(2)
    await client.until((frame) => frame.headers.get('sequence') === String(at + 2))
    expect(client.bodies).toEqual([{ n: 1 }, { n: 2 }])
    client.websocket.terminate()
  })
})
