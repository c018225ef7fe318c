import type { FastifyRequest } from 'fastify'
import * as openid from 'openid-client'
import { outboundFetch } from '#kit/server/outbound-fetch.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { AttemptLog } from '../attempts/attempt-log.ts'
import { originOf } from '../embedded/open-provider.ts'
import type { OpenIdSettings, Provider } from '../providers.ts'
import type { ConfigurationOf } from '../relying-party.ts'
import { type Claims, claimsOfToken, type TokenClaims } from './claims.ts'
import { diagnoseCodeExchange, diagnoseDiscovery, isClientRejected } from './oidc-finding.ts'

/** What one sign-in keeps secret between redirect and return. */
export type OidcSecrets = { readonly state: string; readonly nonce: string; readonly verifier: string }

type OidcRedirect = {
  readonly request: FastifyRequest
  readonly provider: Provider
  readonly log: AttemptLog | undefined
  readonly hint: string | undefined
  readonly again: boolean
  /** First checks whether the provider accepts the client credentials; for tests, as users should not wait for it. */
  readonly probe: boolean
}

/**
 * The address to redirect a browser to (OpenID Connect, code flow with PKCE); undefined when the provider cannot be
 * reached.
 */
export async function buildOidcRedirect(
  portal: AppContext,
  configurationOf: ConfigurationOf,
  { request, provider, log, hint, again, probe }: OidcRedirect,
): Promise<{ readonly url: URL; readonly secrets: OidcSecrets } | undefined> {
  const { outside } = provider
  const config = await configurationOf(provider).catch((failure: unknown) => {
    portal.log.warn({ err: failure, provider: provider.id }, 'an identity provider does not respond')
    if (outside) log?.note(diagnoseDiscovery(failure, outside))
  })
  if (!config) return undefined
  log?.note({ step: 'discovery' })
  const finding =
    probe && outside && (await problemOfUs(portal, config, outside, redirectUri(portal, request, provider)))
  if (finding) {
    log?.note({ step: 'authorization', failed: true, finding: finding, values: { clientId: outside.clientId } })
    return undefined
  }
  const secrets = {
    state: openid.randomState(),
    nonce: openid.randomNonce(),
    verifier: openid.randomPKCECodeVerifier(),
  }
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri(portal, request, provider),
    scope: (outside?.scopes ?? ['openid', 'email', 'profile']).join(' '),
    state: secrets.state,
    nonce: secrets.nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(secrets.verifier),
    code_challenge_method: 'S256',
    ...(hint ? { login_hint: hint.slice(0, 254) } : {}),
    // The embedded provider serves this portal alone: its session must never sign in a user who has signed out.
    ...(again || !outside ? { prompt: 'login', max_age: '0' } : {}),
  })
  return { url, secrets }
}

/** The claims of the returning user, when the response is valid in every respect; undefined otherwise. */
export async function exchangeOidcCode(
  portal: AppContext,
  configurationOf: ConfigurationOf,
  { request, provider, log }: Pick<OidcRedirect, 'request' | 'provider' | 'log'>,
  { state, nonce, verifier }: OidcSecrets,
): Promise<Claims | undefined> {
  try {
    const here = new URL(redirectUri(portal, request, provider))
    here.search = request.url.slice(request.url.indexOf('?'))
    const config = await configurationOf(provider)
    const tokens = await openid.authorizationCodeGrant(config, here, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    })
    log?.note({ step: 'return' }, { step: 'token' }, { step: 'signature' })
    return await wholeClaims(config, provider, tokens)
  } catch (failure) {
    portal.log.warn({ err: failure, provider: provider.id }, 'a sign-in could not be finished')
    if (provider.outside) log?.note(diagnoseCodeExchange(failure, provider.outside))
    return undefined
  }
}

/** The redirect URI at the portal. */
export function redirectUri(portal: AppContext, request: FastifyRequest, { id }: Pick<Provider, 'id'>): string {
  return `${originOf(portal, request)}/login/oauth2/code/${id}`
}

/**
 * Why a provider does not accept the portal's client credentials, tested with a code that was never issued: the secret,
 * where its authorization endpoint knows the client id, else the client id. Undefined where it accepts them.
 */
export async function problemOfUs(
  { config: { privateHosts } }: Pick<AppContext, 'config'>,
  config: openid.Configuration,
  { trusted }: Pick<OpenIdSettings, 'trusted'>,
  redirect: string,
): Promise<'client-rejected' | 'secret-rejected' | undefined> {
  const code_verifier = openid.randomPKCECodeVerifier()
  const parameters = { code: 'asks-whether-you-know-us', redirect_uri: redirect, code_verifier }
  try {
    await openid.genericGrantRequest(config, 'authorization_code', parameters)
    return undefined
  } catch (failure) {
    if (!isClientRejected(failure)) return undefined
  }
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: redirect,
    scope: 'openid',
    state: openid.randomState(),
    nonce: openid.randomNonce(),
    prompt: 'none',
    code_challenge: await openid.calculatePKCECodeChallenge(code_verifier),
    code_challenge_method: 'S256',
  })
  const ask = trusted ? fetch : outboundFetch(privateHosts)
  const page = await ask(url.href, { redirect: 'manual', signal: AbortSignal.timeout(10_000) }).catch(() => undefined)
  await page?.body?.cancel()
  return page && page.status < 400 ? 'secret-rejected' : 'client-rejected'
}

type Tokens = Awaited<ReturnType<typeof openid.authorizationCodeGrant>>

/**
 * Many providers put address, verification and groups into userinfo only; it is requested when the token lacks a
 * claim. A failure of it is one of the sign-in, unless only the verification was missing, which many never send.
 */
async function wholeClaims(config: openid.Configuration, provider: Provider, tokens: Tokens): Promise<Claims> {
  const token = tokens.claims()!
  const { claimMapping: mapping, useExternalAcl } = provider
  const claims = claimsOfToken(token, mapping)
  const lacks = claims.email === undefined || (useExternalAcl && !claims.groups?.length && !claims.groupsElsewhere)
  const asks = lacks || claims.emailVerified === undefined
  if (!provider.outside || !asks || !config.serverMetadata().userinfo_endpoint) return claims
  try {
    const more = await openid.fetchUserInfo(config, tokens.access_token, token.sub)
    return claimsOfToken(joinClaims(token, more), mapping)
  } catch (failure) {
    if (lacks) throw failure
    return claims
  }
}

/** Both together. A verification speaks of the address beside it; when the user proved who they are only a token says. */
function joinClaims(token: openid.IDToken, more: openid.UserInfoResponse): TokenClaims {
  const { email_verified, ...rest } = token
  const same = more.email === undefined || more.email === token.email
  return {
    ...rest,
    ...(same && email_verified !== undefined && { email_verified }),
    ...more,
    auth_time: token.auth_time,
  }
}
