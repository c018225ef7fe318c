import * as openid from 'openid-client'
import { outboundFetch, requireOutside } from '#kit/server/outbound-fetch.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { CLIENT_ID, type EmbeddedProvider } from './embedded/open-provider.ts'
import type { OpenIdSettings, Provider } from './providers.ts'

const CLOCK_SKEW_SECONDS = 60
const AGAIN_AFTER_MS = 15 * 60_000

/** What the portal stores of a provider as its client. */
export type ConfigurationOf = ReturnType<typeof relyingParty>

/**
 * The portal as a client of its identity providers. A provider's discovery document is read at the first use; a failure
 * is not cached.
 */
export function relyingParty(portal: AppContext, openEmbedded: () => Promise<EmbeddedProvider>) {
  const configByProvider = new Map<string, { readonly until: number; readonly config: Promise<openid.Configuration> }>()
  return function configurationOf(provider: Pick<Provider, 'outside'>): Promise<openid.Configuration> {
    const key = JSON.stringify(provider.outside ?? null)
    const cachedConfig = configByProvider.get(key)
    if (cachedConfig && cachedConfig.until > Date.now()) return cachedConfig.config
    const config = provider.outside
      ? discover(provider.outside, portal.config.privateHosts)
      : ownConfiguration(portal, openEmbedded)
    configByProvider.set(key, { until: Date.now() + AGAIN_AFTER_MS, config })
    config.catch(() => configByProvider.delete(key))
    return config
  }
}

/**
 * Reads a provider's discovery document. One that was set up in the portal is limited to public addresses; every
 * response is bounded.
 */
export async function discover(
  { issuer, clientId, clientSecret, trusted }: OpenIdSettings,
  privateHosts: readonly string[],
): Promise<openid.Configuration> {
  const near = trusted ? 'anywhere' : privateHosts
  const url = requireOutside(issuer, near)
  const config = await openid.discovery(
    url,
    clientId,
    { [openid.clockTolerance]: CLOCK_SKEW_SECONDS },
    clientSecret ? authenticationOf(clientSecret) : openid.None(),
    {
      timeout: 10,
      [openid.customFetch]: outboundFetch(near),
      ...(url.protocol === 'http:' ? { execute: [openid.allowInsecureRequests] } : {}),
    },
  )
  requireEndpoints(config.serverMetadata(), url.protocol)
  openid.enableNonRepudiationChecks(config)
  return config
}

/**
 * How the portal shows its secret: in the body where the discovery document allows it (OpenID Connect Discovery 3), as
 * providers disagree on the encoding of Basic, which is the method where nothing is said. Characters that mean the same
 * encoded and not are not encoded: some providers do not decode.
 */
function authenticationOf(secret: string): openid.ClientAuth {
  const inBody = openid.ClientSecretPost(secret)
  const encode = (text: string) =>
    encodeURIComponent(text)
      .replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
      .replaceAll('%20', '+')
  return (server, client, body, headers) => {
    if (server.token_endpoint_auth_methods_supported?.includes('client_secret_post'))
      return inBody(server, client, body, headers)
    const pair = `${encode(client.client_id)}:${encode(secret)}`
    headers.set('authorization', `Basic ${Buffer.from(pair).toString('base64')}`)
  }
}

/** The algorithms with which a provider may sign what it says of users; the same for sign-in and for logout. */
export function signatureAlgorithms(metadata: Readonly<openid.ServerMetadata>): string[] {
  const algorithms = metadata.id_token_signing_alg_values_supported ?? ['RS256']
  return algorithms.filter((name) => /^(RS|PS|ES)\d{3}$|^Ed(DSA|25519)$/.test(name))
}

/** An endpoint in a provider's discovery document to which no browser may be redirected, and which cannot be called. */
export class EndpointInvalid extends Error {
  readonly endpoint: string
  readonly actual: string
  constructor(endpoint: string, actual: unknown) {
    super(`${endpoint} is not an address: ${String(actual)}`)
    this.endpoint = endpoint
    this.actual = String(actual ?? '').slice(0, 200)
  }
}

/** Throws `EndpointInvalid` unless every endpoint is an https address; http is for issuers that are http themselves. */
function requireEndpoints(metadata: Readonly<openid.ServerMetadata>, protocol: string): void {
  for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri', 'userinfo_endpoint'] as const) {
    const value: unknown = metadata[name]
    if (value === undefined && name === 'userinfo_endpoint') continue
    const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined
    if (url?.protocol !== 'https:' && !(url?.protocol === 'http:' && protocol === 'http:'))
      throw new EndpointInvalid(name, value)
  }
}

/** The embedded provider is called inside the process, so no proxy and no PUBLIC_URL can interfere. */
async function ownConfiguration(
  portal: AppContext,
  openEmbedded: () => Promise<EmbeddedProvider>,
): Promise<openid.Configuration> {
  const { issuer, clientSecret } = await openEmbedded()
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

async function askOurselves(portal: AppContext, url: string, options: openid.CustomFetchOptions): Promise<Response> {
  const { host, pathname, search } = new URL(url)
  const form = options.body instanceof URLSearchParams ? { 'content-type': 'application/x-www-form-urlencoded' } : {}
  const response = await portal.http.inject({
    method: options.method as 'GET' | 'POST',
    url: pathname + search,
    headers: { ...options.headers, ...form, host },
    ...(options.body ? { payload: String(options.body) } : {}),
  })
  const type = String(response.headers['content-type'] ?? '')
  return new Response(new Uint8Array(response.rawPayload), {
    status: response.statusCode,
    headers: { 'content-type': type },
  })
}
