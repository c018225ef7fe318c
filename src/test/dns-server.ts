import { createSocket } from 'node:dgram'
import { once } from 'node:events'

const TXT = 16
const NAME_ERROR = 3

/**
 * A DNS server on the loopback (RFC 1035, UDP) that knows the TXT records in `records`; any other name does not exist.
 */
export async function openDnsServer() {
  const records = new Map<string, readonly string[]>()
  const state = { silent: false }
  const socket = createSocket('udp4')
  socket.on('message', (query, from) => {
    if (!state.silent) socket.send(encodeResponse(query, records), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    records,
    state,
    close: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  }
}

function encodeResponse(query: Buffer, records: ReadonlyMap<string, readonly string[]>): Buffer {
  const { name, end } = nameAt(query, 12)
  const known = query.readUInt16BE(end) === TXT ? (records.get(name) ?? []) : []
  const head = Buffer.from(query.subarray(0, 12))
  head.writeUInt16BE(0x8180 | (known.length > 0 ? 0 : NAME_ERROR), 2)
  head.writeUInt16BE(known.length, 6)
  head.writeUInt32BE(0, 8)
  return Buffer.concat([head, query.subarray(12, end + 4), ...known.map(record)])
}

/** A record of the requested name, which is at offset 12. Texts of more than 255 bytes are sent in parts. */
function record(text: string): Buffer {
  const parts = text.match(/.{1,255}/gs)!.map((part) => Buffer.from(`\0${part}`))
  for (const part of parts) part[0] = part.length - 1
  const data = Buffer.concat(parts)
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(TXT, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

function nameAt(query: Buffer, start: number): { name: string; end: number } {
  const labels: string[] = []
  let at = start
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 }
}
