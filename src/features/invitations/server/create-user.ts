import { sql } from 'kysely'
import { requireDomainNotForbidden } from '#features/domains/server/index.ts'
import { changeRoles, readChanges } from '#features/role-grants/server/index.ts'
import { changedUser, inviteUser, personWhere } from '#features/user-management/server/index.ts'
import { reAuthenticate } from '#features/users/server/index.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { accountsAllowed } from '#kit/contract/permission.ts'
import type { Portal } from '#kit/server/portal.ts'
import { refuse, refuseField } from '#kit/server/refusal.ts'
import { doerOf, type WriteCall } from '#kit/server/serve/call.ts'
import { type createUser, createUsers, invitationProblems } from '../contract.ts'

/** Makes a person with their first roles, and sends them the way in. */
export async function invite(portal: Portal, call: WriteCall<typeof createUser>) {
  const { tx, session, body, request } = call
  const email = body.email.toLowerCase()
  const roles = body.roles ?? []
  const doer = doerOf(request)
  const written = roles.map((role) => ({ role, account: body.account, add: true }))
  const changes = await readChanges(tx, session, written, () => 'account')
  // Somebody without a role is seen by vendor staff alone, so nobody else can make them.
  if (changes.length === 0 && accountsAllowed(session.actor, createUsers)[0] !== '*')
    refuseField('roles', 'needs at least one role in an account of yours')
  for (const { account } of changes) requireMayInvite(call, account)
  if (changes.some(({ role }) => role === 'ADMIN')) await reAuthenticate(portal.db, session, request.ip)
  await requireDomainNotForbidden(tx, email)
  // As at a sign-up: of two who make the same person the second one is told.
  await sql`select pg_advisory_xact_lock(hashtextextended(${email}, 19))`.execute(tx)
  if (await tx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst())
    refuse(invitationProblems['user-exists'], { email }, { fields: [{ path: 'email', message: 'has access already' }] })

  const fullName = body.fullName.trim().replace(/\s+/g, ' ')
  const id = await inviteUser(portal, tx, { doer, email, fullName })
  await tx
    .updateTable('users')
    .set({ job_title: body.jobTitle ?? null, manager_email: body.managerEmail?.toLowerCase() ?? null })
    .where('id', '=', id)
    .execute()
  const person = await personWhere(tx, sql`u.id = ${id}`)
  await changeRoles(tx, { session, doer }, person!, changes)
  return changedUser(tx, session, id, 201)
}

function requireMayInvite({ session }: WriteCall<typeof createUser>, account: string | null): void {
  const allowed = accountsAllowed(session.actor, createUsers)
  if (allowed[0] === '*' || (account !== null && allowed.includes(account))) return
  refuse(kitProblems['access-denied'], { permission: createUsers.name, ...(account ? { account } : {}) })
}
