import { everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

export const managePlans = permission('subscription:plan:manage', roles('ADMIN'))
export const manageFacets = permission('subscription:facet:manage', roles('ADMIN'))
/** Read the comparison of plans. */
export const comparePlans = permission('subscription:plan:read', everyVendorRole, roles('MANAGER'))
