/**
 * One permission that a role grants. `assigned` narrows it to the accounts whose customer-success manager the user is.
 */
export type Grant = { readonly role: string; readonly assigned?: true }

/**
 * A named permission, declared beside the endpoints it guards. Server guard, route guard, `<Allowed>` and the printed
 * permission table all read this one value.
 */
export type Permission = {
  readonly name: string
  /** What it allows, as users read it: *Read the audit log*. */
  readonly text: string
  readonly grants: readonly Grant[]
}

/** A role of a user: in one account (by its name), or everywhere (`*`). */
export type RoleHeld = {
  readonly role: string
  readonly account: string
  /** The role of a customer of a view-only account: it grants only the read permissions. */
  readonly viewOnly?: true
}

/** What the pure check needs to know of a user; the server and the browser both have it. */
export type Principal = {
  readonly id: string
  readonly username: string
  readonly fullName: string
  readonly roles: readonly RoleHeld[]
  /** Names of the accounts whose customer-success manager this user is. */
  readonly assignedAccounts: readonly string[]
}

/** Who may call an endpoint: users with a permission, every signed-in user, or anyone. */
export type Guard = Permission | 'signed-in' | 'anyone'

const declaredPermissions = new Map<string, Permission>()

/** Declares a permission. */
export function permission(name: string, text: string, ...grants: readonly (Grant | readonly Grant[])[]): Permission {
  const newPermission = { name, text, grants: grants.flat() }
  declaredPermissions.set(name, newPermission)
  return newPermission
}

/** The declared permission of that name: code that reads a name later (a denial, a token) finds its grants. */
export function permissionNamed(name: string): Permission | undefined {
  return declaredPermissions.get(name)
}

/** Every permission that has been declared. */
export function everyPermission(): readonly Permission[] {
  return [...declaredPermissions.values()]
}

/**
 * Whether the user has the permission: in the named account, or, without an account, in any account. Pure; the same
 * result on the server and in the browser.
 */
export function allows(actor: Principal, permission: Permission, account?: string): boolean {
  return permission.grants.some((grant) =>
    actor.roles.some((role) => gives(role, grant, permission) && covers(actor, grant, role, account)),
  )
}

/** Names of the accounts in which the user has the permission; `*` alone when it is all of them. */
export function accountsAllowed(actor: Principal, permission: Permission): readonly string[] {
  const names = new Set<string>()
  for (const grant of permission.grants) {
    for (const role of actor.roles) {
      if (!gives(role, grant, permission)) continue
      for (const name of grant.assigned ? actor.assignedAccounts : [role.account]) names.add(name)
    }
  }
  return names.has('*') ? ['*'] : [...names].sort()
}

/**
 * In the names of permissions that only read, the last part is or begins with `read` (`case:read-every`), or is
 * `download`.
 */
function gives(role: RoleHeld, grant: Grant, permission: Permission): boolean {
  return role.role === grant.role && (!role.viewOnly || /:(read(-[a-z]+)?|download)$/.test(permission.name))
}

function covers(actor: Principal, grant: Grant, role: RoleHeld, account: string | undefined): boolean {
  if (grant.assigned) {
    return account === undefined ? actor.assignedAccounts.length > 0 : actor.assignedAccounts.includes(account)
  }
  return account === undefined || role.account === '*' || role.account === account
}
