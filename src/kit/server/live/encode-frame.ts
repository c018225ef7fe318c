import type { Version } from './frame.ts'
import { escapeHeader } from './header-escape.ts'

/** Headers to send, in order. */
export type HeaderList = readonly (readonly [name: string, value: string])[]

/**
 * Writes a STOMP frame. A body gets its `content-length` in bytes. CONNECT and CONNECTED stay unescaped (STOMP 1.2).
 */
export function encodeFrame(version: Version, command: string, headers: HeaderList, body = ''): string {
  const rules = command === 'CONNECT' || command === 'CONNECTED' ? '1.0' : version
  let text = `${command}\n`
  for (const [name, value] of headers) text += `${escapeHeader(rules, name)}:${escapeHeader(rules, value)}\n`
  if (body !== '') text += `content-length:${Buffer.byteLength(body)}\n`
  return `${text}\n${body}\0`
}

/**
 * Wraps text into one unmasked WebSocket text message (RFC 6455 §5.2). Made by hand so that one buffer can be written
 * to every subscriber's socket: `ws` would build a header, and write twice, for each of them.
 */
export function websocketText(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const message = Buffer.allocUnsafe(head + length)
  message[0] = 0x81
  if (head === 2) message[1] = length
  else if (head === 4) {
    message[1] = 126
    message.writeUInt16BE(length, 2)
  } else {
    message[1] = 127
    message.writeBigUInt64BE(BigInt(length), 2)
  }
  message.write(text, head, 'utf8')
  return message
}
