import { problems } from '#kit/contract/problem.ts'

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
export const managing = [
  managedUserProblems['user-not-found'],
  managedUserProblems['user-out-of-scope'],
  managedUserProblems['insufficient-privilege'],
] as const
