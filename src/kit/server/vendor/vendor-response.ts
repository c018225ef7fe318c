import { IntegrationError } from './vendor-error.ts'

/**
 * What a vendor reports about a failure: its code, a sentence, and whether a 403 is about the requested thing instead
 * of the credential.
 */
export type VendorErrorDetail = {
  readonly code?: string | undefined
  readonly text?: string | undefined
  readonly aboutTheThing?: boolean | undefined
}

/** The response when it is a good one, else its error; a vendor that repeats the credential is not quoted. */
export async function parseVendorResponse(
  { name, explain, takesText }: { name: string; takesText?: boolean; explain(body: unknown): VendorErrorDetail },
  response: Response,
  credential: string | null,
): Promise<Response | IntegrationError> {
  const text = response.status === 204 ? '' : await response.clone().text()
  const type = response.headers.get('content-type') ?? ''
  const body = /json/.test(type) ? parseJson(text) : undefined
  if (response.ok) {
    if (text === '' || body !== undefined || (takesText && type.startsWith('text/plain'))) return response
    return new IntegrationError(`${name} sent a response that cannot be read.`, {
      fault: 'garbled',
      status: response.status,
    })
  }
  const explanation = body === undefined ? {} : explain(body)
  const fault = faultOf(response.status, explanation)
  const quotable = explanation.text && !(credential && explanation.text.includes(credential.replace(/^\w+ /, '')))
  const why = quotable ? `: ${explanation.text?.slice(0, 300)}` : ` (status ${response.status}).`
  const waitMs = retryAfter(response.headers) ?? (fault === 'busy' ? rateReset(response.headers) : undefined)
  return new IntegrationError(`${name} ${words[fault]}${wordless.has(fault) ? '' : why}`, {
    fault,
    code: explanation.code,
    waitMs,
    status: response.status,
  })
}

const words = {
  busy: 'is asked too often just now.',
  credentials: "does not accept the portal's credential. Check its settings.",
  missing: 'does not have it',
  failing: 'has trouble of its own',
  rejected: 'rejected',
}
const wordless: ReadonlySet<string> = new Set(['busy', 'credentials'])

function faultOf(status: number, { aboutTheThing }: VendorErrorDetail): keyof typeof words {
  if (status === 429) return 'busy'
  if (status === 401 || (status === 403 && !aboutTheThing)) return 'credentials'
  if (status === 404) return 'missing'
  return status === 408 || status >= 500 || status < 400 ? 'failing' : 'rejected'
}

/**
 * For how long the vendor requests no calls, in milliseconds: `Retry-After` in seconds or as a date (RFC 9110 §10.2.3).
 */
function retryAfter(headers: Headers): number | undefined {
  const after = headers.get('retry-after') ?? ''
  const wait = /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - clockOf(headers)
  return Number.isNaN(wait) ? undefined : Math.max(0, wait)
}

/** Milliseconds until the vendor's rate limit resets (`X-Rate-Limit-Reset`, seconds since 1970). */
export function rateReset(headers: Headers): number | undefined {
  const reset = headers.get('x-rate-limit-reset')
  return reset ? Math.max(0, Number(reset) * 1000 - clockOf(headers)) : undefined
}

/** What is left of the calls that a system allows in a time. */
export type Quota = { readonly left: number; readonly limit: number | null }

/** The quota in the headers of Okta, Atlassian, PagerDuty and Salesforce (`api-usage=18/5000`). */
export function quotaOf(headers: Headers): Quota | undefined {
  const [, usedCalls, most] = /api-usage=(\d{1,15})\/(\d{1,15})/.exec(headers.get('sforce-limit-info') ?? '') ?? []
  if (usedCalls && most) return { left: Math.max(0, Number(most) - Number(usedCalls)), limit: Number(most) }
  for (const prefix of ['x-rate-limit', 'x-ratelimit', 'ratelimit']) {
    const callsLeft = countOf(headers.get(`${prefix}-remaining`))
    if (callsLeft !== null) return { left: callsLeft, limit: countOf(headers.get(`${prefix}-limit`)) }
  }
  return undefined
}

function countOf(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null
}

/** The vendor's own clock, so that ours need not agree with it. */
function clockOf(headers: Headers): number {
  return Date.parse(headers.get('date') ?? '') || Date.now()
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
