import { connect, type NetConnectOpts, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { ScannerUnavailableError } from '#features/platform/file-scans/server/index.ts'
import { writeInto } from '#kit/server/files/write-into.ts'

/** Timeouts of clamd in milliseconds: until it takes a command or the next bytes, and until it has scanned. */
const TIMEOUT_MS = { connect: 10_000, scan: 300_000 }
/** Bytes that may still have been in transit when clamd disconnected. */
const ROUND = 2 * 1024 * 1024
/** The largest response. */
const LONGEST = 4_096

/** The address of clamd. */
export function clamdAddress(url: string): NetConnectOpts {
  if (url.startsWith('unix:')) return { path: url.slice('unix:'.length) }
  const { hostname, port } = new URL(url)
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) }
}

/** Thrown when clamd disconnects while bytes are in transit to it. */
export class ClamdConnectionClosed extends ScannerUnavailableError {
  /** The number of bytes sent to it before. */
  readonly sent: number

  constructor(message: string, sentBytes: number) {
    super(message)
    this.sent = sentBytes
  }
}

/** Bytes to send with a command, and where clamd disconnected the last time. */
export type Stream = {
  readonly bytes: AsyncIterable<Buffer>
  readonly doubtful?: { readonly at: number; readonly pauseMs: number }
}

/**
 * Sends one command, and the bytes that follow it; returns the response, without its NUL. Throws
 * `ScannerUnavailableError`.
 */
export async function sendClamdCommand(
  address: NetConnectOpts,
  command: 'INSTREAM' | 'VERSION',
  stream?: Stream,
): Promise<string> {
  const socket = connect(address)
  socket.setTimeout(TIMEOUT_MS.connect)
  let hasResponded = false
  let sentBytes = 0
  const response = readResponse(socket).finally(() => {
    hasResponded = true
  })
  // Awaited below; until then a rejection has no handler.
  response.catch(() => undefined)
  try {
    socket.write(`z${command}\0`)
    if (!stream) return await response
    for await (const chunk of stream.bytes) {
      if (chunk.length === 0) continue
      if (!(await sendChunk(socket, chunk, pauseAt(stream, sentBytes), () => hasResponded))) break
      sentBytes += chunk.length
    }
    socket.setTimeout(TIMEOUT_MS.scan)
    await send(socket, lengthOf(Buffer.alloc(0)))
    return await response.catch((failure: Error) => {
      throw sentBytes > 0 ? new ClamdConnectionClosed(failure.message, sentBytes) : failure
    })
  } finally {
    socket.destroy()
  }
}

/** A chunk with its length before it; false when it accepts no more, because it has responded or disconnected. */
async function sendChunk(socket: Socket, chunk: Buffer, pauseMs: number, isComplete: () => boolean): Promise<boolean> {
  if (!(await send(socket, lengthOf(chunk)))) return false
  if (pauseMs > 0) await pause(pauseMs)
  return !isComplete() && (await send(socket, chunk))
}

/**
 * clamd rejects a chunk that exceeds its limit by the length alone, responds, and closes; a client that is writing at
 * that moment never reads the response. So where it disconnected before it gets a moment for one, before the bytes
 * follow.
 */
function pauseAt({ doubtful }: Stream, sentBytes: number): number {
  return doubtful && Math.abs(sentBytes - doubtful.at) <= ROUND ? doubtful.pauseMs : 0
}

function lengthOf(chunk: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(chunk.length)
  return length
}

/** False when they were not accepted; the reader of the response gets the reason. */
function send(socket: Socket, bytes: Buffer): Promise<boolean> {
  return writeInto(socket, bytes).then(
    () => true,
    () => false,
  )
}

function readResponse(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    socket.setEncoding('utf8')
    socket.on('data', (some: string) => {
      text += some
      const end = text.indexOf('\0')
      if (end >= 0) resolve(text.slice(0, end).trim())
      else if (text.length > LONGEST) socket.destroy(new Error('its response has no end'))
    })
    socket.on('timeout', () => socket.destroy(new Error('it did not respond in time')))
    socket.on('error', (failure) =>
      reject(new ScannerUnavailableError(`The scanner cannot be reached: ${failure.message}`)),
    )
    socket.on('close', () => reject(new ScannerUnavailableError('The scanner broke off without a response.')))
  })
}
