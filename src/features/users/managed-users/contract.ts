import { assignedGrants, everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'
import { problems } from '#kit/contract/problem.ts'

const managers = [
  roles('ADMIN', 'HARMONIC_MANAGER', 'HARMONIC_LIFT_MANAGER', 'MANAGER'),
  assignedGrants('HARMONIC_CSM'),
]

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

export const managedUserProblems = problems({
  'user-not-found': { status: 404, text: 'This user was not found, or you do not have permission to see them.' },
  'user-transition-not-allowed': { status: 409, text: '{name} is {state}, so this action is not possible: {action}.' },
  'user-out-of-scope': {
    status: 403,
    text: '{name} also has roles outside the accounts that you manage. Ask an administrator of the vendor.',
  },
  'insufficient-privilege': {
    status: 403,
    text: '{name} has a role that you cannot assign. Ask a portal administrator.',
  },
  'last-administrator': {
    status: 409,
    text: '{name} is the last administrator. Make another user an administrator first.',
  },
  'cannot-target-self': { status: 409, text: 'You cannot do this to yourself.' },
  'seats-taken': {
    status: 409,
    text: 'All seats of {account} are taken: {used} of {limit}. Deactivate a user, or ask {contact} for a larger plan.',
  },
  'managed-by-external-identity-provider': {
    status: 409,
    text: 'This account is managed by an external identity provider. Make this change there.',
  },
  'uses-external-provider': {
    status: 409,
    text: '{name} signs in with {provider}, because their e-mail domain is routed there. A portal password would have no effect.',
  },
  'no-provider-for-address': {
    status: 409,
    text: 'There is no other identity provider to which the e-mail domain of {name} is routed.',
  },
  'already-uses-local-password': { status: 409, text: '{name} already signs in with a portal password.' },
  'not-linked-to-provider': {
    status: 409,
    text: 'No identity provider is linked to {name} yet. Their next sign-in links them.',
  },
  'roles-not-allowed': { status: 403, text: 'You cannot assign the role {role} here.' },
})

/** Problems of the calls that manage a user. */
export const managementProblems = [
  managedUserProblems['user-not-found'],
  managedUserProblems['user-out-of-scope'],
  managedUserProblems['insufficient-privilege'],
] as const
