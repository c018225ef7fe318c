import { problems } from '#kit/contract/problem.ts'
import en from '../messages/en.json' with { type: 'json' }

export const planProblems = problems(en.problems, {
  'plan-not-found': 404,
  'service-not-found': 404,
  'plan-name-taken': 409,
  'service-name-taken': 409,
  'plan-in-use': 409,
  'service-in-use': 409,
  'service-type-in-use': 409,
  'service-is-limit': 409,
  'service-values-in-use': 409,
})
