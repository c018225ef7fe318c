import { assigned, everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

const managers = [roles('ADMIN', 'HARMONIC_MANAGER', 'HARMONIC_LIFT_MANAGER', 'MANAGER'), assigned('HARMONIC_CSM')]

/** See that somebody is there: name, address, roles and state, in the accounts where one has it. */
export const readUsers = permission('user:read', everyVendorRole, roles('MANAGER', 'USER'))
/** See the rest of a person as well: how and when they sign in, their telephone, their tools. */
export const readUserDetails = permission('user:read-details', everyVendorRole, roles('MANAGER'))
export const updateUsers = permission('user:update', ...managers)
/** Suspend, deactivate, unlock and the like. */
export const changeUserStates = permission('user:state', ...managers)
export const resetPasswords = permission('user:password:reset', ...managers)
export const resetFactors = permission('user:mfa:reset', ...managers)
/** Have somebody sign in with the provider that their address is sent to, or with a password again where there is none. */
export const moveBetweenProviders = permission('user:provider:move', ...managers)
/** End other people's sessions; one's own are one's own. */
export const endUserSessions = permission('user:sessions:end', ...managers)
/** Ask the directory anew who somebody is, and let them in again. */
export const syncUsers = permission('user:directory:sync', roles('ADMIN', 'HARMONIC_MANAGER', 'HARMONIC_CSM'))
/** Switch a person's issue tracker, wiki and chat; these three roles only (part 1 §6). */
export const switchUserPlugins = permission('user:plugins', roles('ADMIN', 'HARMONIC_CSM', 'MANAGER'))
