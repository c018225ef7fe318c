import { outboundFetch } from '#kit/server/outbound-fetch.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'
import { signedAssertion } from './signed-assertion.ts'

/**
 * The connected app of Salesforce with which the portal signs in: with a private key for a user (JWT bearer, RFC 7523),
 * else with a client secret (client credentials, RFC 6749 §4.4).
 */
export type ConnectedApp = {
  readonly url: string
  readonly clientId: string
  readonly clientSecret?: string
  readonly username?: string
  readonly privateKey?: string
}

/** A token, and the address where it is valid. */
type SalesforceSession = { readonly token: string; readonly origin: string }

/** The session of a connected app: opened when it is first used, and again after `end`. */
export function salesforceSession(app: ConnectedApp, privateHosts: readonly string[]) {
  let sessionRequest: Promise<SalesforceSession> | undefined
  return {
    current(): Promise<SalesforceSession> {
      sessionRequest ??= openSession(app, privateHosts).catch((failure: unknown) => {
        sessionRequest = undefined
        throw failure
      })
      return sessionRequest
    },
    end(): void {
      sessionRequest = undefined
    },
  }
}

async function openSession(app: ConnectedApp, privateHosts: readonly string[]): Promise<SalesforceSession> {
  const { url } = app
  const body = new URLSearchParams(await grantOf(app))
  const send = outboundFetch(privateHosts)
  const response = await send(`${url}/services/oauth2/token`, { method: 'POST', body }).catch(() => {
    throw new IntegrationError('Salesforce cannot be reached. Check its address.', { fault: 'unreachable' })
  })
  const responseBody = await response.json().catch(() => ({}) as unknown)
  if (!response.ok) throw rejectionError(response.status, responseBody)
  const { access_token: token, instance_url: instance } = responseBody as {
    access_token?: unknown
    instance_url?: unknown
  }
  if (typeof token !== 'string' || typeof instance !== 'string')
    throw new IntegrationError('Salesforce sent a response that cannot be read.', { fault: 'garbled' })
  return { token, origin: requireOwnAddress(instance, url) }
}

async function grantOf({
  url,
  clientId,
  clientSecret = '',
  username = '',
  privateKey,
}: ConnectedApp): Promise<Record<string, string>> {
  if (!privateKey) return { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
  const assertion = await signedAssertion({ url, clientId, username, privateKey })
  return { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }
}

/** Only an address of the configured domain gets the token. */
function requireOwnAddress(instance: string, ownAddress: string): string {
  const [address, own] = [URL.parse(instance), new URL(ownAddress)]
  const isOwn = address?.host === own.host || address?.host.endsWith(`.${own.host}`)
  if (address?.protocol !== own.protocol || !isOwn || address.username || address.password)
    throw new IntegrationError(
      `Salesforce names an address outside ${own.host}. It is not called; check the address of the connection.`,
      { fault: 'rejected' },
    )
  return address.origin
}

function rejectionError(status: number, responseBody: unknown): IntegrationError {
  const { error = '' } = responseBody as { error?: string }
  if (status === 429 || status >= 500)
    return new IntegrationError('Salesforce has trouble of its own.', { fault: 'failing' })
  return new IntegrationError(
    "Salesforce does not accept the portal's client ID and secret, or its user and private key. Check its settings.",
    {
      fault: 'credentials',
      code: String(error).slice(0, 100),
    },
  )
}
