import { problems } from '#kit/contract/problem.ts'
import en from '../messages/en.json' with { type: 'json' }

export const outageProblems = problems(en.problems, {
  'outage-not-found': 404,
  'conversion-running': 409,
  'already-an-outage': 409,
  'case-not-convertible': 409,
})
