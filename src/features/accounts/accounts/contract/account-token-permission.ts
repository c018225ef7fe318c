import { roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/**
 * Create and revoke the tokens with which a ticket system of the account calls the portal. Apart from the other
 * permissions, because the first page does not need it.
 */
export const manageAccountTokens = permission(
  'account-token:manage',
  'Manage the tokens of ticket systems of an account',
  roles('ADMIN', 'CENTRAL', 'MANAGER'),
)
