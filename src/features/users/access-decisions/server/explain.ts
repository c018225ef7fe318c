import { isVendorRole } from '#features/access/roles/contract.ts'
import { mayGrant } from '#features/users/role-assignment/contract.ts'
import { allows, everyPermission, type Grant, type Principal, permissionNamed } from '#kit/contract/permission.ts'
import type { Decision } from '#kit/server/decision.ts'
import type { FailedCheck, GrantSuggestion } from '../contract.ts'

/** Which check fails, with the user's current permissions. */
export function failedCheck({ permission, account, narrowed }: Decision, user: Principal): FailedCheck {
  const permissionOrRole = permission === null ? undefined : permissionNamed(permission)
  if (!permissionOrRole) return 'not-a-right'
  if (narrowed && allows(user, permissionOrRole, account ?? undefined)) return 'token-narrowed'
  const grantedRoles = user.roles.filter(({ role }) => permissionOrRole.grants.some((grant) => grant.role === role))
  if (grantedRoles.length === 0) return 'no-role'
  if (grantedRoles.some(({ viewOnly, account: where }) => viewOnly && (account === null || where === account)))
    return 'view-only'
  const byAssignment = permissionOrRole.grants.some(
    ({ role, assigned }) => assigned && grantedRoles.some((one) => one.role === role),
  )
  return byAssignment ? 'not-assigned' : 'other-account'
}

/**
 * The grants that would allow the denied access, the one with the fewest other permissions first. Staff are offered
 * vendor roles, customers customer roles: no user changes sides for it.
 */
export function suggestGrants(
  { permission, account }: Decision,
  user: Principal & { readonly isVendor: boolean; readonly accounts: readonly string[] },
  reader: Principal,
): GrantSuggestion[] {
  const permissionOrRole = permission === null ? undefined : permissionNamed(permission)
  const grants = (permissionOrRole?.grants ?? []).filter(({ role }) => isVendorRole(role) === user.isVendor)
  const places = user.isVendor ? [null] : account === null ? user.accounts : [account]
  return unique(grants)
    .flatMap(({ role, assigned = false }) =>
      places.map((place) => ({
        role,
        account: assigned ? account : place,
        assign: assigned,
        permissionCount: countPermissions(role),
        mayGive: mayGrant(reader, role, place),
      })),
    )
    .sort((one, other) => one.permissionCount - other.permissionCount || one.role.localeCompare(other.role))
}

/** A role that gives the permission everywhere makes the same role with an assignment needless. */
function unique(grants: readonly Grant[]): Grant[] {
  return grants.filter(
    ({ role, assigned }, index) =>
      !grants.some((other, at) => other.role === role && (assigned ? !other.assigned : at < index && !other.assigned)),
  )
}

function countPermissions(role: string): number {
  return everyPermission().filter(({ grants }) => grants.some((grant) => grant.role === role)).length
}
