import createClient from 'openapi-fetch'
import type { DirectoryConnection } from '#features/users/user-management/server/index.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { integrationFetch } from '#kit/server/vendor/vendor-fetch.ts'
import type { VendorErrorDetail } from '#kit/server/vendor/vendor-response.ts'
import type { paths } from './okta.generated.ts'
import { oktaCredential } from './okta-credential.ts'
import { oktaShapes } from './okta-response-shapes.ts'

/**
 * The lowest of Okta's limits per minute for the calls made here, with a margin for other clients that share the limit.
 */
const rate = { perSecond: 5, burst: 20 }

/** Okta's management API, typed by its own description; errors are thrown. */
export function oktaClient(
  { config, log }: AppContext,
  { name, url, secret, monitor, gate, tries }: DirectoryConnection,
) {
  const { origin } = new URL(url)
  const { privateHosts } = config
  const authorize = oktaCredential(secret, { name, origin, privateHosts })
  const fetch = integrationFetch({
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
  return createClient<paths>({ baseUrl: origin, fetch })
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
