import { roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** See, create and change the groups of accounts to which bundles are released together. */
export const manageDistributionGroups = permission(
  'distribution-group:manage',
  'Manage distribution groups',
  roles('ADMIN', 'RELMGR'),
)
