import { createPrivateKey, randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { outboundFetch } from '#kit/server/outbound-fetch.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'

type From = { readonly name: string; readonly origin: string; readonly privateHosts: readonly string[] }
type ServiceApp = { readonly clientId: string; readonly keyId: string | undefined; readonly privateKey: string }

const SCOPES = 'okta.users.manage okta.users.read okta.groups.manage okta.logs.read'
const RENEWED_MS = 60_000

/**
 * Adds the credential to a request: an API token unchanged, or the token of a service app for its key (RFC 7523,
 * `{"clientId": …, "keyId": …, "privateKey": "-----BEGIN PRIVATE KEY-----…"}`), requested again a minute before it
 * expires.
 */
export function oktaCredential(secret: string, from: From): (headers: Headers) => Promise<void> {
  const app = serviceAppOf(secret)
  if (!app) return async (headers) => headers.set('authorization', `SSWS ${secret}`)
  let cachedToken: { token: string; until: number } | undefined
  return async (headers) => {
    if (!cachedToken || cachedToken.until < Date.now()) cachedToken = await tokenFor(app, from)
    headers.set('authorization', `Bearer ${cachedToken.token}`)
  }
}

function serviceAppOf(secret: string): ServiceApp | undefined {
  if (!secret.startsWith('{')) return undefined
  const { clientId, keyId, privateKey } = JSON.parse(secret) as Record<string, string>
  return clientId && privateKey ? { clientId, keyId, privateKey } : undefined
}

async function tokenFor(
  app: ServiceApp,
  { name, origin, privateHosts }: From,
): Promise<{ token: string; until: number }> {
  const url = `${origin}/oauth2/v1/token`
  const response = await outboundFetch(privateHosts)(url, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      scope: SCOPES,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: await assertionOf(app, url),
    }),
  })
  if (!response.ok)
    throw new IntegrationError(`${name} gives no token for the portal's key. Check the service app.`, {
      fault: 'credentials',
    })
  const { access_token: token, expires_in: seconds } = (await response.json()) as {
    access_token: string
    expires_in: number
  }
  return { token, until: Date.now() + seconds * 1000 - RENEWED_MS }
}

function assertionOf({ clientId, keyId, privateKey }: ServiceApp, audience: string): Promise<string> {
  const key = createPrivateKey(privateKey)
  const alg = key.asymmetricKeyType === 'ec' ? 'ES256' : 'RS256'
  return new SignJWT()
    .setProtectedHeader({ alg, ...(keyId ? { kid: keyId } : {}) })
    .setIssuer(clientId)
    .setSubject(clientId)
    .setAudience(audience)
    .setJti(randomUUID())
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(key)
}
