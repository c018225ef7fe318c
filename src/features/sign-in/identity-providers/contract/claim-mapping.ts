import * as z from 'zod/mini'
import { customerRoles, isVendorRole } from '#features/access/roles/contract.ts'
import type { MappedRole } from '#features/users/role-assignment/contract.ts'

const claimName = z.nullable(z.string().check(z.minLength(1), z.maxLength(200)))

/**
 * Which claims (SAML: attributes) identify the user, null for the usual ones, and which groups give which role: `ROLE`
 * for vendor roles, `ROLE:account` for customer roles. A group without a role has the name of the role itself.
 */
export const ClaimMapping = z.strictObject({
  email: z.optional(claimName),
  name: z.optional(claimName),
  groups: z.optional(claimName),
  roles: z.optional(
    z
      .array(
        z.strictObject({
          group: z.string().check(z.minLength(1), z.maxLength(200)),
          role: z.optional(z.nullable(z.string().check(z.maxLength(80)))),
        }),
      )
      .check(z.maxLength(200)),
  ),
})
export type ClaimMapping = z.output<typeof ClaimMapping>

/** Reads the role of a mapping's row; null when it is none, or when it lacks its account or has one too many. */
export function mappedRole({ group, role }: { group: string; role?: string | null | undefined }): MappedRole | null {
  const [, name = '', account] = /^([A-Z_]{1,40})(?::([a-z0-9-]{1,32}))?$/.exec((role ?? group).trim()) ?? []
  if (isVendorRole(name)) return account === undefined ? { role: name, account: null } : null
  return Object.hasOwn(customerRoles, name) && account !== undefined ? { role: name, account } : null
}
