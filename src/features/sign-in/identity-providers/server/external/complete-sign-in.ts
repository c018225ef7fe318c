import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { sessionRejected } from '#features/access/sessions/contract.ts'
import {
  csrfTokenOf,
  endSession,
  sessionHours,
  setSessionCookies,
  startSession,
} from '#features/access/sessions/server/index.ts'
import { userWhere } from '#features/users/managed-users/server/index.ts'
import { notifyUser } from '#features/users/sign-in-mail/server/index.ts'
import { transitionUser } from '#features/users/user-management/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import type { Encryptor } from '#kit/server/encryption.ts'
import { recordEvent } from '#kit/server/events/event.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { actorOfRequest } from '#kit/server/serve/request-context.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { issuerOf, type Provider } from '../providers.ts'
import { announceBreakGlass, ownCredentialsOf } from './break-glass.ts'
import type { Claims } from './claims.ts'
import type { RecognisedUser, SignInResult } from './sign-in-result.ts'
import { findUserByClaims } from './user-by-claims.ts'

type Entry = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly provider: Provider
  readonly claims: Claims
}

/**
 * Starts the session of the user whom the provider authenticated, or returns why not. The browser's previous session
 * ends.
 */
export async function completeSignIn(portal: AppContext, encrypt: Encryptor, entry: Entry): Promise<SignInResult> {
  const { request, reply, provider, claims } = entry
  const before = await portal.identify(request)
  const outcome = await inTransaction(portal.db, async (tx) => {
    const signInResult = await findUserByClaims(tx, portal, { provider, claims, actor: actorOfRequest(request) })
    if ('rejected' in signInResult) {
      const data = { why: signInResult.rejected, provider: provider.id, subject: claims.subject }
      await recordEvent(tx, sessionRejected, actorOfRequest(request), { subject: signInResult.userId ?? null, data })
      return { found: signInResult }
    }
    const end = { why: 'replaced', actor: actorOfRequest(request) }
    if (before?.sessionId) await endSession(tx, { id: before.sessionId, ...end })
    return { found: signInResult, session: await begin(portal, tx, entry, signInResult.user) }
  })
  const { session } = outcome
  if (session)
    setSessionCookies(reply, portal.config, { token: session.token, csrfToken: csrfTokenOf(encrypt, session.id) })
  return outcome.found
}

/** Reports who would be signed in, and changes nothing. */
export async function dryRunSignIn(
  portal: AppContext,
  { request, provider, claims }: Omit<Entry, 'reply'>,
): Promise<SignInResult> {
  let signInResult: SignInResult | undefined
  await inTransaction(portal.db, async (tx) => {
    signInResult = await findUserByClaims(tx, portal, { provider, claims, actor: actorOfRequest(request) })
    throw new OnlyRehearsed()
  }).catch((failure: unknown) => {
    if (!(failure instanceof OnlyRehearsed)) throw failure
  })
  return signInResult!
}

class OnlyRehearsed extends Error {}

async function begin(portal: AppContext, tx: Tx, { request, provider, claims }: Entry, user: RecognisedUser) {
  if (user.state === 'candidateForDeletion') {
    const actor = { userId: user.id, userName: user.full_name, requestId: request.id }
    await transitionUser(tx, (await userWhere(tx, sql`u.id = ${user.id}`))!, { move: 'keep', actor })
  }
  const session = await startSession(tx, {
    user: { id: user.id, fullName: user.full_name },
    providerId: provider.id,
    providerSession: claims.session,
    amr: claims.amr,
    // A provider's clock may be ahead.
    provedAt: claims.provedAt === undefined ? undefined : new Date(Math.min(claims.provedAt, Date.now())),
    refreshLimit: portal.settings.valueOf(sessionHours),
    address: request.ip,
    userAgent: request.headers['user-agent'],
    requestId: request.id,
  })
  if (issuerOf(provider) === undefined) {
    const { use } = await ownCredentialsOf(tx, portal.config, user)
    if (use === 'break-glass') await announceBreakGlass(tx, portal, request, user)
  }
  if (session.newDevice) await notifyUser(tx, portal, user, 'new-device', { device: session.newDevice })
  return session
}
