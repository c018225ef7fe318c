import { isUtf8 } from 'node:buffer'
import { type Frame, FrameError, type FrameLimits, frameLimits, type Version } from './frame.ts'
import { unescapeHeader } from './header-escape.ts'

const NUL = 0
const LF = 10
const CR = 13
const LONGEST_COMMAND = 16

type Head = Omit<Frame, 'body'> & { readonly size: number; readonly contentLength: number | null }

/**
 * Reads STOMP frames from bytes that arrive in any pieces. `push` takes bytes, `next` returns the complete frames. A
 * frame is consumed before it is returned, so its handler may push, read again or throw. Every byte is scanned once: a
 * frame that arrives byte by byte costs no more than one that arrives at once.
 */
export class FrameDecoder {
  /** Decides the escapes; null until CONNECT has set it. */
  version: Version | null = null
  #limits: FrameLimits
  #bytes: Buffer | null = null
  #start = 0
  #end = 0
  #scan = 0
  #line = 0
  #owned = false
  #head: Head | null = null

  constructor(limits: FrameLimits = frameLimits) {
    this.#limits = limits
  }

  push(chunk: Buffer): void {
    if (this.#bytes === null) {
      this.#bytes = chunk
      this.#owned = false
      this.#end = chunk.length
      return
    }
    if (!this.#owned || this.#bytes.length - this.#end < chunk.length) this.#grow(this.#bytes, chunk.length)
    this.#end += chunk.copy(this.#bytes, this.#end)
  }

  /** The next complete frame, or null when more bytes are needed. Throws FrameError; nothing can be read after that. */
  next(): Frame | null {
    const bytes = this.#bytes
    if (bytes === null) return null
    if (this.#head === null) {
      this.#skipLineEnds(bytes)
      if (this.#start === this.#end) return this.#forget()
      this.#head = this.#readHead(bytes)
      if (this.#head === null) return null
      this.#scan = this.#start + this.#head.size
    }
    const end = this.#bodyEnd(bytes, this.#head)
    if (end === null) return null
    const { command, headers, size } = this.#head
    const body = bytes.subarray(this.#start + size, end)
    this.#begin(end + 1)
    return { command, headers, body }
  }

  #grow(bytes: Buffer, more: number): void {
    const keptBytes = this.#end - this.#start
    const larger = Buffer.allocUnsafe(Math.max(512, 2 * (keptBytes + more)))
    bytes.copy(larger, 0, this.#start, this.#end)
    this.#scan -= this.#start
    this.#line -= this.#start
    this.#start = 0
    this.#end = keptBytes
    this.#bytes = larger
    this.#owned = true
  }

  #begin(start: number): void {
    this.#head = null
    this.#start = start
    this.#scan = start
    this.#line = start
  }

  #forget(): null {
    this.#bytes = null
    this.#end = 0
    this.#begin(0)
    return null
  }

  #skipLineEnds(bytes: Buffer): void {
    if (this.#scan !== this.#start) return
    let start = this.#start
    while (start < this.#end && (bytes[start] === LF || bytes[start] === CR)) start += 1
    this.#begin(start)
  }

  #readHead(bytes: Buffer): Head | null {
    for (; this.#scan < this.#end; this.#scan += 1) {
      const byte = bytes[this.#scan]
      const size = this.#scan - this.#start
      if (byte === NUL) throw new FrameError('frame-malformed', 'a NUL before the end of the headers')
      if (size > this.#limits.head) throw new FrameError('frame-too-large', 'too many bytes of headers')
      if (byte !== LF) {
        if (this.#line === this.#start && size > LONGEST_COMMAND) throw new FrameError('frame-malformed', 'no command')
        continue
      }
      const length = this.#scan - this.#line
      if (length === 0 || (length === 1 && bytes[this.#line] === CR)) {
        return this.#parseHead(bytes.subarray(this.#start, this.#line), size + 1)
      }
      this.#line = this.#scan + 1
    }
    return null
  }

  #parseHead(bytes: Buffer, size: number): Head {
    if (!isUtf8(bytes)) throw new FrameError('frame-malformed', 'headers are not UTF-8')
    const [name = '', ...lines] = bytes
      .toString('utf8')
      .replace(/\r?\n$/, '')
      .split(/\r?\n/)
    if (!/^[A-Z]+$/.test(name)) throw new FrameError('frame-malformed', 'no command')
    if (lines.length > this.#limits.headers) throw new FrameError('frame-too-large', 'too many headers')
    const rules = name === 'CONNECT' || name === 'CONNECTED' || name === 'STOMP' ? '1.0' : (this.version ?? '1.0')
    const headers = new Map<string, string>()
    for (const line of lines) {
      const colon = line.indexOf(':')
      if (colon < 1) throw new FrameError('frame-malformed', 'a header without a name')
      const header = unescapeHeader(rules, line.slice(0, colon))
      if (!headers.has(header)) headers.set(header, unescapeHeader(rules, line.slice(colon + 1)))
    }
    return { command: name, headers, size, contentLength: readLength(headers.get('content-length')) }
  }

  #bodyEnd(bytes: Buffer, head: Head): number | null {
    const start = this.#start + head.size
    if (head.contentLength !== null) {
      const end = start + head.contentLength
      this.#checkSize(end - this.#start)
      if (this.#end <= end) return null
      if (bytes[end] !== NUL) throw new FrameError('frame-malformed', 'no NUL after content-length bytes')
      return end
    }
    const nulAt = bytes.subarray(0, this.#end).indexOf(NUL, this.#scan)
    this.#checkSize((nulAt < 0 ? this.#end : nulAt) - this.#start)
    this.#scan = this.#end
    return nulAt < 0 ? null : nulAt
  }

  #checkSize(size: number): void {
    if (size > this.#limits.frame)
      throw new FrameError('frame-too-large', `a frame has at most ${this.#limits.frame} bytes`)
  }
}

function readLength(text: string | undefined): number | null {
  if (text === undefined) return null
  if (!/^\d{1,9}$/.test(text)) throw new FrameError('frame-malformed', 'content-length is not a number')
  return Number(text)
}
