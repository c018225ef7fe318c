import { connect } from 'node:net'

/** What arrived on a raw connection until the other side closed it, and how it ended: closed, or timed out. */
export type RawResponse = { readonly text: string; readonly closed: boolean }

/**
 * Sends bytes unchanged over a new connection and reads until the server closes it, or `timeoutMs` are
 * over.
 */
export function sendRaw(url: string, bytes: string, timeoutMs = 60_000): Promise<RawResponse> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(bytes, 'latin1'))
    const timer = setTimeout(() => finish(false), timeoutMs)
    const finish = (closed: boolean) => {
      clearTimeout(timer)
      socket.destroy()
      resolve({ text, closed })
    }
    socket.setEncoding('latin1')
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('end', () => finish(true))
    socket.on('error', (failure: NodeJS.ErrnoException) =>
      failure.code === 'ECONNRESET' || failure.code === 'EPIPE' ? finish(true) : reject(failure),
    )
  })
}

/** The status of the first response in it, 0 when there is none. */
export function statusOf({ text }: RawResponse): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0)
}
