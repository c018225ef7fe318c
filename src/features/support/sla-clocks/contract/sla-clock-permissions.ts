import { roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** Change the SLA targets, and the business hours and SLA plan of an account. */
export const editSlaClocks = permission(
  'sla:targets:edit',
  'Edit SLA targets and business hours',
  roles('ADMIN', 'HARMONIC_TAC_MANAGER'),
)
