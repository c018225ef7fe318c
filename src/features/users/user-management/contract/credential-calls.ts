import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { resetFactors, resetPasswords } from './user-permissions.ts'
import { managedUserProblems, managing } from './user-problems.ts'
import { email, userId } from './user-shapes.ts'

const users = { tag: 'Users' } as const
const byId = z.strictObject({ id: userId })
const move = [...managing, managedUserProblems['user-transition-not-allowed']] as const
const outside = managedUserProblems['managed-by-external-identity-provider']
const yourself = managedUserProblems['cannot-target-self']

export const resetUserPassword = endpoint({
  ...users,
  guard: resetPasswords,
  forbiddenWhileImpersonating: true,
  name: 'resetUserPassword',
  method: 'POST',
  url: '/api/users/{id}/password/reset',
  summary: 'Send a person a link for a new password; until they have chosen it they cannot sign in',
  params: byId,
  problems: [...move, outside, yourself, managedUserProblems['uses-external-provider']],
})

export const resetUserFactors = endpoint({
  ...users,
  guard: resetFactors,
  forbiddenWhileImpersonating: true,
  name: 'resetUserFactors',
  method: 'POST',
  url: '/api/users/multifactor/reset',
  summary: "Take away a person's second factors, so that they set them up anew",
  query: z.strictObject({ username: email }),
  problems: [...managing, outside, yourself],
})
