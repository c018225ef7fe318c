import { customerRoles, isVendorRole } from '#features/roles/contract.ts'
import { managedUserProblems } from '#features/user-management/contract.ts'
import { type Person, requireAnotherAdmin, requireSeat } from '#features/user-management/server/index.ts'
import { writeRoles } from '#features/users/server/index.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import type { Tx } from '#kit/server/database.ts'
import type { Doer } from '#kit/server/events/event.ts'
import { refuse } from '#kit/server/refusal.ts'
import type { Session } from '#kit/server/session.ts'
import { mayGrant, roleProblems } from '../contract.ts'
import { holdsRole } from './holds-role.ts'
import type { RoleChange } from './read-change.ts'

/** Who changes roles: their rights decide, and their name stands in the record. */
export type Giver = { readonly session: Session; readonly doer: Doer }

/**
 * Gives and takes roles, all or nothing: the granting rule holds for each, nobody raises their own rights, the last
 * administrator stays, and an account has no more people than seats. What is so already changes nothing.
 */
export async function changeRoles(
  tx: Tx,
  { session, doer }: Giver,
  person: Person,
  changes: readonly RoleChange[],
): Promise<boolean> {
  if (person.externalAcl) refuse(managedUserProblems['managed-by-external-identity-provider'])
  const given = changes.filter((change) => change.add && !holdsRole(person, change))
  const taken = changes.filter((change) => !change.add && holdsRole(person, change))
  for (const change of [...given, ...taken]) requireMayGrant(session, change)
  if (given.length > 0 && person.id === session.personId) refuse(roleProblems['rights-not-raised-by-oneself'])
  if (taken.some(({ role }) => role === 'ADMIN')) await requireAnotherAdmin(tx, person)
  if (given.length + taken.length === 0) return false

  await writeRoles(tx, doer, person.id, { given, taken })
  for (const accountId of new Set(given.flatMap((change) => change.accountId ?? []))) await requireSeat(tx, accountId)
  return true
}

/** Refuses a role that there is not, that lacks its account or has one too many, or that the session may not give. */
export function requireMayGrant(
  { actor, token }: Session,
  { role, account }: Pick<RoleChange, 'role' | 'account'>,
): void {
  const known = isVendorRole(role) || Object.hasOwn(customerRoles, role)
  if (!known || isVendorRole(role) !== (account === null)) refuse(roleProblems['role-unknown'], { role })
  if (token?.permissions) refuse(kitProblems['access-denied'], { permission: 'of the whole person' })
  if (!mayGrant(actor, role, account)) refuse(managedUserProblems['roles-not-allowed'], { role })
}
