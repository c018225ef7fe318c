import { problems } from '#kit/contract/problem.ts'
import en from '../messages/en.json' with { type: 'json' }

export const managedUserProblems = problems(en.problems, {
  'user-not-found': 404,
  'user-move-not-allowed': 409,
  'user-not-yours': 403,
  'user-above-you': 403,
  'last-administrator': 409,
  'not-on-yourself': 409,
  'seats-taken': 409,
  'managed-by-external-identity-provider': 409,
  'signs-in-elsewhere': 409,
  'no-provider-for-address': 409,
  'kept-here-already': 409,
  'roles-not-allowed': 403,
  'directory-letter-not-found': 404,
})

/** What can stand in the way of whoever manages a person. */
export const managing = [
  managedUserProblems['user-not-found'],
  managedUserProblems['user-not-yours'],
  managedUserProblems['user-above-you'],
] as const
