import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { events, type LiveTestNode, sessionOf, startNode } from '#test/live/live-node.ts'
import { StompClient } from '#test/live/stomp-client.ts'

const sessions = new Map(['ann', 'bob'].map((name) => [name, sessionOf(name)]))
let database: Awaited<ReturnType<typeof testDatabase>>
let here: LiveTestNode

beforeAll(async () => {
  database = await testDatabase()
  here = await startNode(database.url, sessions, { limits: { unsent: 128 * 1024 } })
})

afterAll(async () => {
  await here.stop()
  await database.drop()
})

const sayMore = (body: { n: number; filler: string }) => here.live.publish(here.db, { topic: events, body })

describe('clients that do not listen', () => {
  test('20 clients that do not read are disconnected and delay no other', async () => {
    const stuck = await Promise.all(Array.from({ length: 20 }, () => StompClient.connect(here.url, 'ann')))
    const listening = await StompClient.connect(here.url, 'bob')
    for (const client of [...stuck, listening]) await client.subscribe('n', '/topic/news')
    for (const client of stuck) client.websocket.pause()
    const before = here.live.stats().cut
    const filler = 'x'.repeat(40_000)
    let sent = 0
    while (here.live.stats().cut < before + 20) {
      sent += 1
      await sayMore({ n: sent, filler })
      await listening.until(({ body }) => body.length > 0 && JSON.parse(String(body)).n === sent)
    }
    expect(listening.bodies.length).toBe(sent)
    expect(listening.closed).toBeNull()
    for (const client of [...stuck, listening]) client.websocket.terminate()
  })

  test('a vanished one leaves nothing behind', async () => {
    await expect.poll(() => here.live.stats().connections).toBe(0)
    const { port, hostname } = new URL(here.url)
    const socket = connect(Number(port), hostname)
    const key = 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n'
    socket.write(
      `GET /api/ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nCookie: ann\r\n${key}\r\n`,
    )
    await new Promise((resolve) => socket.once('data', resolve))
    expect(here.live.stats().connections).toBe(1)
    socket.end()
    await expect.poll(() => here.live.stats()).toMatchObject({ connections: 0, sessions: 0, channels: 0 })
  })
})
