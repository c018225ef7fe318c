import { roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** Connect the wiki of accounts to an outside system. */
export const configureWiki = permission(
  'wiki:configure',
  'Connect the wiki of accounts to an outside system',
  roles('ADMIN', 'CENTRAL'),
)
