import { assigned, everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

const managers = [roles('ADMIN', 'HARMONIC_MANAGER', 'HARMONIC_LIFT_MANAGER', 'MANAGER'), assigned('HARMONIC_CSM')]

/** See basic data of users: name, address, roles and state, in the accounts where the caller has the permission. */
export const readUsers = permission('user:read', 'Read users', everyVendorRole, roles('MANAGER', 'USER'))
/** See further data of users too: how and when they sign in, their telephone, their tools. */
export const readUserDetails = permission(
  'user:read-details',
  'Read details of users',
  everyVendorRole,
  roles('MANAGER'),
)
export const updateUsers = permission('user:update', 'Edit users', ...managers)
/** Suspend, deactivate, unlock and the like. */
export const changeUserStates = permission('user:state', 'Suspend and deactivate users', ...managers)
export const resetPasswords = permission('user:password:reset', 'Reset passwords', ...managers)
export const resetFactors = permission('user:mfa:reset', 'Reset second factors', ...managers)
/**
 * Have a user sign in with the provider that their address is routed to, or with a password again where there is none.
 */
export const moveBetweenProviders = permission(
  'user:provider:move',
  'Move users to their identity provider',
  ...managers,
)
/** End sessions of other users; one's own need no permission. */
export const endUserSessions = permission('user:sessions:end', 'Sign users out', ...managers)
/** Reread a user from the directory, and reactivate them. */
export const syncUsers = permission(
  'user:directory:sync',
  'Synchronize users with the directory',
  roles('ADMIN', 'HARMONIC_MANAGER', 'HARMONIC_CSM'),
)
/** Switch a user's issue tracker, wiki and chat; these three roles only (part 1 §6). */
export const switchUserPlugins = permission(
  'user:plugins',
  'Enable and disable tools of users',
  roles('ADMIN', 'HARMONIC_CSM', 'MANAGER'),
)
