import { customerRoles, isVendorRole } from '#features/access/roles/contract.ts'
import { managedUserProblems } from '#features/users/managed-users/contract.ts'
import { type ManagedUser, requireAnotherAdmin, requireSeat } from '#features/users/managed-users/server/index.ts'
import { writeRoles } from '#features/users/users/server/index.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import type { Tx } from '#kit/server/database.ts'
import type { EventActor } from '#kit/server/events/event.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { Session } from '#kit/server/session.ts'
import { mayGrant, roleProblems } from '../contract.ts'
import { holdsRole } from './holds-role.ts'
import type { RoleChange } from './read-change.ts'

/** The author of a role change: their permissions decide, and their name is in the record. */
export type RoleChangeAuthor = { readonly session: Session; readonly actor: EventActor }

/**
 * Grants and revokes roles, all or nothing: the granting rule holds for each, users cannot raise their own permissions,
 * the last administrator stays, and an account has no more users than seats. No-op changes are skipped.
 */
export async function changeRoles(
  tx: Tx,
  { session, actor }: RoleChangeAuthor,
  user: ManagedUser,
  changes: readonly RoleChange[],
): Promise<boolean> {
  if (user.externalAcl) throwProblem(managedUserProblems['managed-by-external-identity-provider'])
  const givenRoles = changes.filter((change) => change.add && !holdsRole(user, change))
  const takenRoles = changes.filter((change) => !change.add && holdsRole(user, change))
  for (const change of [...givenRoles, ...takenRoles]) requireMayGrant(session, change)
  if (givenRoles.length > 0 && user.id === session.userId) throwProblem(roleProblems['cannot-grant-own-roles'])
  if (takenRoles.some(({ role }) => role === 'ADMIN')) await requireAnotherAdmin(tx, user)
  if (givenRoles.length + takenRoles.length === 0) return false

  await writeRoles(tx, actor, user.id, { given: givenRoles, taken: takenRoles })
  for (const accountId of new Set(givenRoles.flatMap((change) => change.accountId ?? [])))
    await requireSeat(tx, accountId)
  return true
}

/** Rejects a role that is unknown, lacks its account or has one too many, or that the session may not grant. */
export function requireMayGrant(
  { actor, token }: Session,
  { role, account }: Pick<RoleChange, 'role' | 'account'>,
): void {
  const isRole = isVendorRole(role) || Object.hasOwn(customerRoles, role)
  if (!isRole || isVendorRole(role) !== (account === null)) throwProblem(roleProblems['role-unknown'], { role })
  if (token?.permissions)
    throwProblem(kitProblems['access-denied'], { permission: 'of a session or an unrestricted token' })
  if (!mayGrant(actor, role, account)) throwProblem(managedUserProblems['roles-not-allowed'], { role })
}
