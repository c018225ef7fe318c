import * as z from 'zod/mini'
import type { OpenedConnection } from '#features/platform/connections/server/index.ts'
import { portalToken } from '#features/software/registry/server/index.ts'
import { registryPlace } from '#features/software/uploads/server/index.ts'
import { OutboundRequestBlocked } from '#kit/server/outbound.ts'
import { outboundFetch } from '#kit/server/outbound-fetch.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'

/** What a call does with a repository, by its whole name. */
export type RepositoryAccess = { readonly repository: string; readonly actions: 'pull' | 'pull,push' }
/** The value of `authorization` for calls to repositories, or to the registry itself; undefined for none. */
export type RegistryLogin = (...accesses: readonly RepositoryAccess[]) => Promise<string | undefined>

const Token = z.object({
  token: z.nullish(z.string()),
  access_token: z.nullish(z.string()),
  expires_in: z.nullish(z.number()),
})
/** Seconds that a token is valid when its server does not say it, and that it is renewed before its end. */
const DEFAULT_SECONDS = 60
const MARGIN_SECONDS = 15

type IssuedToken = { readonly token: string; readonly seconds: number }

/**
 * Signs in as the registry asks: with Basic, with tokens of its token server, or not at all. Where the portal is that
 * server, it signs the token itself.
 */
export function registryLogin(
  { name, settings, portal }: Pick<OpenedConnection, 'name' | 'settings' | 'portal'>,
  send: (request: Request) => Promise<Response>,
): RegistryLogin {
  const { url = '', username = '', password = '', customers } = settings
  const basic = username === '' ? undefined : `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  const tokens = new Map<string, { readonly token: string; readonly until: number }>()
  return async (...accesses) => {
    const scopes = accesses.map(({ repository, actions }) => `repository:${repository}:${actions}`)
    const key = scopes.join(' ')
    const cachedToken = tokens.get(key)
    if (cachedToken && cachedToken.until > Date.now()) return `Bearer ${cachedToken.token}`
    const challenge = await challengeOf(name, url, portal.config.privateHosts)
    const own = challenge === undefined ? undefined : await ofPortal(challenge, accesses)
    if (!own && customers === 'REGISTRY')
      throw new IntegrationError(
        `${name} does not name this portal as its token server, so customers cannot pull from it.`,
        {
          fault: 'credentials',
        },
      )
    const realm = challenge === undefined ? undefined : realmOf(challenge)
    if (challenge === undefined || realm === undefined) return basic
    const { token, seconds } = own ?? (await ofServer(realm, challenge, scopes))
    tokens.set(key, { token, until: Date.now() + (seconds - MARGIN_SECONDS) * 1000 })
    return `Bearer ${token}`
  }

  function ofPortal(challenge: string, accesses: readonly RepositoryAccess[]): Promise<IssuedToken | undefined> {
    const requestedService = { realm: realmOf(challenge), service: serviceOf(challenge) }
    return portalToken(portal, registryPlace(url), requestedService, accesses)
  }

  async function ofServer(realm: string, challenge: string, scopes: readonly string[]): Promise<IssuedToken> {
    const address = URL.parse(realm)
    if (!address) throw new IntegrationError(`${name} names a token server without an address.`, { fault: 'garbled' })
    const service = serviceOf(challenge)
    if (service !== undefined) address.searchParams.set('service', service)
    for (const scope of scopes) address.searchParams.append('scope', scope)
    const response = await send(new Request(address, { headers: basic ? { authorization: basic } : {} }))
    const { data } = z.safeParse(Token, await response.json())
    const token = data?.token ?? data?.access_token
    if (!token) throw new IntegrationError(`The token server of ${name} sent no token.`, { fault: 'garbled' })
    return { token, seconds: data?.expires_in ?? DEFAULT_SECONDS }
  }
}

const realmOf = (challenge: string) => /^bearer\s.*realm="([^"]+)"/i.exec(challenge)?.[1]
const serviceOf = (challenge: string) => /service="([^"]+)"/.exec(challenge)?.[1]

/** How the registry asks for a sign-in; undefined when it needs none. */
async function challengeOf(name: string, url: string, privateHosts: readonly string[]): Promise<string | undefined> {
  try {
    const response = await outboundFetch(privateHosts)(new URL('/v2/', url).href)
    if (response.status === 401) return response.headers.get('www-authenticate') ?? ''
    if (response.ok) return undefined
    throw new IntegrationError(`${name} is no registry: /v2/ responds with status ${response.status}.`, {
      fault: response.status >= 500 ? 'failing' : 'garbled',
      status: response.status,
    })
  } catch (failure) {
    if (!(failure instanceof OutboundRequestBlocked)) throw failure
    throw new IntegrationError(`${name} cannot be reached: ${failure.message}.`, {
      fault: failure.cause === undefined ? 'blocked' : 'unreachable',
    })
  }
}
