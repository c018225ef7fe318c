import * as z from 'zod/mini'
import { roles } from '#features/access/roles/contract.ts'
import { Region } from '#features/accounts/accounts/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** See and set the cloud regions of accounts. */
export const manageCloudRegions = permission(
  'cloud-region:manage',
  'Set the cloud regions of accounts',
  roles('ADMIN', 'CENTRAL'),
)

/** The parts of the world that accounts have too, in the order of the list. */
export const regionGroups = Region.options
export const cloudProviders = ['GOOGLE', 'AWS'] as const

/** A region of a cloud provider. */
export const CloudRegion = z.object({
  /** As the provider names it. */
  region: z.string(),
  /** The place. */
  regionLabel: z.string(),
  provider: z.enum(cloudProviders),
  group: Region,
})
export type CloudRegion = z.output<typeof CloudRegion>

/** Where the cloud resources of an account are. */
export const GcloudConfig = z.object({
  /** The name of the account. */
  account: z.string(),
  projectKey: z.string(),
  region: z.string(),
  regionLabel: z.string(),
  updated: z.string(),
  version: z.int(),
})
export type GcloudConfig = z.output<typeof GcloudConfig>

/** A project id of Google Cloud: 6 to 30 lowercase letters, digits and hyphens; a letter first, no hyphen last. */
export const projectKeyForm = /^[a-z][a-z0-9-]{4,28}[a-z0-9]$/

export const regionChoice = z.strictObject({
  account: z.string().check(z.minLength(1), z.maxLength(32)),
  region: z.string().check(z.minLength(1), z.maxLength(60)),
  projectKey: z.string().check(z.regex(projectKeyForm, 'must be 6 to 30 lowercase letters, digits and hyphens')),
})
