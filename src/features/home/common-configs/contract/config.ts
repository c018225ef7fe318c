import * as z from 'zod/mini'
import { roles } from '#features/access/roles/contract.ts'
import { HttpsUrl } from '#kit/contract/https-url.ts'
import { permission } from '#kit/contract/permission.ts'

/** Set the common links of the portal. */
export const manageCommonConfigs = permission(
  'common-config:manage',
  'Change the common links of the portal',
  roles('ADMIN', 'CENTRAL'),
)

export const commonConfigTypes = ['WIKI_SHARED_SPACE_URL', 'SERVICE_DESK', 'ANALYTICS_URL'] as const
export const CommonConfigType = z.enum(commonConfigTypes)
export type CommonConfigType = z.output<typeof CommonConfigType>

/** A link to a system that all accounts share, at most one of each type. */
export const CommonConfig = z.object({ id: z.string(), type: CommonConfigType, url: z.string(), version: z.int() })
export type CommonConfig = z.output<typeof CommonConfig>

export const commonConfigFields = z.strictObject({ type: CommonConfigType, url: HttpsUrl })
