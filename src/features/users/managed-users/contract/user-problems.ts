import { problems } from '#kit/contract/problem.ts'
import en from '../messages/en.json' with { type: 'json' }

export const managedUserProblems = problems(en.problems, {
  'user-not-found': 404,
  'user-transition-not-allowed': 409,
  'user-out-of-scope': 403,
  'insufficient-privilege': 403,
  'last-administrator': 409,
  'cannot-target-self': 409,
  'seats-taken': 409,
  'managed-by-external-identity-provider': 409,
  'uses-external-provider': 409,
  'no-provider-for-address': 409,
  'already-uses-local-password': 409,
  'not-linked-to-provider': 409,
  'roles-not-allowed': 403,
})

/** Problems of the calls that manage a user. */
export const managing = [
  managedUserProblems['user-not-found'],
  managedUserProblems['user-out-of-scope'],
  managedUserProblems['insufficient-privilege'],
] as const
