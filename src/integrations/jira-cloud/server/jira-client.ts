import type { OpenedConnection } from '#features/platform/connections/server/index.ts'
import type { ResponseShape } from '#kit/server/vendor/response-shape.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'
import type { VendorErrorDetail } from '#kit/server/vendor/vendor-response.ts'
import { jiraShapes } from './jira-response-shapes.ts'

/** A call of Jira's REST API; the response is read as `Result`, whose members may be absent. */
export type JiraCall = {
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly body?: object | string
  readonly form?: FormData
}
export type JiraClient = {
  call<Result>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, call?: JiraCall): Promise<Result>
  /** The bytes at an address of the site, at most that many and one. */
  download(address: string, most: number): Promise<Buffer>
}

/** A site responds with 429 and `Retry-After` when this is too often for its plan. */
const rate = { perSecond: 30, burst: 60 }

/**
 * Calls a site of Jira, or of another product of Atlassian whose responses have another `form`; every failure is an
 * `IntegrationError`.
 */
export function jiraClient(
  { settings, fetch, stream, name }: OpenedConnection,
  authorize: (headers: Headers) => void,
  form: { readonly shapes?: readonly ResponseShape[]; readonly explain?: (body: unknown) => VendorErrorDetail } = {},
): JiraClient {
  const send = fetch({ authorize, explain, rate, shapes: jiraShapes, ...form })
  const { url: address = '' } = settings
  const base = address.endsWith('/') ? address.slice(0, -1) : address
  return {
    async call<Result>(method: string, path: string, { query = {}, body, form }: JiraCall = {}): Promise<Result> {
      const url = new URL(`${base}${path}`)
      for (const [key, value] of Object.entries(query))
        if (value !== undefined) url.searchParams.set(key, String(value))
      const headers: Record<string, string> = { accept: 'application/json' }
      if (body !== undefined) headers['content-type'] = 'application/json'
      // Jira rejects uploads without it as forged.
      if (form) headers['x-atlassian-token'] = 'no-check'
      const json = body === undefined ? null : JSON.stringify(body)
      // Node does not say the length of what a DELETE sends.
      if (json !== null && method === 'DELETE') headers['content-length'] = String(Buffer.byteLength(json))
      const response = await send(new Request(url, { method, headers, body: form ?? json }))
      const text = await response.text()
      return (text === '' ? {} : parseObject(text, name)) as Result
    },
    async download(address, most) {
      const headers = new Headers({ accept: '*/*' })
      authorize(headers)
      const { status, body } = await stream(`${base}${address}`, {
        method: 'GET',
        headers: Object.fromEntries(headers),
      })
      if (status !== 200) {
        body.destroy()
        throw notSent(name, status)
      }
      const parts: Buffer[] = []
      let size = 0
      for await (const part of body) {
        parts.push(part as Buffer)
        size += (part as Buffer).length
        // Leaving the loop ends the response.
        if (size > most) break
      }
      return Buffer.concat(parts)
    },
  }
}

function notSent(name: string, status: number): IntegrationError {
  const fault = status === 404 ? 'missing' : status === 401 || status === 403 ? 'credentials' : 'failing'
  return new IntegrationError(`${name} did not send a file (status ${status}).`, { fault, status })
}

function parseObject(text: string, name: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value
  } catch {
    // Said below.
  }
  throw new IntegrationError(`${name} sent a response that cannot be read.`, { fault: 'garbled' })
}

/** Jira's errors are sentences, and sentences by field; those of a service desk are one sentence. */
function explain(body: unknown): VendorErrorDetail {
  const {
    errorMessages = [],
    errors = {},
    errorMessage,
  } = (body ?? {}) as { errorMessages?: string[]; errors?: Record<string, string>; errorMessage?: string }
  const fields = Object.entries(errors).map(([field, text]) => `${field}: ${text}`)
  const text = [...errorMessages, ...fields, ...(errorMessage ? [errorMessage] : [])].join(' ')
  return { text: text || undefined, aboutTheThing: text !== '' }
}
