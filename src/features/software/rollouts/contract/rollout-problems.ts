import { problems } from '#kit/contract/problem.ts'
import en from '../messages/problems.en.json' with { type: 'json' }

export const rolloutProblems = problems(en, {
  'rollout-not-found': 404,
  'rollout-running': 409,
  'rollout-not-running': 409,
  'rollout-check-not-holding': 409,
  'rollout-self-override-forbidden': 403,
})
