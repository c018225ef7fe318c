import { problems } from '#kit/contract/problem.ts'
import en from '../messages/en.json' with { type: 'json' }

export const accountProblems = problems(en.problems, {
  'account-not-found': 404,
  'accounts-of-user-not-found': 404,
  'account-name-unfit': 422,
  'account-name-taken': 409,
  'display-name-taken': 409,
  'account-in-use': 409,
  'account-restore-too-late': 409,
  'parent-not-possible': 409,
  'invalid-logo': 422,
  'crm-id-taken': 409,
  'logo-not-found': 404,
  'period-limit-reached': 429,
})
