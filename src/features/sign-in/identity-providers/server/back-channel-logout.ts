import type { FastifyInstance } from 'fastify'
import { createRemoteJWKSet, customFetch, type JWTPayload, jwtVerify } from 'jose'
import { endProviderSessions } from '#features/access/sessions/server/index.ts'
import type { Encryptor } from '#kit/server/encryption.ts'
import { outboundFetch } from '#kit/server/outbound-fetch.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import type { Form } from './form-posts.ts'
import { type OpenIdSettings, providersOf } from './providers.ts'
import { type ConfigurationOf, signatureAlgorithms } from './relying-party.ts'

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'

/**
 * Serves OpenID Connect Back-Channel Logout 1.0: an external provider ended its session, so our sessions from it end.
 */
export function serveBackChannelLogout(
  scope: FastifyInstance,
  portal: AppContext,
  encrypt: Encryptor,
  configurationOf: ConfigurationOf,
): void {
  scope.post('/login/oauth2/logout/:provider', async (request, reply) => {
    const { provider: id } = request.params as { provider: string }
    const provider = (await providersOf(portal, encrypt)).find((one) => one.id === id)
    const token = ((request.body ?? {}) as Form).logout_token
    const claims =
      provider?.outside && token ? await verify(portal, provider.outside, token, configurationOf) : undefined
    if (!provider?.outside || !claims) return reply.code(400).send({ error: 'invalid_request' })
    const { issuer } = provider.outside
    await inTransaction(portal.db, async (tx) => {
      const sid = typeof claims.sid === 'string' ? claims.sid : undefined
      const user = claims.sub
        ? await tx
            .selectFrom('users')
            .select('id')
            .where('issuer', '=', issuer)
            .where('subject', '=', claims.sub)
            .executeTakeFirst()
        : undefined
      if (claims.sub && !user) return
      await endProviderSessions(tx, { providerId: provider.id, sid, userId: user?.id })
    })
    return reply.code(200).send()
  })
}

async function verify(
  { config }: AppContext,
  outside: OpenIdSettings,
  token: string,
  configurationOf: ConfigurationOf,
): Promise<JWTPayload | undefined> {
  try {
    const metadata = (await configurationOf({ outside })).serverMetadata()
    const { jwks_uri, issuer } = metadata
    const { payload } = await jwtVerify(
      token,
      createRemoteJWKSet(new URL(jwks_uri!), {
        [customFetch]: outboundFetch(outside.trusted ? 'anywhere' : config.privateHosts),
      }),
      {
        issuer,
        audience: outside.clientId,
        algorithms: signatureAlgorithms(metadata),
        requiredClaims: ['iat', 'jti', 'events'],
        clockTolerance: 60,
        maxTokenAge: 600,
      },
    )
    const events = payload.events as Record<string, unknown> | undefined
    return events?.[EVENT] !== undefined && payload.nonce === undefined && (payload.sub ?? payload.sid)
      ? payload
      : undefined
  } catch {
    return undefined
  }
}
