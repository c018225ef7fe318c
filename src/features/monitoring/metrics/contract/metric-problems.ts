import { problems } from '#kit/contract/problem.ts'
import en from '../messages/en.json' with { type: 'json' }

export const metricProblems = problems(en.problems, {
  'deployment-not-found': 404,
  'deployment-token-not-found': 404,
  'deployment-token-limit-reached': 409,
  'deployment-token-invalid': 401,
  'deployment-token-without-maker': 403,
  'samples-rejected': 400,
})
