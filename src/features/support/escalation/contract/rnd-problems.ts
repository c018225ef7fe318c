import { problems } from '#kit/contract/problem.ts'
import en from '../messages/en.json' with { type: 'json' }

export const rndProblems = problems(en.problems, {
  'rnd-issue-not-found': 404,
  'rnd-project-missing': 409,
  'escalate-first': 409,
  'case-already-escalated': 409,
  'case-not-open': 409,
})
