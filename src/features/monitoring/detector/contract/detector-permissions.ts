import { everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** See the outages that the detector found, and its decisions. */
export const readDetector = permission('sonar:read', everyVendorRole, roles('MANAGER', 'USER', 'FIELDTECH'))
