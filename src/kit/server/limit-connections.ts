import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { BlockList, isIPv6, type Socket } from 'node:net'

/** Requests of one connection that run at once; more wait, unread where they are not read yet. */
const REQUESTS_AT_ONCE = 8

type WaitingRequest = { readonly request: IncomingMessage; readonly response: ServerResponse }

/**
 * Limits what one client may hold: eight requests of a connection at once, a response that is not read for
 * `unreadResponseMs`, and connections per address. Addresses of trusted proxies and of this machine, behind which many
 * clients are, have no such limit.
 */
export function limitConnections(
  server: Server,
  limits: {
    unreadResponseMs: number
    connectionsPerAddress: number
    trustedProxies: readonly string[]
    /** Networks of this machine. */
    own?: readonly string[]
  },
): void {
  const sharedAddresses = new BlockList()
  for (const network of [...limits.trustedProxies, ...(limits.own ?? ['127.0.0.0/8', '::1'])])
    addNetwork(sharedAddresses, network)
  limitAddresses(server, limits.connectionsPerAddress, sharedAddresses)
  limitRequests(server)
  server.setTimeout(limits.unreadResponseMs, (socket) => {
    if (socket.writableLength > 0) socket.destroy()
  })
}

function limitAddresses(server: Server, most: number, sharedAddresses: BlockList): void {
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
    if (address === '' || sharedAddresses.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) return
    const count = (open.get(address) ?? 0) + 1
    if (count > most) return void socket.destroy()
    open.set(address, count)
    socket.once('close', () => {
      const openLeft = (open.get(address) ?? 1) - 1
      if (openLeft === 0) open.delete(address)
      else open.set(address, openLeft)
    })
  })
}

/** Runs before the listener that handles requests. */
function limitRequests(server: Server): void {
  const [listener] = server.listeners('request') as RequestListener[]
  if (!listener) throw new Error('nobody listens for requests yet')
  server.removeListener('request', listener)
  const lines = new WeakMap<Socket, { running: number; waiting: WaitingRequest[] }>()
  server.on('request', (request, response) => {
    const { socket } = request
    const line = lines.get(socket) ?? { running: 0, waiting: [] }
    lines.set(socket, line)
    if (line.running >= REQUESTS_AT_ONCE) {
      line.waiting.push({ request, response })
      socket.pause()
    } else begin({ request, response })

    function begin(next: WaitingRequest): void {
      line.running += 1
      next.response.once('close', () => {
        line.running -= 1
        const after = line.waiting.shift()
        if (socket.destroyed) line.waiting.length = 0
        else if (after) begin(after)
        else if (socket.isPaused()) socket.resume()
      })
      listener!.call(server, next.request, next.response)
    }
  })
}

function addNetwork(list: BlockList, network: string): void {
  const [address = '', prefix] = network.split('/')
  const family = isIPv6(address) ? 'ipv6' : 'ipv4'
  if (prefix === undefined) list.addAddress(address, family)
  else list.addSubnet(address, Number(prefix), family)
}
