import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { findAccountIn } from '#features/access/scope/server/index.ts'
import { editProfile } from '#features/access/user-records/server/index.ts'
import { readAccounts } from '#features/accounts/accounts/contract.ts'
import { dropUnconfirmedSignUp } from '#features/onboarding/sign-up/server/index.ts'
import { domainProblems } from '#features/sign-in/domains/contract.ts'
import { isDomainAllowed, requireDomainNotForbidden } from '#features/sign-in/domains/server/index.ts'
import { requireFreeSeat, userScopeOf, userWhere } from '#features/users/managed-users/server/index.ts'
import { reAuthenticate } from '#features/users/passwords/server/index.ts'
import { changeRoles, readChanges } from '#features/users/role-assignment/server/index.ts'
import { signInUrl } from '#features/users/sign-in-mail/server/index.ts'
import type { User } from '#features/users/user-management/contract.ts'
import { changedUser, inviteUser } from '#features/users/user-management/server/index.ts'
import { normaliseEmail } from '#kit/contract/email-address.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { accountsAllowed } from '#kit/contract/permission.ts'
import { fillText } from '#kit/contract/problem.ts'
import { respond } from '#kit/server/handler-response.ts'
import { throwFieldProblem, throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { actorOfRequest, type CommandContext } from '#kit/server/serve/request-context.ts'
import { type createUser, createUsers, invitationProblems, knownUserInvited } from '../contract.ts'
import { alreadyInvited } from './invitation-notifications.ts'

/** Creates a user with their first roles, and sends them the invitation. */
export async function invite(portal: AppContext, call: CommandContext<typeof createUser>) {
  const { tx, session, body, request } = call
  const email = normaliseEmail(body.email)
  const roles = body.roles ?? []
  const writtenRoles = roles.map((role) => ({ role, account: body.account, add: true }))
  const changes = await readChanges(tx, session, writtenRoles, () => 'account')
  // Only vendor staff see users without a role, so other users cannot create them.
  if (changes.length === 0 && accountsAllowed(session.actor, createUsers)[0] !== '*')
    throwFieldProblem('roles', 'needs at least one role in an account of yours')
  for (const { account } of changes) requireMayInvite(call, account)
  if (changes.some(({ role }) => role === 'ADMIN')) await reAuthenticate(portal.db, session, request.ip)
  // Checks that reveal something about the address come last: a caller who may not invite it, or has no seat, does not
  // learn whether it is known.
  await requireDomains(call, email, changes)
  for (const accountId of new Set(changes.flatMap((change) => change.accountId ?? [])))
    await requireFreeSeat(tx, accountId)
  // As at a sign-up: of two requests that create the same user the second gets the conflict.
  await sql`select pg_advisory_xact_lock(hashtextextended(${email}, 19))`.execute(tx)
  await dropUnconfirmedSignUp(tx, email)
  const knownUser = await tx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  if (!knownUser) return make(portal, call, email, changes)
  if (await isSeen(call, knownUser.id))
    throwProblem(
      invitationProblems['user-exists'],
      { email },
      { fields: [{ path: 'email', message: 'already has access' }] },
    )
  return pretend(portal, call, { id: knownUser.id, email }, changes)
}

async function make(portal: AppContext, call: CommandContext<typeof createUser>, email: string, changes: Changes) {
  const { tx, session, body, request } = call
  const actor = actorOfRequest(request)
  const fullName = body.fullName.trim().replace(/\s+/g, ' ')
  const id = await inviteUser(portal, tx, { actor, email, fullName })
  const { jobTitle } = body
  const managerEmail = body.managerEmail ? normaliseEmail(body.managerEmail) : null
  await editProfile(tx, id, { jobTitle: jobTitle ?? null, managerEmail })
  const user = await userWhere(tx, sql`u.id = ${id}`)
  await changeRoles(tx, { session, actor }, user!, changes)
  return changedUser(tx, session, id, 201)
}

type Changes = Awaited<ReturnType<typeof readChanges>>

/**
 * The response for an address that has access elsewhere, where the caller does not see its user: that of a new user,
 * created and rolled back. Nothing changes; the invited user is notified by mail.
 */
async function pretend(
  portal: AppContext,
  call: CommandContext<typeof createUser>,
  knownUser: { readonly id: number; readonly email: string },
  changes: Changes,
) {
  const { tx, actor } = call
  const { email } = knownUser
  await sql`savepoint unknown_user`.execute(tx)
  const triedUser = await make(portal, call, `${randomUUID()}${email.slice(email.lastIndexOf('@'))}`, changes)
  await sql`rollback to savepoint unknown_user`.execute(tx)
  const account = changes[0]?.account ?? null
  const row = account ? await findAccountIn(tx, call.session, { name: account, permission: readAccounts }) : undefined
  const { portalName, vendor } = portal.config
  const values = {
    inviter: actor.fullName,
    account: row?.displayName ?? portalName,
    portal: portalName,
    vendor: vendor.name,
  }
  await portal.notifier.notify(tx, alreadyInvited, {
    to: [{ userId: knownUser.id }],
    values,
    link: signInUrl(portal.publicUrl(), email),
    // One mail a day for each account.
    key: `${account} ${new Date().toISOString().slice(0, 10)}`,
  })
  await call.record(knownUserInvited, { subject: knownUser.id, account: row?.id ?? null, data: { email } })
  return respond({ ...(triedUser.value as User), username: email }, triedUser.options)
}

/** Whether the caller sees the user in lists anyway. */
async function isSeen({ tx, session }: CommandContext<typeof createUser>, id: number): Promise<boolean> {
  const { rows } = await sql`select 1 from users u where u.id = ${id} and ${userScopeOf(session).seen}`.execute(tx)
  return rows.length > 0
}

/** The domain is allowed in each account that a role is for (part 1 §5); staff of every account may confirm another. */
async function requireDomains(
  { tx, session, body }: CommandContext<typeof createUser>,
  email: string,
  changes: Changes,
): Promise<void> {
  const domain = await requireDomainNotForbidden(tx, email)
  const everywhere = accountsAllowed(session.actor, createUsers)[0] === '*'
  for (const account of new Set(changes.flatMap((change) => change.account ?? []))) {
    if (await isDomainAllowed(tx, email, account)) continue
    if (everywhere && body.confirmDomain) continue
    const problem = everywhere ? invitationProblems['domain-unconfirmed'] : domainProblems['domain-not-allowed']
    const words = { domain, account }
    throwProblem(problem, words, { fields: [{ path: 'email', message: fillText(problem.text, words) }] })
  }
}

function requireMayInvite({ session }: CommandContext<typeof createUser>, account: string | null): void {
  const allowedAccounts = accountsAllowed(session.actor, createUsers)
  if (allowedAccounts[0] === '*' || (account !== null && allowedAccounts.includes(account))) return
  throwProblem(kitProblems['access-denied'], { permission: createUsers.name, ...(account ? { account } : {}) })
}
