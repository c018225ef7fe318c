import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { permission } from '#kit/contract/permission.ts'
import { problems } from '#kit/contract/problem.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { testDatabase } from '#test/database.ts'
import { events, type LiveTestNode, sessionOf, startNode } from '#test/live/live-node.ts'
import { StompClient } from '#test/live/stomp-client.ts'
import { liveSend } from './send.ts'
import type { LiveSession } from './session.ts'

const handled: unknown[] = []
const { 'not-today': notToday } = problems({ 'not-today': { status: 409, text: 'Not today.' } })
const slow = liveSend({
  destination: '/app/slow',
  summary: 'Takes its time',
  guard: 'signed-in',
  body: z.object({ n: z.int() }),
  async handle(_, { n }) {
    await new Promise((resolve) => setTimeout(resolve, 20 - n * 9))
    handled.push(n)
  },
})
const rejecting = liveSend({
  destination: '/app/reject',
  summary: 'Rejects',
  guard: 'signed-in',
  handle: async () => throwProblem(notToday),
})
const breaking = liveSend({
  destination: '/app/break',
  summary: 'Breaks',
  guard: permission('breakThings', 'Break things', { role: 'ADMIN' }),
  handle: () => Promise.reject(new Error('the secret reason')),
})

const sessions = new Map<string, LiveSession>()
let database: Awaited<ReturnType<typeof testDatabase>>
let node: LiveTestNode

beforeAll(async () => {
  database = await testDatabase()
  node = await startNode(database.url, sessions, { sends: [slow, rejecting, breaking] })
})

afterAll(async () => {
  await node.stop()
  await database.drop()
})

beforeEach(() => {
  sessions.clear()
  handled.length = 0
  sessions.set('ann', sessionOf('ann', [{ role: 'USER', account: 'acme' }]))
  sessions.set('vera', sessionOf('vera', [{ role: 'ADMIN', account: '*' }]))
})

const isError = ({ command }: { command: string }) => command === 'ERROR'
const has = (name: string, value: string) => (frame: { headers: ReadonlyMap<string, string> }) =>
  frame.headers.get(name) === value

async function problemOf(client: StompClient) {
  const { headers } = await client.until(isError)
  await client.untilClosed()
  return Object.fromEntries([...headers].filter(([name]) => ['code', 'destination', 'receipt-id'].includes(name)))
}

describe('handshake', () => {
  test.each([
    ['401 without a session', 'nobody', {}, undefined, '401'],
    ['403 from a foreign page', 'ann', { origin: 'http://theirs' }, undefined, '403'],
    ['400 for a subprotocol that is not STOMP', 'ann', {}, ['mqtt'], '400'],
  ])('%s', async (_, cookie, headers, protocols, status) => {
    await expect(StompClient.open(node.url, cookie, headers, protocols)).rejects.toThrow(status)
  })

  test('another path is 404, and our own page is accepted', async () => {
    await expect(StompClient.open(`${node.url}/x`, 'ann')).rejects.toThrow('404')
    const client = await StompClient.open(node.url, 'ann', { origin: 'http://ours' })
    expect(client.websocket.protocol).toBe('v12.stomp')
    client.websocket.terminate()
  })

  test.each([
    ['1.0,1.1,1.2', '1.2'],
    ['1.1,1.0', '1.1'],
    ['1.0', '1.0'],
  ])('of %s it chooses %s', async (offered, version) => {
    const client = await StompClient.open(node.url, 'ann')
    client.send('CONNECT', [
      ['accept-version', offered],
      ['heart-beat', '10000,10000'],
    ])
    const { headers } = await client.until(has('version', version))
    expect(headers.get('heart-beat')).toBe('10000,10000')
    client.websocket.terminate()
  })

  test('a socket that ends before it is accepted leaves nothing behind', async () => {
    const { port, hostname } = new URL(node.url)
    const socket = connect(Number(port), hostname)
    socket.end('GET /api/ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nCookie: ann\r\n\r\n')
    await new Promise((resolve) => socket.resume().on('close', resolve))
    const count = () => new Promise<number>((resolve) => node.server.getConnections((_, open) => resolve(open)))
    await expect.poll(count).toBe(0)
  })
})

