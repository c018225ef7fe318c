import { createHash } from 'node:crypto'
import { Agent as HttpAgent, type IncomingMessage, request as overHttp } from 'node:http'
import { Agent as HttpsAgent, request as overHttps } from 'node:https'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { canonicalQuery, presignUrl, signRequest } from '../aws/sigv4.ts'
import { S3Error } from './s3-error.ts'
import type { S3Settings } from './s3-settings.ts'
import { textOf } from './s3-xml.ts'

/** A call: of a key, or of the bucket without one. */
export type S3Call = {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  readonly key?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer
  /** Statuses besides 200 to 299 that are no failure. */
  readonly allowed?: readonly number[]
}

export type S3Reply = {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly text: string
}

/** Calls a bucket over its own connections. */
export type S3Client = {
  /** The key with the prefix of the settings, as S3 lists it. */
  keyOf(key: string): string
  /** Sends a call with a small response; repeats it while S3 is overloaded or fails, and when the connection is lost. */
  call(call: S3Call): Promise<S3Reply>
  /** Opens the bytes of an object from `start` to `end`, both included. */
  open(key: string, range: { readonly start: number; readonly end: number }): Promise<IncomingMessage>
  /** An address that gives the object to anybody for `seconds`, with these response headers. */
  presign(key: string, options: { seconds: number; query: Readonly<Record<string, string>> }): string
}

/** How often a call is sent, and the wait before the second time; it doubles. */
const TRIES = 5
const FIRST_WAIT_MS = 100
/** A connection on which nothing arrives for this long is given up. */
const SILENT_MS = 20_000
const passingStatuses = new Set([429, 500, 502, 503, 504])

/** The client of a bucket; addresses are path style. The address is the operator's own, from the environment. */
export function createS3Client(settings: S3Settings, { silentMs = SILENT_MS } = {}): S3Client {
  const isTls = settings.origin.startsWith('https:')
  const agent = new (isTls ? HttpsAgent : HttpAgent)({ keepAlive: true, maxSockets: 64 })
  const credentials = { ...settings, service: 's3' }
  const urlOf = (key: string | undefined, query: Readonly<Record<string, string>> = {}): URL => {
    const url = new URL(`${settings.origin}/${settings.bucket}${key === undefined ? '' : `/${settings.prefix}${key}`}`)
    url.search = canonicalQuery(new URLSearchParams(query))
    return url
  }

  /** Sends it once; resolves with the head of the response. */
  function send({ method, key, query, headers = {}, body }: S3Call): Promise<IncomingMessage> {
    const url = urlOf(key, query)
    const payloadHash = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    const signedHeaders = signRequest(
      { method, url, headers: { ...headers, 'x-amz-content-sha256': payloadHash }, payloadHash },
      credentials,
      new Date(),
    )
    return new Promise((resolve, reject) => {
      const clientRequest = (isTls ? overHttps : overHttp)(url, {
        method,
        agent,
        headers: { ...signedHeaders, ...(body ? { 'content-length': body.length } : {}) },
      })
      clientRequest.setTimeout(silentMs, () => clientRequest.destroy(new Error('nothing arrived for too long')))
      clientRequest.once('error', reject)
      clientRequest.once('response', resolve)
      clientRequest.end(body)
    })
  }

  /** Sends it until it succeeds, fails for good, or has been tried often enough. */
  async function attempt<T>(call: S3Call, read: (response: IncomingMessage) => Promise<T>): Promise<T> {
    const what = `${call.method} ${call.key ?? settings.bucket}`
    for (let tries = 1; ; tries += 1) {
      let failure: S3Error
      try {
        const response = await send(call)
        const status = response.statusCode ?? 502
        if ((status >= 200 && status < 300) || call.allowed?.includes(status)) return await read(response)
        const reason = textOf(await text(response), 'Code') ?? response.statusMessage ?? 'an error'
        failure = new S3Error(what, { status, reason })
      } catch (cause) {
        if (cause instanceof S3Error && !isPassing(cause)) throw cause
        failure = cause instanceof S3Error ? cause : unreachable(what, cause)
      }
      if (tries === TRIES || !isPassing(failure)) throw failure
      await wait(FIRST_WAIT_MS * 2 ** (tries - 1) * (0.5 + Math.random()))
    }
  }

  return {
    keyOf: (key) => `${settings.prefix}${key}`,
    call: (call) =>
      attempt(call, async (response) => {
        const body = await text(response)
        // S3 sends a failure to complete an upload with status 200.
        const isSuccess = (response.statusCode ?? 502) < 300
        const reason = isSuccess && body.includes('<Error>') ? textOf(body, 'Code') : undefined
        if (reason)
          throw new S3Error(`${call.method} ${call.key ?? ''}`, {
            status: reason === 'InternalError' ? 500 : 400,
            reason,
          })
        return { status: response.statusCode ?? 502, headers: response.headers, text: body }
      }),
    open: (key, { start, end }) =>
      attempt({ method: 'GET', key, headers: { range: `bytes=${start}-${end}` } }, async (response) => {
        if (response.statusCode === 206 || start === 0) return response
        response.destroy()
        throw new S3Error(`GET ${key}`, { status: response.statusCode, reason: 'it ignored the range' })
      }),
    presign: (key, { seconds, query }) => presignUrl(urlOf(key, query), credentials, { seconds, now: new Date() }),
  }
}

function isPassing({ status, reason }: S3Error): boolean {
  return status === undefined || passingStatuses.has(status) || reason === 'SlowDown' || reason === 'RequestTimeout'
}

function unreachable(what: string, cause: unknown): S3Error {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
  return new S3Error(what, { status: undefined, reason: `unreachable, ${code}` }, cause)
}
