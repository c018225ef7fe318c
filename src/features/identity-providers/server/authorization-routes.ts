import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as openid from 'openid-client'
import { cookieRules } from '#features/sessions/server/index.ts'
import type { Portal } from '#kit/server/portal.ts'
import type { Seal } from '#kit/server/seal.ts'
import { lookOf, openCookie, ownPath, sealCookie } from './browser-cookies.ts'
import { originOf } from './embedded/open-provider.ts'
import { enter } from './enter.ts'
import { type Form, sendPage } from './form-posts.ts'
import { errorPage } from './pages/error-page.ts'
import { type Provider, providersOf } from './providers.ts'

type ConfigurationOf = (provider: Provider) => Promise<openid.Configuration>

/** What the browser keeps, sealed, between leaving for the provider and coming back. */
type Started = {
  readonly provider: string
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  readonly back: string
}

const STARTED_SECONDS = 1_800

/** Serves the two ends of a sign-in: off to the provider, and back with a code (OpenID Connect, code flow with PKCE). */
export function serveAuthorization(
  scope: FastifyInstance,
  portal: Portal,
  seal: Seal,
  configurationOf: ConfigurationOf,
): void {
  scope.get('/oauth2/authorization/:provider', { schema: { hide: true } }, async (request, reply) => {
    const found = await findProvider(portal, seal, request)
    if (!found) return refuseWith(portal, request, reply, { status: 404, title: 'nowhere' })
    const config = await configurationOf(found).catch((failure: unknown) => {
      portal.log.warn({ err: failure, provider: found.id }, 'an identity provider does not answer')
      return undefined
    })
    if (!config) return refuseWith(portal, request, reply, { status: 502, title: 'unreachable', name: found.name })
    const query = request.query as Form
    const started: Started = {
      provider: found.id,
      state: openid.randomState(),
      nonce: openid.randomNonce(),
      verifier: openid.randomPKCECodeVerifier(),
      back: ownPath(query.return),
    }
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri(portal, request, found),
      scope: (found.outside?.scopes ?? ['openid', 'email', 'profile']).join(' '),
      state: started.state,
      nonce: started.nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(started.verifier),
      code_challenge_method: 'S256',
      ...(query.login_hint ? { login_hint: query.login_hint.slice(0, 254) } : {}),
      // The embedded provider serves this portal alone: its session must never answer for somebody who has logged out.
      ...(query.prompt === 'login' || !found.outside ? { prompt: 'login' } : {}),
    })
    const rules = { ...cookieRules(portal.config), httpOnly: true, path: '/login', maxAge: STARTED_SECONDS }
    reply.setCookie(cookieName(started.state), sealCookie(started, seal, 'sign-in'), rules)
    return reply.redirect(found.outside ? url.href : url.pathname + url.search, 303)
  })

  scope.get('/login/oauth2/code/:provider', { schema: { hide: true } }, async (request, reply) => {
    const query = request.query as Form
    const name = cookieName(query.state ?? '')
    const started = openCookie<Started>(request.cookies[name], seal, 'sign-in')
    reply.clearCookie(name, { ...cookieRules(portal.config), path: '/login' })
    const found = await findProvider(portal, seal, request)
    if (!found || !started || started.provider !== found.id || started.state !== query.state)
      return refuseWith(portal, request, reply, { status: 400, title: 'state' })
    const claims = await exchange(portal, request, found, started, configurationOf).catch((failure: Error) => {
      portal.log.warn({ err: failure, provider: found.id }, 'a sign-in could not be finished')
      return undefined
    })
    if (!claims) return refuseWith(portal, request, reply, { status: 400, title: 'provider' })
    const entered = await enter(portal, seal, { request, reply, provider: found, claims })
    if (entered !== 'in') return refuseWith(portal, request, reply, { status: 403, title: entered, name: found.name })
    return reply.redirect(started.back, 303)
  })
}

async function exchange(
  portal: Portal,
  request: FastifyRequest,
  provider: Provider,
  { state, nonce, verifier }: Started,
  configurationOf: ConfigurationOf,
): Promise<openid.IDToken> {
  const here = new URL(redirectUri(portal, request, provider))
  here.search = request.url.slice(request.url.indexOf('?'))
  const tokens = await openid.authorizationCodeGrant(await configurationOf(provider), here, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  return tokens.claims()!
}

function redirectUri(portal: Portal, request: FastifyRequest, { id }: Provider): string {
  return `${originOf(portal, request)}/login/oauth2/code/${id}`
}

async function findProvider(portal: Portal, seal: Seal, request: FastifyRequest): Promise<Provider | undefined> {
  const { provider } = request.params as { provider: string }
  return (await providersOf(portal, seal)).find(({ id }) => id === provider)
}

function cookieName(state: string): string {
  return `headend_signin_${state.replace(/[^A-Za-z0-9_-]/g, '').slice(0, 12)}`
}

type Refused = { readonly status: number } & Parameters<typeof errorPage>[1]
function refuseWith(
  portal: Portal,
  request: FastifyRequest,
  reply: FastifyReply,
  { status, ...why }: Refused,
): FastifyReply {
  return sendPage(reply, errorPage(lookOf(portal, request), why), { status })
}
