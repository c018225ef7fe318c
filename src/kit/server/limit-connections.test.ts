import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { limitConnections } from './limit-connections.ts'

const servers: Server[] = []
const sockets: Socket[] = []

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const server of servers.splice(0)) server.close()
})

async function serve(listener: RequestListener, limits: { unreadResponseMs?: number; own?: string[] } = {}) {
  const server = createServer(listener)
  limitConnections(server, { unreadResponseMs: 60_000, connectionsPerAddress: 10, trustedProxies: [], ...limits })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  servers.push(server)
  return (server.address() as AddressInfo).port
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

test('of 3,000 requests on one connection eight run at once, and all get their responses in order', async () => {
  let running = 0
  let most = 0
  const port = await serve((request, response) => {
    running += 1
    most = Math.max(most, running)
    setImmediate(() => {
      running -= 1
      response.end(`<${request.url}>`)
    })
  })
  const socket = await open(port)
  let text = ''
  socket.setEncoding('latin1').on('data', (part) => {
    text += part
  })
  const paths = Array.from({ length: 3_000 }, (_, n) => `/${n}`)
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''))
  await expect.poll(() => text.includes('</2999>')).toBe(true)
  expect([...text.matchAll(/<([^>]*)>/g)].map(([, path]) => path)).toEqual(paths)
  expect(most).toBe(8)
})

test('a response that its client does not read ends with its connection; a slow response does not', async () => {
  const closed: string[] = []
  const port = await serve(
    (request, response) => {
      request.socket.once('close', () => closed.push(request.url!))
      if (request.url === '/large') response.end(Buffer.alloc(50_000_000))
    },
    { unreadResponseMs: 300 },
  )
  const [unread, waiting] = [await open(port), await open(port)]
  unread.pause()
  waiting.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n')
  unread.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n')
  await expect.poll(() => closed).toEqual(['/large'])
})

test('the eleventh connection of an address is closed, and a new one is accepted when one of the others ends', async () => {
  const port = await serve((_request, response) => response.end('served'), { own: [] })
  const held = await Promise.all(Array.from({ length: 10 }, () => open(port)))
  const served = () =>
    fetch(`http://127.0.0.1:${port}`).then(
      (response) => response.text(),
      () => 'closed',
    )
  expect(await served()).toBe('closed')
  held[0]!.destroy()
  await expect.poll(served).toBe('served')
})
