import { problems } from '#kit/contract/problem.ts'
import en from '../messages/en.json' with { type: 'json' }

export const analyticsPlanProblems = problems(en.problems, {
  'analytics-plan-account-not-found': 404,
  'analytics-plan-changed': 409,
  'analytics-system-not-connected': 409,
})
