import { everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** See teams: vendor staff all of them, customers those of their accounts. */
export const readTeams = permission(
  'team:read',
  'See teams and their members',
  everyVendorRole,
  roles('MANAGER', 'USER'),
)
