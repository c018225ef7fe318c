import * as z from 'zod/mini'
import { roles } from '#features/access/roles/contract.ts'
import { notBlank } from '#kit/contract/one-line.ts'
import { permission } from '#kit/contract/permission.ts'

/** See, create and change the groups of accounts to which bundles are released together. */
export const manageDistributionGroups = permission(
  'distribution-group:manage',
  'Manage distribution groups',
  roles('ADMIN', 'RELMGR'),
)

/** A named set of accounts. */
export const DistributionGroup = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** Names of its accounts. */
  accounts: z.array(z.string()),
  /** Its place in a rollout; null for none. */
  ring: z.nullable(z.int()),
  version: z.int(),
  updated: z.iso.datetime(),
})
export type DistributionGroup = z.output<typeof DistributionGroup>

export const newGroup = z.strictObject({
  name: z.string().check(notBlank, z.maxLength(60)),
  accounts: z.array(z.string().check(z.maxLength(32))).check(z.maxLength(2000)),
  description: z.optional(z.string().check(z.maxLength(500))),
  ring: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(99)))),
})
export const groupChanges = z.partial(newGroup)
