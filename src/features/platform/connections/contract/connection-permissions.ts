import { roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** Set up, test and stop connections to outside systems, and decide about messages that cannot be delivered. */
export const operateConnections = permission(
  'connection:operate',
  'Operate connections to outside systems',
  roles('ADMIN', 'CENTRAL'),
)
