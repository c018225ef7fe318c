import { problems } from '#kit/contract/problem.ts'
import en from '../messages/problems.en.json' with { type: 'json' }

export const teamProblems = problems(en, {
  'team-not-found': 404,
  'team-member-not-found': 404,
  'team-exists': 409,
  'team-read-only': 409,
  'team-full': 409,
})
