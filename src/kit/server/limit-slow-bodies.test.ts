import { EventEmitter, once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { createHttp } from './http.ts'

/** Kinds of bodies, as programs send them. */
const forms = {
  'a layer': 'PATCH /stream HTTP/1.1\r\nContent-Type: application/octet-stream',
  'a layer without a type': 'PATCH /stream HTTP/1.1',
  'a piece of a file': 'PATCH /stream HTTP/1.1\r\nContent-Type: application/offset+octet-stream',
  'a form': 'POST /stream HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=x',
  JSON: 'POST /json HTTP/1.1\r\nContent-Type: application/json',
} as const
const PIECE = 400
const PIECES = 80
/** What is sent is one JSON text, whatever its form: spaces, then a number. */
const bytesOf = (size: number) => `${' '.repeat(size - 1)}7`

let http: FastifyInstance
let port: number
let taken: Promise<unknown> | undefined
const sockets: Socket[] = []

beforeAll(async () => {
  const read = readConfig({})
  if ('errors' in read) throw new Error(read.errors.join('\n'))
  http = await createHttp({
    config: { ...read.config, secretKey: '', demo: false, dataDirectoryId: '' },
    log: pino({ level: 'silent' }),
    onProblem: async () => undefined,
    leastPace: { bytes: 2_000, ms: 600 },
  })
  http.post('/json', async ({ body }) => ({ body }))
  http.post('/rejected', { onRequest: async (_request, reply) => reply.code(401).send() }, async () => undefined)
  await http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    const count = async (stream: AsyncIterable<Buffer>) => {
      let size = 0
      for await (const piece of stream) size += piece.length
      return { size }
    }
    for (const method of ['PATCH', 'POST'] as const)
      scope.route({ method, url: '/stream', handler: ({ body }) => count(body as AsyncIterable<Buffer>) })
    scope.patch('/later', async ({ body }) => {
      await taken
      return count(body as AsyncIterable<Buffer>)
    })
  })
  await http.listen({ port: 0, host: '127.0.0.1' })
  port = (http.server.address() as AddressInfo).port
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await http.close()
})

/** Begins a request; what comes back is collected until the connection is closed. */
async function begin(head: string, size: number | 'chunked') {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1')
  sockets.push(socket)
  await once(socket, 'connect')
  const seen = { socket, text: '', closed: false }
  socket.on('error', () => undefined).on('close', () => Object.assign(seen, { closed: true }))
  socket.on('data', (text) => Object.assign(seen, { text: seen.text + text }))
  const framing = size === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${size}`
  socket.write(`${head}\r\nHost: x\r\n${framing}\r\n\r\n`)
  return seen
}

/** Calls until it returns false, as often as a line of a few kilobytes a second would. */
const often = (send: () => boolean) =>
  new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      if (send()) return
      clearInterval(timer)
      resolve()
    }, 25)
  })

describe.concurrent.each(Object.entries(forms))('%s', (_form, head) => {
  test('that keeps coming is taken, however long it takes', async ({ expect }) => {
    const [whole, chunked] = [await begin(head, PIECE * PIECES), await begin(head, 'chunked')]
    const text = bytesOf(PIECE * PIECES)
    let sent = 0
    await often(() => {
      const piece = text.slice(sent, sent + PIECE)
      whole.socket.write(piece)
      chunked.socket.write(`${PIECE.toString(16)}\r\n${piece}\r\n`)
      sent += PIECE
      return sent < text.length
    })
    chunked.socket.write('0\r\n\r\n')
    await expect
      .poll(() => [whole.text, chunked.text].map((text) => text.slice(0, 12)))
      .toEqual(['HTTP/1.1 200', 'HTTP/1.1 200'])
  })

  test('that stops, or comes in drops, is answered 408 and closed', async ({ expect }) => {
    const [silent, late, drops] = [await begin(head, 50_000), await begin(head, 50_000), await begin(head, 'chunked')]
    late.socket.write(bytesOf(30_000))
    const dropping = often(() => !drops.closed && drops.socket.write('1\r\n \r\n'))
    const all = [silent, late, drops]
    await expect.poll(() => all.map(({ closed }) => closed)).toEqual([true, true, true])
    // A client that still sends may lose what came back.
    expect([silent, late].map(({ text }) => /^HTTP\/1\.1 408 .*request-too-slow/s.test(text))).toEqual([true, true])
    await dropping
  })
})

test('a body that its portal does not read yet is not the fault of its sender', async () => {
  const gate = new EventEmitter()
  taken = once(gate, 'open')
  const stalled = await begin(forms.JSON, 100)
  const held = await begin('PATCH /later HTTP/1.1\r\nContent-Type: application/octet-stream', 3_000_000)
  held.socket.write(bytesOf(3_000_000))
  await expect.poll(() => stalled.closed).toBe(true)
  gate.emit('open')
  await expect.poll(() => held.text).toContain('{"size":3000000}')
})

test('a body that was rejected and does not end holds no connection', async () => {
  const rejected = await begin('POST /rejected HTTP/1.1\r\nContent-Type: application/json', 100_000)
  await expect.poll(() => rejected.text).toMatch(/^HTTP\/1\.1 401/)
  await expect.poll(() => rejected.closed).toBe(true)
  expect(rejected.text).not.toContain('408')
})

test('of many bodies that stall at once none stays, and a request beside them is served', async () => {
  const many = await Promise.all(Array.from({ length: 200 }, () => begin(forms['a layer'], 1_000)))
  const beside = await begin(forms.JSON, 1)
  beside.socket.write('7')
  await expect.poll(() => beside.text).toContain('{"body":7}')
  await expect.poll(() => many.every(({ closed }) => closed)).toBe(true)
})
