import { everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** See the uptime of an account's deployments. */
export const readUptimes = permission(
  'uptime:read',
  'See the uptime of deployments',
  everyVendorRole,
  roles('MANAGER', 'USER', 'FIELDTECH'),
)
