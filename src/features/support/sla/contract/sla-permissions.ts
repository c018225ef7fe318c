import { roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** Read the SLA report of an account. */
export const readSla = permission(
  'report:sla',
  'Read SLA reports',
  roles('ADMIN', 'HARMONIC_MANAGER', 'HARMONIC_TAC_MANAGER', 'HARMONIC_CSM', 'HARMONIC_NOC', 'MANAGER'),
)
