import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { cookieRules } from '#features/access/sessions/server/index.ts'
import { networkOf } from '#kit/server/client-address.ts'
import { pageOperation } from '#kit/server/describe/page-operation.ts'
import type { Encryptor } from '#kit/server/encryption.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { type AttemptLog, attemptLog, beginAttempt } from '../attempts/attempt-log.ts'
import { beginTest } from '../attempts/begin-test.ts'
import { encryptCookie, openCookie, pageTheme, safeRedirectPath } from '../browser-cookies.ts'
import { type Form, sendPage } from '../form-posts.ts'
import { errorPage } from '../pages/error-page.ts'
import { testPage } from '../pages/test-page.ts'
import { everyProvider, issuerOf, type Provider, providersOf } from '../providers.ts'
import type { ConfigurationOf } from '../relying-party.ts'
import { buildSamlRedirect } from '../saml/saml-flow.ts'
import { takeResponse } from '../saml/saml-requests.ts'
import { buildOidcRedirect, exchangeOidcCode, type OidcSecrets } from './oidc-flow.ts'
import { providerIn, USUAL } from './provider-in.ts'
import { handleSignInCallback } from './sign-in-callback.ts'

/** What the browser stores, encrypted, between the redirect to the provider and the return. */
export type StartedSignIn = {
  readonly provider: string
  readonly attempt: string | undefined
  readonly test: boolean
  readonly back: string
  readonly state: string
  /** When the provider was asked to make the user prove their identity again, if it was (milliseconds). */
  readonly againAt: number | undefined
  /** OpenID Connect only: for SAML the request is stored on the server. */
  readonly oidc: OidcSecrets | undefined
}

const operations = {
  start: pageOperation(
    {
      name: 'beginSignIn',
      url: `/oauth2/authorization/${USUAL}`,
      summary: `Sign in through the identity provider, then go to \`return\`; other providers have their id for \`${USUAL}\``,
    },
    {
      login_hint: 'The e-mail address, as far as it is known',
      return: 'The path to go to afterwards, on this site',
      prompt: '`login`: ask for the password even if somebody is signed in there',
    },
  ),
  end: pageOperation(
    {
      name: 'endSignIn',
      url: `/login/oauth2/code/${USUAL}`,
      summary: 'Where the identity provider sends the browser back to (OpenID Connect)',
    },
    {
      code: 'The authorization code',
      state: 'Returned unchanged',
      iss: 'The issuer of the response (RFC 9207)',
    },
  ),
}

const STARTED_SECONDS = 1_800
/** Each is stored in the database, so the limit is what a large company behind one address starts. */
const STARTS = { count: 300, seconds: 60 }

