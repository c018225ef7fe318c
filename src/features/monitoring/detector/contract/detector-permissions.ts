import { everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** See the outages that the detector found, and its decisions. */
export const readDetector = permission(
  'sonar:read',
  'See automated outages and the decisions of the detector',
  everyVendorRole,
  roles('MANAGER', 'USER', 'FIELDTECH'),
)
