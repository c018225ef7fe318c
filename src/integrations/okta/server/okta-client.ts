import type { DirectoryConnection } from '#features/users/user-management/server/index.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { integrationFetch } from '#kit/server/vendor/vendor-fetch.ts'
import type { VendorErrorDetail } from '#kit/server/vendor/vendor-response.ts'
import { oktaCredential } from './okta-credential.ts'
import { oktaShapes } from './okta-response-shapes.ts'

/**
 * The lowest of Okta's limits per minute for the calls made here, with a margin for other clients that share the limit.
 */
const rate = { perSecond: 5, burst: 20 }

/** A call of Okta's management API. */
type OktaCall = { readonly query?: Readonly<Record<string, string | number | boolean>>; readonly body?: object }
/** What Okta responds, read as `Result`, and the cursor of the next page where there is one. */
type OktaResponse<Result> = { readonly data: Result | undefined; readonly after: string | undefined }
type OktaClient = {
  call<Result>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, call?: OktaCall): Promise<OktaResponse<Result>>
}

/** Okta's management API as far as the portal calls it; every failure is an `IntegrationError`. */
export function oktaClient(
  { config, log }: AppContext,
  { name, url, secret, monitor, gate, tries }: DirectoryConnection,
): OktaClient {
  const { origin } = new URL(url)
  const { privateHosts } = config
  const authorize = oktaCredential(secret, { name, origin, privateHosts })
  const send = integrationFetch({
    name,
    authorize,
    explain,
    rate,
    shapes: oktaShapes,
    privateHosts,
    log,
    ...monitor,
    ...(gate ? { gate: gate(rate) } : {}),
    ...(tries ? { tries } : {}),
  })
  return {
    async call<Result>(method: string, path: string, { query = {}, body }: OktaCall = {}) {
      const parameters = Object.entries(query).map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
      const json = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
      const address = `${origin}${path}${parameters.length > 0 ? `?${parameters.join('&')}` : ''}`
      const response = await send(new Request(address, { method, ...json }))
      const text = await response.text()
      const data = text === '' ? undefined : (JSON.parse(text) as Result)
      return { data, after: nextAfter(response.headers.get('link')) }
    },
  }
}

/** The cursor of the next page, from a Link header (RFC 8288). */
function nextAfter(link: string | null): string | undefined {
  const next = /<([^<>]+)>;\s*rel="next"/.exec(link ?? '')?.[1]
  return (next && URL.parse(next)?.searchParams.get('after')) || undefined
}

/** Authentication failed, session or token not valid, not permitted. */
const aboutCredential: readonly (string | undefined)[] = ['E0000004', 'E0000005', 'E0000006', 'E0000011', 'E0000015']

/** Okta's errors have a code (`E0000001`), a summary, and causes with the subject. A wrong state is a 403 as well. */
function explain(body: unknown): VendorErrorDetail {
  const { errorCode, errorSummary, errorCauses } = body as {
    errorCode?: string
    errorSummary?: string
    errorCauses?: { errorSummary?: string }[]
  }
  const causes = (errorCauses ?? []).flatMap((cause) => cause.errorSummary ?? [])
  const text = causes.length > 0 ? causes.join(' ') : errorSummary
  return { code: errorCode, text, aboutTheThing: !aboutCredential.includes(errorCode) }
}
