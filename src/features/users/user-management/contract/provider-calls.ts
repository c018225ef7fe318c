import * as z from 'zod/mini'
import { userId } from '#features/access/roles/contract.ts'
import {
  managedUserProblems,
  managementProblems,
  moveBetweenProviders,
  readUsers,
} from '#features/users/managed-users/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList } from '#kit/contract/hal.ts'
import { notBlank, oneLine } from '#kit/contract/one-line.ts'
import { User } from './user-shapes.ts'

const users = { tag: 'Users', guard: moveBetweenProviders } as const
const byId = z.strictObject({ id: userId })
const inTheWay = [
  ...managementProblems,
  managedUserProblems['cannot-target-self'],
  managedUserProblems['last-administrator'],
] as const

/** The user's identity provider, where they could be moved, and what that would end. */
export const SignInOfUser = z.object({
  /** The external provider; null is the portal itself. */
  provider: z.nullable(z.string()),
  /**
   * TO: to the provider `to`, which their address is routed to. BACK: to a password here, because no provider takes the
   * address.
   */
  move: z.nullable(z.enum(['TO', 'BACK'])),
  to: z.nullable(z.string()),
  /** Whether the provider is known to identify them: an identifier that changed there can be forgotten. */
  linked: z.boolean(),
  ends: z.object({
    password: z.boolean(),
    authenticator: z.boolean(),
    passkeys: z.int(),
    recoveryCodes: z.int(),
    sessions: z.int(),
  }),
})
export type SignInOfUser = z.output<typeof SignInOfUser>

export const readSignInOfUser = endpoint({
  ...users,
  name: 'readSignInOfUser',
  method: 'GET',
  url: '/api/users/{id}/provider',
  summary: 'Read the identity provider of a user, the provider of their domain, and what moving them would remove',
  params: byId,
  reply: SignInOfUser,
  problems: [...managementProblems],
})

export const moveUserToProvider = endpoint({
  ...users,
  forbiddenWhileImpersonating: true,
  name: 'moveUserToProvider',
  method: 'POST',
  url: '/api/users/{id}/provider',
  summary:
    'Move a user to the provider of their domain: removes their portal credentials, and forgets an identifier there',
  params: byId,
  reply: User,
  problems: [...inTheWay, managedUserProblems['no-provider-for-address']],
})

export const forgetLinkOfUser = endpoint({
  ...users,
  forbiddenWhileImpersonating: true,
  name: 'forgetLinkOfUser',
  method: 'POST',
  url: '/api/users/{id}/provider/forget',
  summary: 'Forget by which identifier the provider knows a user; their next verified sign-in binds them again',
  params: byId,
  body: z.strictObject({ reason: oneLine(500).check(notBlank) }),
  reply: User,
  problems: [...inTheWay, managedUserProblems['not-linked-to-provider']],
})

export const moveUserBack = endpoint({
  ...users,
  forbiddenWhileImpersonating: true,
  name: 'moveUserBack',
  method: 'DELETE',
  url: '/api/users/{id}/provider',
  summary: 'Move a user whose domain has no provider back to a portal password; sends a link',
  params: byId,
  reply: User,
  problems: [
    ...inTheWay,
    managedUserProblems['already-uses-local-password'],
    managedUserProblems['uses-external-provider'],
  ],
})

/**
 * An identity provider of users: an id as the list's filter takes it, `portal` without a name for the portal's own
 * directory.
 */
export const ProviderOfUsers = z.object({ id: z.string(), name: z.nullable(z.string()), users: z.int() })

export const listProvidersOfUsers = endpoint({
  tag: 'Users',
  guard: readUsers,
  name: 'listProvidersOfUsers',
  method: 'GET',
  url: '/api/users/providers',
  summary: 'Count the visible users by identity provider',
  reply: halList('providers', ProviderOfUsers),
  problems: [],
})
