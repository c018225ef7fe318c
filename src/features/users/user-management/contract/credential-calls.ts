import * as z from 'zod/mini'
import { userId } from '#features/access/roles/contract.ts'
import {
  managedUserProblems,
  managementProblems,
  resetFactors,
  resetPasswords,
} from '#features/users/managed-users/contract.ts'
import { email } from '#features/users/users/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'

const users = { tag: 'Users' } as const
const byId = z.strictObject({ id: userId })
const move = [...managementProblems, managedUserProblems['user-transition-not-allowed']] as const
const managedOutside = managedUserProblems['managed-by-external-identity-provider']
const yourself = managedUserProblems['cannot-target-self']

export const resetUserPassword = endpoint({
  ...users,
  guard: resetPasswords,
  forbiddenWhileImpersonating: true,
  name: 'resetUserPassword',
  method: 'POST',
  url: '/api/users/{id}/password/reset',
  summary: 'Send a user a password reset link; they cannot sign in until they have chosen a password',
  params: byId,
  problems: [...move, managedOutside, yourself, managedUserProblems['uses-external-provider']],
})

export const resetUserFactors = endpoint({
  ...users,
  guard: resetFactors,
  forbiddenWhileImpersonating: true,
  name: 'resetUserFactors',
  method: 'POST',
  url: '/api/users/multifactor/reset',
  summary: 'Remove the second factors of a user, so that they set them up again',
  query: z.strictObject({ username: email }),
  problems: [...managementProblems, managedOutside, yourself],
})
