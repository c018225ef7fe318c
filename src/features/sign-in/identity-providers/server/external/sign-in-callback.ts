import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Encryptor } from '#kit/server/encryption.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { SignInIssue } from '../../contract.ts'
import type { AttemptLog, AttemptStep } from '../attempts/attempt-log.ts'
import { pageTheme } from '../browser-cookies.ts'
import { sendPage } from '../form-posts.ts'
import { errorPage } from '../pages/error-page.ts'
import { testPage } from '../pages/test-page.ts'
import type { Provider } from '../providers.ts'
import type { Claims } from './claims.ts'
import { completeSignIn, dryRunSignIn } from './complete-sign-in.ts'

type Arrival = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly provider: Provider
  readonly started: { readonly test: boolean; readonly back: string; readonly againAt: number | undefined }
  readonly log: AttemptLog | undefined
  /** Undefined when the provider's response was not valid. */
  readonly claims: Claims | undefined
}

/**
 * Signs in the user whom the provider authenticated, and redirects them to where they wanted to go; a test only reports
 * the result.
 */
export async function handleSignInCallback(
  portal: AppContext,
  encrypt: Encryptor,
  arrival: Arrival,
): Promise<FastifyReply> {
  const { request, reply, provider, started: signInState, log, claims } = arrival
  const look = pageTheme(portal, request)
  if (!claims) {
    log?.end('REJECTED')
    if (signInState.test) return sendPage(reply, testPage(look, 'stopped'))
    return sendPage(reply, errorPage(look, { title: 'answer', name: provider.name, attempt: log?.id }), { status: 400 })
  }
  if (claims.email) log?.email(claims.email)
  log?.note({ step: 'claims', values: { email: claims.email ?? '', groups: claims.groups?.join(', ') ?? '' } })
  const missingProof = signInState.againAt === undefined ? undefined : findMissingProof(claims, signInState.againAt)
  if (missingProof && !signInState.test) {
    log?.note({ ...missingProof, failed: true })
    log?.end('REJECTED')
    return sendPage(reply, errorPage(look, { title: 'not-again', name: provider.name, attempt: log?.id }), {
      status: 403,
    })
  }
  if (missingProof) log?.note(missingProof)
  const entry = { request, reply, provider, claims }
  const signInResult = signInState.test
    ? await dryRunSignIn(portal, entry)
    : await completeSignIn(portal, encrypt, entry)
  if ('rejected' in signInResult) {
    log?.note({
      step: 'person',
      failed: true,
      finding: signInResult.rejected,
      ...(signInResult.values ? { values: signInResult.values } : {}),
    })
    log?.end('REJECTED')
    if (signInState.test) return sendPage(reply, testPage(look, 'stopped'))
    return sendPage(
      reply,
      errorPage(look, { title: titleOf(signInResult.rejected), name: provider.name, attempt: log?.id }),
      {
        status: 403,
      },
    )
  }
  log?.note({ step: 'person', values: { name: signInResult.user.full_name } }, ...signInResult.remarks)
  if (signInState.test) {
    log?.end('TESTED')
    return sendPage(reply, testPage(look, 'passed'))
  }
  log?.note({ step: 'session' })
  log?.end('SIGNED_IN')
  return reply.redirect(signInState.back, 303)
}

/** What the user is shown; the rest is in the attempt, for administrators. */
function titleOf(finding: SignInIssue): Parameters<typeof errorPage>[1]['title'] {
  switch (finding) {
    case 'user-inactive':
      return 'inactive'
    case 'domain-forbidden':
      return 'forbidden'
    case 'user-elsewhere':
      return 'elsewhere'
    case 'subject-changed':
      return 'changed'
    case 'email-unverified':
    case 'email-verification-missing':
      return 'unverified'
    case 'email-missing':
      return 'no-address'
    case 'domain-not-routed':
      return 'not-routed'
    default:
      return 'unknown'
  }
}

const CLOCK_SKEW_MS = 60_000

/**
 * What a response lacks that was to prove that the user was asked again: its time of authentication (`auth_time` with
 * `max_age`, OpenID Connect Core 3.1.2.1; `AuthnInstant` with `ForceAuthn`, SAML 2.0 Core 3.4.1) must not be before the
 * request. That a provider was asked proves nothing: many ignore it.
 */
function findMissingProof({ provedAt }: Pick<Claims, 'provedAt'>, askedAt: number): AttemptStep | undefined {
  if (provedAt === undefined) return { step: 'claims', finding: 'proof-time-missing' }
  if (provedAt + CLOCK_SKEW_MS >= askedAt) return undefined
  const minutes = String(Math.round((askedAt - provedAt) / 60_000))
  return { step: 'claims', finding: 'proof-too-old', values: { minutes } }
}
