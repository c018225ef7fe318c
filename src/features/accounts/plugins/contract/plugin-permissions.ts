import { everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** Refresh what the tools know of a user or an account. */
export const refreshPlugins = permission('plugin:refresh', 'Refresh tools', roles('ADMIN', 'CENTRAL', 'HARMONIC_CSM'))
/** See which tools an account has, and their state; never a secret. */
export const readPlugins = permission(
  'plugin:read',
  'Read tools of accounts',
  everyVendorRole,
  roles('MANAGER', 'USER'),
)
