import { importPKCS8, SignJWT } from 'jose'
import * as z from 'zod/mini'
import type { OpenedConnection } from '#features/platform/connections/server/index.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'

/** The key file of a service account. */
const KeyFile = z.object({
  client_email: z.string(),
  private_key: z.string(),
  private_key_id: z.nullish(z.string()),
  token_uri: z.url(),
})
const Token = z.object({ access_token: z.string(), expires_in: z.number() })
const SCOPE = 'https://www.googleapis.com/auth/cloud-platform.read-only'
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

/** Exchanges an assertion, signed with the key of the service account, for an access token (RFC 7523). */
export function serviceAccountToken(
  { name, settings }: Pick<OpenedConnection, 'name' | 'settings'>,
  send: (request: Request) => Promise<Response>,
): () => Promise<{ readonly token: string; readonly until: number }> {
  return async () => {
    const { client_email: email, private_key: pem, private_key_id: kid, token_uri: tokenUri } = keyFile()
    const key = await importPKCS8(pem, 'RS256').catch(() => rejectKey())
    const assertion = await new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...(kid ? { kid } : {}) })
      .setIssuer(email)
      .setAudience(tokenUri)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(key)
    const body = new URLSearchParams({ grant_type: GRANT, assertion })
    const response = await send(new Request(tokenUri, { method: 'POST', body })).catch(explainGrant)
    const { data } = z.safeParse(Token, await response.json())
    if (!data) throw new IntegrationError(`The token server of ${name} sent no token.`, { fault: 'garbled' })
    return { token: data.access_token, until: Date.now() + data.expires_in * 1000 }
  }

  function keyFile() {
    try {
      return z.parse(KeyFile, JSON.parse(settings.key ?? ''))
    } catch {
      return rejectKey()
    }
  }

  function rejectKey(): never {
    throw new IntegrationError(`The key for ${name} is not the key file of a service account.`, {
      fault: 'credentials',
    })
  }

  /** The token server says with status 400 that it does not accept the assertion. */
  function explainGrant(failure: unknown): never {
    if (!(failure instanceof IntegrationError) || !['invalid_grant', 'invalid_client'].includes(failure.code ?? ''))
      throw failure
    throw new IntegrationError(`${name} does not accept the portal's credential. Check its settings.`, {
      fault: 'credentials',
      code: failure.code,
      status: failure.status,
    })
  }
}
