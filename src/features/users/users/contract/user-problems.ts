import { problems } from '#kit/contract/problem.ts'
import en from '../messages/en.json' with { type: 'json' }

export const userProblems = problems(en.problems, {
  'password-wrong': 403,
  'password-policy-violation': 400,
  'code-wrong': 400,
  'factor-not-found': 404,
  'factor-exists': 409,
  'factor-required': 409,
  'passkey-rejected': 400,
  'passkeys-full': 409,
  'passkeys-unavailable': 409,
  'managed-by-external-provider': 409,
  'token-not-found': 404,
  'token-permission-unknown': 400,
})
