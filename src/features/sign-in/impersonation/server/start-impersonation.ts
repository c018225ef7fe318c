import { sql } from 'kysely'
import { impersonateStaff, impersonateUsers } from '#features/access/sessions/contract.ts'
import {
  csrfTokenOf,
  endSession,
  loadPermissions,
  setSessionCookies,
  startImpersonatedSession,
} from '#features/access/sessions/server/index.ts'
import { lockUser, type ManagedUser, requireNotSelf } from '#features/users/managed-users/server/index.ts'
import { reAuthenticate } from '#features/users/passwords/server/index.ts'
import { impersonationChanged } from '#features/users/users/contract.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { accountsAllowed, allows } from '#kit/contract/permission.ts'
import type { Database } from '#kit/server/database.ts'
import { encryptorFor } from '#kit/server/encryption.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { addJob } from '#kit/server/job.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { actorOfRequest, type CommandContext } from '#kit/server/serve/request-context.ts'
import type { Session } from '#kit/server/session.ts'
import { type impersonate, impersonationProblems, impersonationStarted, LONGEST_MINUTES } from '../contract.ts'
import { closeImpersonation } from './end-impersonation.ts'
import { OVER } from './over-event-handlers.ts'

/** Seconds before the end at which the page is notified, so that it still receives the message. */
const NOTICE_SECONDS = 5

/** Starts an impersonation: the caller signed in recently, has the permission, and gives a reason. */
export async function startImpersonation(portal: AppContext, call: CommandContext<typeof impersonate>) {
  const { tx, session, body, query, request, reply, actor } = call
  await reAuthenticate(portal.db, session, request.ip)
  const ownSessionId = session.sessionId ?? throwProblem(kitProblems['reauthentication-required'])
  const user = await lockUser(tx, session, body.userId)
  requireNotSelf(session, user)
  requireMayActAs(session, user)
  const permissions = await permissionsOf(portal.db, user)
  const account = await openedAccount(portal.db, user, permissions, query.accountId)

  const { minutes = LONGEST_MINUTES, reason } = body
  await endEarlier(call, ownSessionId)
  const acting = { ownSessionId, impersonatorId: session.userId, userId: user.id, minutes, reason }
  const { id, token, endsAt } = await startImpersonatedSession(tx, acting)
  const accountIds = [...permissions.accountIds.values()]
  await tx
    .insertInto('impersonations')
    .values({
      session_id: id,
      impersonator_id: session.userId,
      user_id: user.id,
      account_ids: accountIds,
      opened_account_id: account?.id ?? null,
      reason,
      ends_at: endsAt,
    })
    .execute()
  const data = { reason, endsAt: endsAt.toISOString(), session: id }
  const about = account?.id ?? (accountIds.length === 1 ? accountIds[0]! : null)
  await call.record(impersonationStarted, { subject: user.id, account: about, data })
  await addJob(tx, OVER, { session: id }, { runAt: new Date(endsAt.getTime() - NOTICE_SECONDS * 1000) })
  const to = { sessionId: ownSessionId }
  await portal.live.publish(tx, { topic: impersonationChanged, to, body: { status: true }, requestId: request.id })

  setSessionCookies(reply, portal.config, { token, csrfToken: csrfTokenOf(encryptorFor(portal.config), id) })
  const impersonator = { id: actor.id, fullName: actor.fullName }
  return {
    impersonateMode: { impersonator, reason, readOnly: true, endsAt: endsAt.toISOString() },
    account: account ? { id: String(account.id), name: account.name } : null,
  }
}

/** One at a time: of two started at once by the same session the first one ends; its response is no longer used. */
async function endEarlier({ tx, request }: CommandContext<typeof impersonate>, ownSessionId: string): Promise<void> {
  await sql`select 1 from sessions where id = ${ownSessionId} for update`.execute(tx)
  const earlier = await tx
    .selectFrom('sessions')
    .select('id')
    .where('own_session_id', '=', ownSessionId)
    .where('ended_at', 'is', null)
    .execute()
  for (const { id } of earlier) {
    await closeImpersonation(tx, id, 'revoked')
    await endSession(tx, { id, why: 'impersonation-over', actor: actorOfRequest(request) })
  }
}

/** Administrators may impersonate any user but administrators, others customers, and of these only theirs. */
function requireMayActAs({ actor }: Session, user: ManagedUser): void {
  const accounts = accountsAllowed(actor, impersonateUsers)
  const theirs = accounts[0] === '*' || user.roles.some(({ account }) => account !== null && accounts.includes(account))
  const administrator = user.roles.some(({ role }) => role === 'ADMIN')
  if (!theirs || administrator || (user.isVendor && !allows(actor, impersonateStaff)))
    throwProblem(impersonationProblems['impersonation-not-allowed'], { name: user.fullName })
}

type UserPermissions = NonNullable<Awaited<ReturnType<typeof loadPermissions>>>

/** The user's current permissions; users who could not sign in themselves cannot be impersonated. */
async function permissionsOf(
  db: Database,
  { id, fullName: name, state, stateBefore }: ManagedUser,
): Promise<UserPermissions> {
  const mayEnter = state === 'active' || (state === 'candidateForDeletion' && stateBefore === 'active')
  const permissions = mayEnter ? await loadPermissions(db, id) : null
  return permissions ?? throwProblem(impersonationProblems['impersonation-inactive'], { name, state })
}

async function openedAccount(
  db: Database,
  { fullName: name }: ManagedUser,
  permissions: UserPermissions,
  wantedAccount: string | undefined,
) {
  if (wantedAccount === undefined) return undefined
  const which = /^\d{1,15}$/.test(wantedAccount)
    ? sql<boolean>`id = ${Number(wantedAccount)}`
    : sql<boolean>`name = ${wantedAccount}`
  const account = await db
    .selectFrom('accounts')
    .select(['id', 'name'])
    .where(which)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const everywhere = permissions.actor.roles.some((grant) => grant.account === '*')
  if (account && (everywhere || permissions.accountIds.has(account.name))) return account
  return throwProblem(impersonationProblems['impersonation-account'], { name })
}
