import { problems } from '#kit/contract/problem.ts'
import en from '../messages/en.json' with { type: 'json' }

export const reportProblems = problems(en.problems, {
  'outage-report-not-found': 404,
  'outage-not-over': 409,
  'outage-report-without-draft': 409,
})
