import { roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** Manage the webhooks of an account: decides where the account's events are sent. */
export const manageWebhooks = permission(
  'webhook:manage',
  'Manage the webhooks of an account',
  roles('ADMIN', 'CENTRAL', 'MANAGER'),
)
