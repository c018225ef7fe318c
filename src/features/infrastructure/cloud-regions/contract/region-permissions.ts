import { roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** See and set the cloud regions of accounts. */
export const manageCloudRegions = permission(
  'cloud-region:manage',
  'Set the cloud regions of accounts',
  roles('ADMIN', 'CENTRAL'),
)