/** Serves both ends of a sign-in: the redirect to the provider, and the return from it. */
export function serveAuthorization(
  scope: FastifyInstance,
  portal: AppContext,
  encrypt: Encryptor,
  configurationOf: ConfigurationOf,
): void {
  async function start(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const query = request.query as Form
    const test = await beginTest(portal, request, query.test)
    const provider = await findProvider(portal, encrypt, request, test !== undefined)
    if (!provider || (query.test && !test)) return rejectWith(portal, request, reply, { status: 404, title: 'nowhere' })
    const outside = issuerOf(provider) !== undefined
    if (outside) portal.limits?.take(STARTS, `sign-in ${networkOf(request.ip)}`)
    const log = test ?? (outside ? beginAttempt(portal, provider.id, query.login_hint) : undefined)
    const again = query.prompt === 'login' || test !== undefined
    const going = { request, provider, log, hint: query.login_hint, again, probe: test !== undefined }
    const redirection = provider.saml
      ? await buildSamlRedirect(portal, { ...going, saml: provider.saml })
      : await buildOidcRedirect(portal, configurationOf, going)
    if (!redirection) {
      log?.end('REJECTED')
      if (test) return sendPage(reply, testPage(pageTheme(portal, request), 'stopped'))
      return rejectWith(portal, request, reply, { status: 502, title: 'unreachable', name: provider.name })
    }
    log?.note({ step: 'authorization' })
    const oidc = 'secrets' in redirection ? redirection.secrets : undefined
    const state = 'secrets' in redirection ? redirection.secrets.state : redirection.relayState
    const back = safeRedirectPath(query.return)
    const againAt = again ? Date.now() : undefined
    const isTest = test !== undefined
    const signInState: StartedSignIn = {
      provider: provider.id,
      attempt: log?.id,
      test: isTest,
      back,
      state,
      againAt,
      oidc,
    }
    const rules = { ...cookieRules(portal.config), httpOnly: true, path: '/login', maxAge: STARTED_SECONDS }
    reply.setCookie(cookieName(state), encryptCookie(signInState, encrypt, 'sign-in'), rules)
    return reply.redirect(outside ? redirection.url.href : redirection.url.pathname + redirection.url.search, 303)
  }

  async function end(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const arrival = await comeBack(portal, encrypt, request, reply)
    if (!arrival?.started.oidc) return rejectWith(portal, request, reply, { status: 400, title: 'state' })
    const { provider, started: signInState, log } = arrival
    const claims = await exchangeOidcCode(portal, configurationOf, { request, provider, log }, arrival.started.oidc)
    return handleSignInCallback(portal, encrypt, { request, reply, provider, started: signInState, log, claims })
  }

  portal.operations.push(...Object.values(operations))
  scope.get('/oauth2/authorization/:provider', { config: { operation: operations.start.name } }, start)
  scope.get('/login/oauth2/code/:provider', { config: { operation: operations.end.name } }, end)

  /**
   * A SAML response was posted from the provider's site; this request is from the browser that started it, with its
   * cookie.
   */
  scope.get('/login/saml2/finish/:provider', async (request, reply) => {
    const arrival = await comeBack(portal, encrypt, request, reply)
    if (!arrival?.provider.saml) return rejectWith(portal, request, reply, { status: 400, title: 'state' })
    const claims = await takeResponse(portal.db, encrypt, arrival.started.state)
    if (!claims) return rejectWith(portal, request, reply, { status: 400, title: 'state' })
    return handleSignInCallback(portal, encrypt, { request, reply, ...arrival, claims })
  })
}

type Back = { readonly provider: Provider; readonly started: StartedSignIn; readonly log: AttemptLog | undefined }

/** The sign-in that this browser started with the provider, once. */
async function comeBack(
  portal: AppContext,
  encrypt: Encryptor,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Back | undefined> {
  const { state = '' } = request.query as Form
  const name = cookieName(state)
  const signInState = openCookie<StartedSignIn>(request.cookies[name], encrypt, 'sign-in')
  reply.clearCookie(name, { ...cookieRules(portal.config), path: '/login' })
  if (!signInState || signInState.state !== state) return undefined
  const provider = await findProvider(portal, encrypt, request, signInState.test)
  if (!provider || signInState.provider !== provider.id) return undefined
  const { attempt: id, test } = signInState
  return {
    provider,
    started: signInState,
    log: id === undefined ? undefined : attemptLog(portal, { id, provider: provider.id, test }),
  }
}

/** Only a test uses a disabled provider. */
async function findProvider(
  portal: AppContext,
  encrypt: Encryptor,
  request: FastifyRequest,
  test: boolean,
): Promise<Provider | undefined> {
  const provider = providerIn(request)
  const providers = test ? await everyProvider(portal, encrypt) : await providersOf(portal, encrypt)
  return providers.find(({ id }) => id === provider)
}

function cookieName(state: string): string {
  return `headend_signin_${state.replace(/[^A-Za-z0-9_-]/g, '').slice(0, 12)}`
}

type Rejection = { readonly status: number } & Parameters<typeof errorPage>[1]
function rejectWith(
  portal: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { status, ...why }: Rejection,
): FastifyReply {
  return sendPage(reply, errorPage(pageTheme(portal, request), why), { status })
}
