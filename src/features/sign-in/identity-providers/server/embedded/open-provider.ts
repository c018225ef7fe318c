import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Configuration, JWK, KoaContextWithOIDC } from 'oidc-provider'
import { adapterOf, grantIdOf } from '#features/access/sessions/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import type { Encryptor } from '#kit/server/encryption.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { storedSecret } from '#kit/server/portal-key.ts'
import { runPrepared } from '#kit/server/prepared.ts'
import { errorPage } from '../pages/error-page.ts'
import { pageHeaders } from '../pages/layout.ts'

export const CLIENT_ID = 'headend'
/** The path of the embedded provider in the portal. */
export const MOUNT = '/idp'

/** The embedded provider: `issuer`, what its client must know, and the oidc-provider instance. */
export type EmbeddedProvider = {
  readonly issuer: string
  readonly clientSecret: string
  readonly provider: import('oidc-provider').default
}

/**
 * Creates the embedded provider at its first use: its package is the heaviest of the server, and starts must be quick.
 */
export function embeddedProvider(portal: AppContext, encrypt: Encryptor): () => Promise<EmbeddedProvider> {
  let openProvider: Promise<EmbeddedProvider> | undefined
  return () => {
    openProvider ??= open(portal, encrypt).catch((failure: unknown) => {
      openProvider = undefined
      throw failure
    })
    return openProvider
  }
}

/**
 * Allowed redirect URIs: the portal's address, and without PUBLIC_URL each name of this machine. Exact matches only.
 */
export function ownOrigins({ config, publicUrl }: Pick<AppContext, 'config' | 'publicUrl'>): readonly string[] {
  const own = new URL(publicUrl())
  if (config.publicUrl || !['localhost', '127.0.0.1', '[::1]'].includes(own.hostname)) return [own.origin]
  return ['localhost', '127.0.0.1', '[::1]'].map((host) => `http://${host}:${own.port || '80'}`.replace(/:80$/, ''))
}

/** The origin that a browser requested, when it is one of the portal's; else the portal's address. */
export function originOf(portal: AppContext, request: FastifyRequest): string {
  const requestOrigin = `${request.protocol}://${request.headers.host}`
  return ownOrigins(portal).find((origin) => origin === requestOrigin) ?? new URL(portal.publicUrl()).origin
}

async function open(portal: AppContext, encrypt: Encryptor): Promise<EmbeddedProvider> {
  const [{ default: Provider }, keep] = await Promise.all([
    import('oidc-provider'),
    loadProviderKeys(portal.db, encrypt),
  ])
  const issuer = `${new URL(portal.publicUrl()).origin}${MOUNT}`
  const provider = new Provider(issuer, configuration(portal, keep))
  provider.proxy = true
  // By default it lets every origin read discovery and keys; only this portal needs them.
  provider.use(async (context, next) => {
    await next()
    context.remove('access-control-allow-origin')
  })
  provider.on('server_error', (_context: unknown, failure: Error) =>
    portal.log.error({ err: failure }, 'the embedded provider failed'),
  )
  return { issuer, clientSecret: keep.clientSecret, provider }
}

function configuration(portal: AppContext, keep: ProviderKeys): Configuration {
  const secure = portal.config.publicUrl?.startsWith('https:') ?? false
  const cookie = { signed: true, httpOnly: true, sameSite: 'lax', secure } as const
  return {
    adapter: (model: string) => adapterOf(portal, model),
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: keep.clientSecret,
        redirect_uris: ownOrigins(portal).flatMap((origin) =>
          ['okta', 'embedded'].map((id) => `${origin}/login/oauth2/code/${id}`),
        ),
        grant_types: ['authorization_code'],
        response_types: ['code'],
        id_token_signed_response_alg: 'ES256',
        token_endpoint_auth_method: 'client_secret_basic',
      },
    ],
    jwks: keep.jwks,
    cookies: {
      keys: keep.cookieKeys,
      names: { session: 'headend_idp', interaction: 'headend_idp_step', resume: 'headend_idp_resume' },
      long: { ...cookie, path: MOUNT },
      short: cookie,
    },
    claims: { openid: ['sub', 'amr', 'sid', 'auth_time'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    findAccount: (_context, id) => findAccount(portal, id),
    loadExistingGrant: (context) => existingGrant(portal, context),
    interactions: { url: (_context, interaction) => `${MOUNT}/interaction/${interaction.uid}` },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
      resourceIndicators: { enabled: false },
    },
    pkce: { required: () => true },
    responseTypes: ['code'],
    ttl: {
      AccessToken: 60,
      AuthorizationCode: 60,
      Grant: 90 * 86_400,
      IdToken: 300,
      Interaction: 1_800,
      Session: 3_600,
    },
    renderError: (context, out) => {
      context.set(pageHeaders())
      context.body = errorPage(portal, { title: 'provider', detail: out.error }).text
    },
  }
}

async function findAccount({ db, pool }: AppContext, id: string) {
  const query = db.selectFrom('users').select(['email', 'full_name']).where('id', '=', Number(id))
  const [user] = await runPrepared(pool, query.compile())
  if (!user) return undefined
  return {
    accountId: id,
    claims: async () => ({ sub: id, email: user.email, email_verified: true, name: user.full_name }),
  }
}

/** The portal's own client needs no consent: one grant per user, reused each time. */
async function existingGrant(portal: AppContext, { oidc }: KoaContextWithOIDC) {
  const userId = oidc.session?.accountId
  const clientId = oidc.client?.clientId
  if (!userId || !clientId) return undefined
  const grantId = oidc.session?.grantIdFor(clientId) ?? (await grantIdOf(portal, userId, clientId))
  const storedGrant = grantId ? await oidc.provider.Grant.find(grantId) : undefined
  if (storedGrant) return storedGrant
  const grant = new oidc.provider.Grant({ accountId: userId, clientId })
  grant.addOIDCScope('openid email profile')
  await grant.save()
  return grant
}

/** What the embedded provider must store between starts and share between nodes. */
type ProviderKeys = {
  readonly jwks: { readonly keys: JWK[] }
  readonly cookieKeys: string[]
  readonly clientSecret: string
}

const NAME = 'embedded-provider'

/** Reads the keys, encrypted in the database; creates them the first time. */
async function loadProviderKeys(db: Database, encrypt: Encryptor): Promise<ProviderKeys> {
  return JSON.parse(await storedSecret(db, encrypt, NAME, () => JSON.stringify(newKeep()))) as ProviderKeys
}

function newKeep(): ProviderKeys {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), alg: 'ES256', use: 'sig' } as JWK
  return {
    jwks: { keys: [key] },
    cookieKeys: [randomBytes(32).toString('base64url')],
    clientSecret: randomBytes(32).toString('base64url'),
  }
}
