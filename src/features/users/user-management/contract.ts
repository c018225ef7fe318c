import * as z from 'zod/mini'
import { userId } from '#features/access/roles/contract.ts'
import { accountName } from '#features/accounts/accounts/contract.ts'
import { refreshPlugins } from '#features/accounts/plugins/contract.ts'
import {
  changeUserStates,
  managedUserProblems,
  managementProblems,
  readUsers,
  switchUserPlugins,
  syncUsers,
} from '#features/users/managed-users/contract.ts'
import { email, type StateAction, stateActions, UserState } from '#features/users/users/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { Seats, User, UserFigures, userPlugins } from './contract/user-shapes.ts'

export { resetUserFactors, resetUserPassword } from './contract/credential-calls.ts'
export { userChanged } from './contract/directory-calls.ts'
export { updateUser } from './contract/profile-calls.ts'
export {
  forgetLinkOfUser,
  listProvidersOfUsers,
  moveUserBack,
  moveUserToProvider,
  readSignInOfUser,
  SignInOfUser,
} from './contract/provider-calls.ts'
export {
  endSessionOfUser,
  endSessionsOfUser,
  listSessionsOfUser,
  listTokensOfUser,
  revokeTokenOfUser,
} from './contract/session-calls.ts'
export * as userEvents from './contract/user-events.ts'
export {
  fullName,
  IN_USE_DAYS,
  subscriptionKinds,
  User,
  UserRole,
  userPlugins,
} from './contract/user-shapes.ts'

const users = { tag: 'Users' } as const
const byId = z.strictObject({ id: userId })
const noUser = managedUserProblems['user-not-found']
const move = [
  ...managementProblems,
  managedUserProblems['user-transition-not-allowed'],
  managedUserProblems['seats-taken'],
] as const
const managedOutside = managedUserProblems['managed-by-external-identity-provider']
const yourself = managedUserProblems['cannot-target-self']

export const listUsers = endpoint({
  ...users,
  guard: readUsers,
  name: 'listUsers',
  method: 'GET',
  url: '/api/users',
  summary: 'List the users that you can see, with statistics',
  query: listQuery(['fullName', 'email', 'state', 'lastLogin', 'created'], {
    /** A part of the name or the address; tolerates a typing error. */
    q: z.optional(z.string().check(z.maxLength(200))),
    account: z.optional(z.array(accountName)),
    side: z.optional(z.enum(['CUSTOMER', 'VENDOR'])),
    state: z.optional(z.array(UserState)),
    role: z.optional(z.array(z.string().check(z.maxLength(40)))),
    /** Ids of identity providers; `portal` is the portal's own directory. */
    provider: z.optional(z.array(z.string().check(z.maxLength(64)))),
    mfa: z.optional(z.boolean()),
    inUse: z.optional(z.boolean()),
    lastLoginFrom: z.optional(z.iso.datetime()),
    lastLoginTo: z.optional(z.iso.datetime()),
  }),
  reply: z.extend(halList('users', User), { ...UserFigures, seats: z.nullable(Seats) }),
  problems: [],
  csv: true,
})

export const readUser = endpoint({
  ...users,
  guard: readUsers,
  name: 'readUser',
  method: 'GET',
  url: '/api/users/{id}',
  summary: 'Read a user',
  params: byId,
  reply: User,
  problems: [noUser],
})

export const changeUserState = endpoint({
  ...users,
  guard: changeUserStates,
  forbiddenWhileImpersonating: true,
  name: 'changeUserState',
  method: 'POST',
  url: '/api/users/{id}/state',
  summary: 'Suspend, end the suspension, deactivate, unlock, resend the invitation, or keep',
  params: byId,
  body: z.strictObject({ action: z.enum(Object.keys(stateActions) as [StateAction, ...StateAction[]]) }),
  reply: User,
  problems: [...move, managedOutside, yourself, managedUserProblems['last-administrator']],
})

export const reactivateUser = endpoint({
  ...users,
  guard: syncUsers,
  forbiddenWhileImpersonating: true,
  name: 'reactivateUser',
  method: 'POST',
  url: '/api/users/okta/reactivate/{id}',
  summary: 'Reactivate a user; an external directory confirms it later',
  params: byId,
  reply: User,
  problems: [...move, managedOutside],
})

export const syncUser = endpoint({
  ...users,
  guard: syncUsers,
  name: 'syncUser',
  method: 'POST',
  url: '/api/users/okta/sync/{id}',
  summary: 'Refresh the state of a user from the directory; an external directory responds later',
  params: byId,
  reply: User,
  problems: [...managementProblems, managedOutside, yourself],
})

export const switchUserPlugin = endpoint({
  ...users,
  guard: switchUserPlugins,
  name: 'switchUserPlugin',
  method: 'POST',
  url: '/api/users/{id}/plugins',
  summary: 'Enable or disable the issue tracker, the wiki or the chat of a user',
  params: byId,
  body: z.strictObject({ name: z.enum(userPlugins), enabled: z.boolean() }),
  reply: User,
  problems: [...managementProblems],
})

export const refreshUserPlugins = endpoint({
  ...users,
  guard: refreshPlugins,
  name: 'refreshUserPlugins',
  method: 'POST',
  url: '/api/users/plugin/refresh',
  summary: 'Refresh the tools of a user; without a name, your own',
  query: z.strictObject({ force: z.optional(z.boolean()), userName: z.optional(email) }),
  reply: z.object({
    plugins: z.array(
      z.object({ name: z.enum(userPlugins), enabled: z.boolean(), active: z.boolean(), refreshedAt: z.iso.datetime() }),
    ),
  }),
  problems: [noUser],
})
