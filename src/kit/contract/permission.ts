/** One right that a role gives. `assigned` narrows it to the accounts whose customer-success manager the person is. */
export type Grant = { readonly role: string; readonly assigned?: true }

/**
 * A named right, declared beside the endpoints it guards. Server guard, route guard, `<Allowed>` and the printed
 * rights matrix all read this one value.
 */
export type Permission = { readonly name: string; readonly grants: readonly Grant[] }

/** A role as somebody holds it: in one account (by its name), or everywhere (`*`). */
export type RoleHeld = {
  readonly role: string
  readonly account: string
  /** Held by a customer of a view-only account: it gives nothing but the permissions that only read. */
  readonly viewOnly?: true
}

/** What the pure check needs to know of a person; the server and the browser both have it. */
export type Principal = {
  readonly id: string
  readonly username: string
  readonly fullName: string
  readonly roles: readonly RoleHeld[]
  /** Names of the accounts whose customer-success manager this person is. */
  readonly assignedAccounts: readonly string[]
}

/** Who may call an endpoint: holders of a permission, everybody signed in, or anyone at all. */
export type Guard = Permission | 'signed-in' | 'anyone'

const declared = new Map<string, Permission>()

/** Declares a permission. */
export function permission(name: string, ...grants: readonly (Grant | readonly Grant[])[]): Permission {
  const made = { name, grants: grants.flat() }
  declared.set(name, made)
  return made
}

/** The declared permission of that name: whoever reads a name later (a refusal, a token) finds its grants. */
export function permissionNamed(name: string): Permission | undefined {
  return declared.get(name)
}

/** Every permission that has been declared. */
export function everyPermission(): readonly Permission[] {
  return [...declared.values()]
}

/**
 * Whether the person has the permission: in the named account, or, without an account, anywhere at all.
 * Pure; the same answer on the server and in the browser.
 */
export function allows(actor: Principal, wanted: Permission, account?: string): boolean {
  return wanted.grants.some((grant) =>
    actor.roles.some((held) => gives(held, grant, wanted) && covers(actor, grant, held, account)),
  )
}

/** Names of the accounts in which the person has the permission; `*` alone when it is all of them. */
export function accountsAllowed(actor: Principal, wanted: Permission): readonly string[] {
  const names = new Set<string>()
  for (const grant of wanted.grants) {
    for (const held of actor.roles) {
      if (!gives(held, grant, wanted)) continue
      for (const name of grant.assigned ? actor.assignedAccounts : [held.account]) names.add(name)
    }
  }
  return names.has('*') ? ['*'] : [...names].sort()
}

/** Permissions that only read have `read` for the last part of their name, or its beginning (`case:read-every`), or `download`. */
function gives(held: RoleHeld, grant: Grant, wanted: Permission): boolean {
  return held.role === grant.role && (!held.viewOnly || /:(read(-[a-z]+)?|download)$/.test(wanted.name))
}

function covers(actor: Principal, grant: Grant, held: RoleHeld, account: string | undefined): boolean {
  if (grant.assigned) {
    return account === undefined ? actor.assignedAccounts.length > 0 : actor.assignedAccounts.includes(account)
  }
  return account === undefined || held.account === '*' || held.account === account
}
