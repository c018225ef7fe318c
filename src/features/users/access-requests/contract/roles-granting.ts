import { customerRoles, isVendor, type Role, roleNames, vendorRoles } from '#features/access/roles/contract.ts'
import { allows, type Permission, type Principal, permissionNamed, type RoleHeld } from '#kit/contract/permission.ts'

/** What a page's guard requires by this name: a permission, or a role; undefined for neither. */
export function findPermissionOrRole(name: string): Permission | undefined {
  return (
    permissionNamed(name) ??
    (Object.hasOwn(roleNames, name) ? { name, text: name, grants: [{ role: name }] } : undefined)
  )
}

/**
 * The roles of the user's own kind, vendor or customer, that would give the permission in the account; none that they
 * hold, none without effect (in a view-only account), and for customers none without an account.
 */
export function rolesGranting(actor: Principal, permission: Permission, account: string | null): Role[] {
  const staff = isVendor(actor)
  if (!staff && account === null) return []
  const place = account ?? undefined
  if (allows(actor, permission, place)) return []
  const names = Object.keys(staff ? vendorRoles : customerRoles) as Role[]
  const viewOnly = !staff && actor.roles.some((role) => role.account === account && role.viewOnly)
  return names.filter((role) => {
    const newRole: RoleHeld = { role, account: staff ? '*' : (account ?? '*'), ...(viewOnly ? { viewOnly } : {}) }
    return allows({ ...actor, roles: [...actor.roles, newRole] }, permission, place)
  })
}
