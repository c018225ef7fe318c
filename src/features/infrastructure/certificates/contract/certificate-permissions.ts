import { roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** See, sign and revoke the certificates of accounts. */
export const signCertificates = permission(
  'certificate:sign',
  'Sign and revoke certificates',
  roles('ADMIN', 'CENTRAL'),
  roles('MANAGER'),
)
