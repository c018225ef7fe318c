import { assigned, roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** Read what the CRM has about an account. */
export const readCrm = permission('crm:read', 'Read the CRM data of accounts', roles('ADMIN'), assigned('HARMONIC_CSM'))
/** Change the CRM id and the CRM record of an account. */
export const configureCrm = permission(
  'crm:configure',
  'Change CRM ID and CRM record of accounts',
  roles('ADMIN'),
  assigned('HARMONIC_CSM'),
)
