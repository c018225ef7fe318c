import { problems } from '#kit/contract/problem.ts'
import en from '../messages/en.json' with { type: 'json' }

export const factorProblems = problems(en.problems, {
  'code-wrong': 400,
  'factor-not-found': 404,
  'factor-exists': 409,
  'factor-required': 409,
  'passkey-rejected': 400,
  'passkeys-full': 409,
  'passkeys-unavailable': 409,
  'managed-by-external-provider': 409,
})
