import { problems } from '#kit/contract/problem.ts'
import en from '../messages/en.json' with { type: 'json' }

export const providerProblems = problems(en.problems, {
  'provider-not-found': 404,
  'provider-exists': 409,
  'provider-domain-taken': 409,
  'provider-issuer-taken': 409,
  'provider-not-set-up-here': 409,
  'provider-has-users': 409,
  'last-admin-sign-in-method': 409,
  'insufficient-privilege': 403,
  'provider-disabled': 409,
  'provider-enabled': 409,
  'provider-incomplete': 409,
  'provider-untested': 409,
  'metadata-unreadable': 400,
  'attempt-not-found': 404,
})
