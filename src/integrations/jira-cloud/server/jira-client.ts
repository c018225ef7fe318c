import type { OpenedConnection } from '#features/platform/connections/server/index.ts'
import type { ResponseShape } from '#kit/server/vendor/response-shape.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'
import type { VendorErrorDetail } from '#kit/server/vendor/vendor-response.ts'
import { jiraShapes } from './jira-response-shapes.ts'

/** A call of Jira's REST API; the response is read as `Result`, whose members may be absent. */
export type JiraCall = {
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly body?: object
  readonly form?: FormData
}
export type JiraClient = {
  call<Result>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, call?: JiraCall): Promise<Result>
}

/** A site responds with 429 and `Retry-After` when this is too often for its plan. */
const rate = { perSecond: 30, burst: 60 }

/**
 * Calls a site of Jira, or of another product of Atlassian whose responses have another `form`; every failure is an
 * `IntegrationError`.
 */
export function jiraClient(
  { settings, fetch, name }: OpenedConnection,
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
      if (body) headers['content-type'] = 'application/json'
      // Jira rejects uploads without it as forged.
      if (form) headers['x-atlassian-token'] = 'no-check'
      const response = await send(
        new Request(url, { method, headers, body: form ?? (body && JSON.stringify(body)) ?? null }),
      )
      const text = await response.text()
      return (text === '' ? {} : parsed(text, name)) as Result
    },
  }
}

function parsed(text: string, name: string): unknown {
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
