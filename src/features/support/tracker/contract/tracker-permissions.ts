import { roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** Choose the system that the cases of an account are kept in step with. */
export const switchService = permission('case:service-switch', roles('ADMIN', 'CENTRAL'))
