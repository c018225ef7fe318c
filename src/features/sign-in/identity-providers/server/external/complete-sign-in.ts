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
import type { MappedRole } from '#features/users/role-assignment/contract.ts'
import { setRolesOfProvider } from '#features/users/role-assignment/server/index.ts'
import { notifyUser } from '#features/users/sign-in-mail/server/index.ts'
import { activateFromDirectory, transitionUser } from '#features/users/user-management/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import type { Encryptor } from '#kit/server/encryption.ts'
import { type EventActor, recordEvent } from '#kit/server/events/event.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { actorOfRequest } from '#kit/server/serve/request-context.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { type ClaimMapping, mappedRole } from '../../contract.ts'
import type { AttemptStep } from '../attempts/attempt-log.ts'
import { issuerOf, type Provider } from '../providers.ts'
import { announceBreakGlass, ownCredentialsOf } from './break-glass.ts'
import type { Claims } from './claims.ts'
import { followClaims } from './follow-claims.ts'
import { provisionUser } from './jit-provisioning.ts'
import { sameSubject } from './same-subject.ts'
import { maySignIn, type RecognisedUser, type SignInResult, userColumns } from './sign-in-result.ts'

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

/**
 * The user whom the provider's claims identify: by (issuer, subject), never by e-mail alone. An unknown pair belongs to
 * a user who was invited, or to a new one. Where the provider manages the roles, its groups decide
 * them from now on.
 */
async function findUserByClaims(
  tx: Tx,
  portal: Pick<AppContext, 'config' | 'notifier'>,
  { provider, claims, actor }: { provider: Provider; claims: Claims; actor: EventActor },
): Promise<SignInResult> {
  const issuer = issuerOf(provider)
  const knownUser = await tx
    .selectFrom('users')
    .select(userColumns)
    .where(issuer === undefined ? sql<boolean>`issuer is null` : sql<boolean>`issuer = ${issuer}`)
    .where(issuer === undefined ? sql<boolean>`id = ${Number(claims.subject)}` : sameSubject(provider, claims.subject))
    .executeTakeFirst()
  const signInResult: SignInResult =
    knownUser || issuer === undefined
      ? knownUser
        ? { user: knownUser, remarks: [] }
        : { rejected: 'user-unknown' }
      : await provisionUser(tx, { ...provider, issuer }, claims, actor)
  if ('rejected' in signInResult) return signInResult
  const { user, remarks } = signInResult
  if (!maySignIn(user) && !(await activateFromDirectory(tx, user.id, actor)))
    return { rejected: 'user-inactive', values: { state: user.state }, userId: user.id }
  const current =
    knownUser && issuer !== undefined
      ? await followClaims(tx, portal, { provider: { ...provider, issuer }, claims, user })
      : user
  if (!provider.useExternalAcl) return { user: current, remarks }
  return { user: current, remarks: [...remarks, ...(await rolesOfClaims(tx, provider, claims, user.id))] }
}

/**
 * Sets the user's roles to those of their groups at the provider; returns the remarks about it. A provider that does not
 * list the groups says nothing of them: the roles stay.
 */
async function rolesOfClaims(
  tx: Tx,
  { name, claimMapping }: Pick<Provider, 'name' | 'claimMapping'>,
  { groups, groupsElsewhere }: Pick<Claims, 'groups' | 'groupsElsewhere'>,
  userId: number,
): Promise<AttemptStep[]> {
  if (!groups) return [{ step: 'person', finding: groupsElsewhere ? 'groups-overage' : 'groups-missing' }]
  const wantedRoles = rolesOfGroups(claimMapping, groups)
  const user = await userWhere(tx, sql`u.id = ${userId}`)
  const hindrances = await setRolesOfProvider(tx, { userName: name }, user!, wantedRoles)
  return [
    ...(wantedRoles.length > 0
      ? []
      : [{ step: 'person', finding: 'no-role-mapped', values: { groups: groups.join(', ') } } as const]),
    ...hindrances.map((finding) => ({ step: 'person', finding }) as const),
  ]
}

/** The roles that the groups give. */
function rolesOfGroups({ roles = [] }: ClaimMapping, groups: readonly string[]): MappedRole[] {
  return roles.filter(({ group }) => groups.includes(group)).flatMap((line) => mappedRole(line) ?? [])
}
