import * as openid from 'openid-client'
import type { Portal } from '#kit/server/portal.ts'
import { CLIENT_ID, type Embedded } from './embedded/open-provider.ts'
import type { Provider } from './providers.ts'

const CLOCK_SKEW_SECONDS = 60
const AGAIN_AFTER_MS = 15 * 60_000

/** The portal as a client of its identity providers. What a provider says of itself is asked at the first use; a failure is not remembered. */
export function relyingParty(portal: Portal, embedded: () => Promise<Embedded>) {
  const known = new Map<string, { readonly until: number; readonly config: Promise<openid.Configuration> }>()
  return function configurationOf(provider: Provider): Promise<openid.Configuration> {
    const key = JSON.stringify(provider)
    const held = known.get(key)
    if (held && held.until > Date.now()) return held.config
    const config = provider.outside ? discover(provider.outside) : ownConfiguration(portal, embedded)
    known.set(key, { until: Date.now() + AGAIN_AFTER_MS, config })
    config.catch(() => known.delete(key))
    return config
  }
}

async function discover(outside: NonNullable<Provider['outside']>): Promise<openid.Configuration> {
  const { issuer, clientId, clientSecret } = outside
  const url = new URL(issuer)
  const loopback = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  const config = await openid.discovery(
    url,
    clientId,
    { [openid.clockTolerance]: CLOCK_SKEW_SECONDS },
    clientSecret ? openid.ClientSecretBasic(clientSecret) : openid.None(),
    { timeout: 10, ...(loopback ? { execute: [openid.allowInsecureRequests] } : {}) },
  )
  openid.enableNonRepudiationChecks(config)
  return config
}

/** The embedded provider is spoken to inside the process, so no proxy and no PUBLIC_URL can stand in the way. */
async function ownConfiguration(portal: Portal, embedded: () => Promise<Embedded>): Promise<openid.Configuration> {
  const { issuer, clientSecret } = await embedded()
  const server: openid.ServerMetadata = {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    id_token_signing_alg_values_supported: ['ES256'],
    authorization_response_iss_parameter_supported: true,
  }
  const metadata = { id_token_signed_response_alg: 'ES256', [openid.clockTolerance]: CLOCK_SKEW_SECONDS }
  const config = new openid.Configuration(server, CLIENT_ID, metadata, openid.ClientSecretBasic(clientSecret))
  openid.allowInsecureRequests(config)
  openid.enableNonRepudiationChecks(config)
  config[openid.customFetch] = (url, options) => askOurselves(portal, url, options)
  return config
}

async function askOurselves(portal: Portal, url: string, options: openid.CustomFetchOptions): Promise<Response> {
  const { host, pathname, search } = new URL(url)
  const form = options.body instanceof URLSearchParams ? { 'content-type': 'application/x-www-form-urlencoded' } : {}
  const answer = await portal.http.inject({
    method: options.method as 'GET' | 'POST',
    url: pathname + search,
    headers: { ...options.headers, ...form, host },
    ...(options.body ? { payload: String(options.body) } : {}),
  })
  const type = String(answer.headers['content-type'] ?? '')
  return new Response(new Uint8Array(answer.rawPayload), {
    status: answer.statusCode,
    headers: { 'content-type': type },
  })
}
