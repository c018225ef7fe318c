import * as z from 'zod/mini'
import type { OpenedConnection } from '#features/platform/connections/server/index.ts'
import { OutboundRequestBlocked } from '#kit/server/outbound.ts'
import { outboundFetch } from '#kit/server/outbound-fetch.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'

/** The value of `authorization` for calls to a repository, or to the registry itself; undefined for none. */
export type RegistryLogin = (repository?: string) => Promise<string | undefined>

const Token = z.object({
  token: z.nullish(z.string()),
  access_token: z.nullish(z.string()),
  expires_in: z.nullish(z.number()),
})
/** Seconds that a token is valid when its server does not say it, and that it is renewed before its end. */
const DEFAULT_SECONDS = 60
const MARGIN_SECONDS = 15

/** Signs in as the registry asks: with Basic, with tokens of its token server, or not at all. */
export function registryLogin(
  { name, settings, portal }: Pick<OpenedConnection, 'name' | 'settings' | 'portal'>,
  send: (request: Request) => Promise<Response>,
): RegistryLogin {
  const { url = '', username = '', password = '' } = settings
  const basic = username === '' ? undefined : `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  const tokens = new Map<string, { readonly token: string; readonly until: number }>()
  return async (repository) => {
    const scope = repository === undefined ? '' : `repository:${repository}:pull`
    const known = tokens.get(scope)
    if (known && known.until > Date.now()) return `Bearer ${known.token}`
    const challenge = await challengeOf(name, url, portal.config.privateHosts)
    if (challenge === undefined) return basic
    const realm = /^bearer\s.*realm="([^"]+)"/i.exec(challenge)?.[1]
    if (realm === undefined) return basic
    const address = URL.parse(realm)
    if (!address) throw new IntegrationError(`${name} names a token server without an address.`, { fault: 'garbled' })
    const service = /service="([^"]+)"/.exec(challenge)?.[1]
    if (service !== undefined) address.searchParams.set('service', service)
    if (scope !== '') address.searchParams.set('scope', scope)
    const response = await send(new Request(address, { headers: basic ? { authorization: basic } : {} }))
    const { data } = z.safeParse(Token, await response.json())
    const token = data?.token ?? data?.access_token
    if (!token) throw new IntegrationError(`The token server of ${name} sent no token.`, { fault: 'garbled' })
    const seconds = (data?.expires_in ?? DEFAULT_SECONDS) - MARGIN_SECONDS
    tokens.set(scope, { token, until: Date.now() + seconds * 1000 })
    return `Bearer ${token}`
  }
}

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
