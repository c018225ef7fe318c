import * as z from 'zod/mini'
import {
  assignedGrants,
  customerRoles,
  isVendorRole,
  type Role,
  roles,
  userId,
  vendorRoles,
} from '#features/access/roles/contract.ts'
import { accountName } from '#features/accounts/accounts/contract.ts'
import { managedUserProblems } from '#features/users/managed-users/contract.ts'
import { User } from '#features/users/user-management/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { allows, type Permission, type Principal, permission } from '#kit/contract/permission.ts'
import { problems } from '#kit/contract/problem.ts'

/** A role from an identity provider; vendor roles have no account. */
export type MappedRole = { readonly role: string; readonly account: string | null }

/**
 * Grant and revoke customer roles: in all accounts, in assigned ones, in those with a LIFT deployment, or in one's own.
 */
export const assignRoles = permission(
  'user:role:assign',
  'Assign and remove roles',
  roles('ADMIN', 'HARMONIC_MANAGER', 'HARMONIC_LIFT_MANAGER', 'MANAGER'),
  assignedGrants('HARMONIC_CSM'),
)
/** Grant and revoke vendor roles but ADMIN and CENTRAL. */
export const assignVendorRoles = permission(
  'user:role:assign-vendor',
  'Assign vendor roles',
  roles('ADMIN', 'HARMONIC_MANAGER'),
)
/** Grant and revoke every role. */
export const assignEveryRole = permission('user:role:assign-every', 'Assign every role', roles('ADMIN'))

/** The roles that only an ADMIN grants. */
const PRIVILEGED_ROLES: readonly string[] = ['ADMIN', 'CENTRAL']

/**
 * The granting rule of permissions.md: whether the actor may grant, or revoke, the role; customer roles in the account.
 */
export function mayGrant(actor: Principal, role: string, account: string | null): boolean {
  if (!isVendorRole(role))
    return account !== null && Object.hasOwn(customerRoles, role) && allows(actor, assignRoles, account)
  return account === null && allows(actor, permissionToGrant(role))
}

/** The permission needed to grant a role; for a customer role it must be held in the role's account. */
export function permissionToGrant(role: string): Permission {
  if (!isVendorRole(role)) return assignRoles
  return PRIVILEGED_ROLES.includes(role) ? assignEveryRole : assignVendorRoles
}

/** Every role that the actor may grant: in the account, or, without one, anywhere at all. */
export function grantableRoles(actor: Principal, account: string | null): Role[] {
  if (account !== null) return customers.filter((role) => mayGrant(actor, role, account))
  return [...vendors.filter((role) => mayGrant(actor, role, null)), ...(allows(actor, assignRoles) ? customers : [])]
}
const vendors = Object.keys(vendorRoles) as Role[]
const customers = Object.keys(customerRoles) as Role[]

export const roleProblems = problems({
  'role-unknown': { status: 400, text: 'The role {role} cannot be assigned this way.' },
  'cannot-grant-own-roles': {
    status: 403,
    text: 'You cannot change your own roles. Ask another user who manages users.',
  },
})

const byId = z.strictObject({ id: userId })
const roleName = z.string().check(z.regex(/^[A-Z_]{1,40}(:[a-z0-9-]{1,32})?$/))
const account = z.optional(z.nullable(accountName))
const grants = {
  tag: 'Roles',
  guard: assignRoles,
  forbiddenWhileImpersonating: true,
  reply: User,
  problems: [
    managedUserProblems['user-not-found'],
    managedUserProblems['roles-not-allowed'],
    managedUserProblems['managed-by-external-identity-provider'],
    managedUserProblems['last-administrator'],
    managedUserProblems['seats-taken'],
    roleProblems['role-unknown'],
    roleProblems['cannot-grant-own-roles'],
    kitProblems['reauthentication-required'],
  ],
} as const

export const readAssignableRoles = endpoint({
  tag: 'Roles',
  guard: 'signed-in',
  name: 'readAssignableRoles',
  method: 'GET',
  url: '/api/users/permissions/roles/assignment',
  summary: 'List the roles that you can assign in the account, or, without one, anywhere',
  query: z.strictObject({ accountId: z.optional(z.string().check(z.maxLength(64))) }),
  reply: z.object({ allowedRoles: z.array(z.string()) }),
  problems: [],
})

export const setUserRole = endpoint({
  ...grants,
  name: 'setUserRole',
  method: 'PATCH',
  url: '/api/users/{id}/role',
  summary: 'Set the only role of a user in the account, or, without an account, their only vendor role',
  params: byId,
  body: z.strictObject({ account, role: roleName }),
})

export const changeUserRoles = endpoint({
  ...grants,
  name: 'changeUserRoles',
  method: 'POST',
  url: '/api/users/{id}/role',
  summary: 'Assign and remove several roles: all of them, or none if one is rejected',
  params: byId,
  body: z.strictObject({
    updates: z
      .array(z.strictObject({ account, role: roleName, add: z.boolean() }))
      .check(z.minLength(1), z.maxLength(200)),
  }),
})

export const removeUserRoles = endpoint({
  ...grants,
  name: 'removeUserRoles',
  method: 'DELETE',
  url: '/api/users/{id}/role',
  summary: 'Remove all roles in the account, or, without one, all vendor roles',
  params: byId,
  query: z.strictObject({ account: z.optional(accountName) }),
})
