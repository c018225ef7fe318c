import { problems } from '#kit/contract/problem.ts'
import en from '../messages/en.json' with { type: 'json' }

export const slaProblems = problems(en.problems, {
  'sla-stat-not-found': 404,
  'sla-counts-not-read': 409,
  'sla-line-disputed': 409,
  'sla-month-not-closed': 409,
  'sla-month-not-signed': 409,
})
