import { problems } from '#kit/contract/problem.ts'
import en from '../messages/en.json' with { type: 'json' }

export const passwordProblems = problems(en.problems, {
  'password-wrong': 403,
  'password-policy-violation': 400,
})
