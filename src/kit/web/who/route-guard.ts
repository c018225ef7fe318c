import { allows, type Permission, type Principal } from '#kit/contract/permission.ts'

/** A permission, or the name of a role. */
export type PermissionOrRole = Permission | string

/**
 * Who may open a route (part 2 §6). `except` denies when any of it matches, `only` allows when any of it matches,
 * without either all users are allowed. `redirectTo` is a path, or one per failed permission's name with a `default`.
 */
export type RouteGuard = {
  readonly only?: readonly PermissionOrRole[]
  readonly except?: readonly PermissionOrRole[]
  readonly redirectTo?: string | Readonly<Record<string, string>>
}

/** The result for a route: open, or denied by what and to where (undefined = the access-denied page). */
export type GuardResult = { allowed: true } | { allowed: false; failed: string; redirectTo: string | undefined }

const STRATEGIES = new Set(['only', 'except', 'redirectTo'])

/**
 * Evaluates a route's guard for a user in an account. Vendor roles apply everywhere; for others the account decides. A
 * strategy of any other name is an error of the declaration, and throws.
 */
export function evaluateGuard(
  guard: RouteGuard | undefined,
  actor: Principal,
  account: string | undefined,
): GuardResult {
  if (!guard) return { allowed: true }
  for (const name of Object.keys(guard)) {
    if (!STRATEGIES.has(name)) throw new Error(`unknown permission strategy: ${name}`)
  }
  const exclusion = guard.except?.find((permissionOrRole) => matches(permissionOrRole, actor, account))
  if (exclusion) return denial(guard, exclusion)
  if (!guard.only || guard.only.some((permissionOrRole) => matches(permissionOrRole, actor, account)))
    return { allowed: true }
  return denial(guard, guard.only[0])
}

function matches(permissionOrRole: PermissionOrRole, actor: Principal, account: string | undefined): boolean {
  if (typeof permissionOrRole !== 'string') return allows(actor, permissionOrRole, account)
  return actor.roles.some(
    (role) =>
      role.role === permissionOrRole && (account === undefined || role.account === '*' || role.account === account),
  )
}

function denial(guard: RouteGuard, permissionOrRole: PermissionOrRole | undefined): GuardResult {
  const failedName = typeof permissionOrRole === 'string' ? permissionOrRole : (permissionOrRole?.name ?? '')
  const to = guard.redirectTo
  return {
    allowed: false,
    failed: failedName,
    redirectTo: typeof to === 'string' ? to : (to?.[failedName] ?? to?.default),
  }
}