describe('rejections', () => {
  test.each([
    ['an unknown version', 'CONNECT\naccept-version:2.0\n\n\0', { code: 'version-unsupported' }],
    [
      'a frame before CONNECT',
      'SUBSCRIBE\nid:1\ndestination:/topic/news\n\n\0',
      { code: 'not-connected', destination: '/topic/news' },
    ],
    ['garbage', 'hello\0world', { code: 'frame-malformed' }],
  ])('%s', async (_, bytes, problem) => {
    const client = await StompClient.open(node.url, 'ann')
    client.websocket.send(bytes)
    expect(await problemOf(client)).toEqual(problem)
  })

  test.each([
    ['CONNECT', [], 'already-connected'],
    ['BEGIN', [['transaction', 't']], 'transactions-unsupported'],
    ['HELLO', [], 'command-unknown'],
    ['SUBSCRIBE', [['destination', '/topic/news']], 'header-missing'],
    ['SUBSCRIBE', [['id', '1']], 'header-missing'],
    [
      'SUBSCRIBE',
      [
        ['id', '1'],
        ['destination', '/topic/nothing'],
      ],
      'destination-unknown',
    ],
    [
      'SUBSCRIBE',
      [
        ['id', '1'],
        ['destination', '/person/ann/topic/own'],
      ],
      'destination-unknown',
    ],
    [
      'SUBSCRIBE',
      [
        ['id', '1'],
        ['destination', '/node/sessions'],
      ],
      'destination-unknown',
    ],
    [
      'SUBSCRIBE',
      [
        ['id', '1'],
        ['destination', '/topic/of/blue'],
        ['receipt', 'r'],
      ],
      'destination-denied',
    ],
    [
      'SUBSCRIBE',
      [
        ['id', '1'],
        ['destination', '/topic/news'],
        ['after', 'x'],
      ],
      'header-invalid',
    ],
    ['ACK', [], 'header-missing'],
    ['SEND', [['destination', '/topic/news']], 'destination-unknown'],
    ['SEND', [['destination', '/app/break']], 'destination-denied'],
    ['SEND', [['destination', '/app/slow']], 'body-invalid'],
    ['SEND', [['destination', '/app/reject']], 'not-today'],
  ] as const)('%s %j is an ERROR with %s, and the end', async (command, headers, code) => {
    const client = await StompClient.connect(node.url, 'ann')
    client.send(command, headers)
    const wanted = Object.fromEntries(headers.filter(([name]) => name === 'destination'))
    const receipt = (headers as readonly (readonly [string, string])[]).find(([name]) => name === 'receipt')
    expect(await problemOf(client)).toEqual({ code, ...wanted, ...(receipt && { 'receipt-id': receipt[1] }) })
  })

  test('an internal failure is sent without details', async () => {
    const client = await StompClient.connect(node.url, 'vera')
    client.send('SEND', [['destination', '/app/break']])
    expect(await problemOf(client)).toEqual({ code: 'internal-error', destination: '/app/break' })
    expect(String(client.frames.at(-1)?.body)).not.toContain('secret')
  })

  test('the 201st subscription, and a frame of more than a megabyte', async () => {
    const client = await StompClient.connect(node.url, 'ann')
    for (let n = 0; n < 201; n += 1)
      client.send('SUBSCRIBE', [
        ['id', `${n}`],
        ['destination', '/topic/news'],
      ])
    expect(await problemOf(client)).toMatchObject({ code: 'subscriptions-too-many' })
    const loud = await StompClient.connect(node.url, 'ann')
    for (let n = 0; n < 130; n += 1) loud.websocket.send(n === 0 ? 'SEND\n\n' : 'x'.repeat(8192))
    expect(await problemOf(loud)).toEqual({ code: 'frame-too-large' })
  })
})

describe('frames of a connection', () => {
  test('are handled strictly in order, each once, several in one message or one in several', async () => {
    const client = await StompClient.connect(node.url, 'ann')
    const frame = (n: number) => `SEND\ndestination:/app/slow\nreceipt:${n}\n\n{"n":${n}}\0`
    client.websocket.send(frame(0) + frame(1))
    for (const byte of frame(2)) client.websocket.send(byte)
    client.websocket.send('DISCONNECT\nreceipt:bye\n\n\0')
    await client.untilClosed()
    expect(handled).toEqual([0, 1, 2])
    expect(client.frames.map((one) => one.headers.get('receipt-id')).slice(1)).toEqual(['0', '1', '2', 'bye'])
  })

  test('after UNSUBSCRIBE no message arrives, though the SUBSCRIBE before it was still reading', async () => {
    await node.live.publish(node.db, { topic: events, body: { n: 1 } })
    const client = await StompClient.connect(node.url, 'ann')
    const at = await client.subscribe('a', '/topic/news')
    client.websocket.send('UNSUBSCRIBE\nid:a\n\n\0')
    client.websocket.send('SUBSCRIBE\nid:b\ndestination:/topic/news\nafter:0\n\n\0UNSUBSCRIBE\nid:b\n\n\0')
    await node.live.publish(node.db, { topic: events, body: { n: 2 } })
    const next = await client.subscribe('c', '/topic/news', [['after', String(at)]])
    expect(next).toBe(at + 1)
    const received = client.messages.map(({ headers }) => headers.get('subscription'))
    expect(received.filter((id) => id === 'a')).toEqual([])
    expect(received.lastIndexOf('b')).toBeLessThan(received.indexOf('c'))
    client.websocket.terminate()
  })
})
