import * as z from 'zod/mini'
import { type Grant, permission } from '#kit/contract/permission.ts'

/** The id of a user: opaque on the wire, a number here. */
export const userId = z.string().check(z.regex(/^\d{1,15}$/))

/**
 * Vendor roles with their display names (part 1 §6), held everywhere; LIFT roles in accounts with a LIFT deployment.
 */
export const vendorRoles = {
  ADMIN: 'Harmonic Admin',
  CENTRAL: 'Central Admin',
  HARMONIC: 'Harmonic User',
  HARMONIC_MANAGER: 'Harmonic Manager',
  HARMONIC_TAC_MANAGER: 'Harmonic TAC Manager',
  HARMONIC_RND: 'Harmonic RnD',
  RELEASE_APPROVER: 'Harmonic Release Approver',
  RELMGR: 'Harmonic Release Manager',
  HARMONIC_CSM: 'Harmonic CSM',
  HARMONIC_NOC: 'Harmonic NOC',
  HARMONIC_LIFT: 'Harmonic LIFT',
  HARMONIC_LIFT_MANAGER: 'Harmonic LIFT Manager',
} as const

/** Customer roles with their display names. Held per account; a federated parent's reach its visible children. */
export const customerRoles = {
  MANAGER: 'Customer Manager',
  USER: 'Customer User',
  FIELDTECH: 'Customer Technician (Sonar)',
  CUST_CONTRACTOR: 'Customer Contractor',
} as const

export type VendorRole = keyof typeof vendorRoles
export type CustomerRole = keyof typeof customerRoles
export type Role = VendorRole | CustomerRole

/** Display name of every role. */
export const roleNames: Readonly<Record<Role, string>> = { ...vendorRoles, ...customerRoles }

/** The vendor roles that hold only in accounts with a LIFT deployment. */
export const liftRoles: readonly VendorRole[] = ['HARMONIC_LIFT', 'HARMONIC_LIFT_MANAGER']

/** Whether the name is a vendor role. */
export function isVendorRole(role: string): role is VendorRole {
  return Object.hasOwn(vendorRoles, role)
}

/** `V*` of the permission table: every vendor role. */
export const everyVendorRole: readonly Grant[] = Object.keys(vendorRoles).map((role) => ({ role }))

/** Grants for roles wherever they are held: vendor roles everywhere, customer roles in their own accounts. */
export function roles(...names: readonly Role[]): readonly Grant[] {
  return names.map((role) => ({ role }))
}

/** Grants for roles, but only in accounts assigned to the user. */
export function assignedGrants(...names: readonly Role[]): readonly Grant[] {
  return names.map((role) => ({ role, assigned: true }))
}

/** A user with any vendor role is vendor staff; every other user is a customer. */
export function isVendor(actor: { readonly roles: readonly { readonly role: string }[] }): boolean {
  return actor.roles.some((grant) => isVendorRole(grant.role))
}

/** Read the version, the state and the load of the portal: a permission that several features of the platform share. */
export const readSystem = permission('system-info:read', 'Read the system status', everyVendorRole)
