import { problems } from '#kit/contract/problem.ts'
import en from '../messages/en.json' with { type: 'json' }

export const tokenProblems = problems(en.problems, {
  'token-not-found': 404,
  'token-permission-unknown': 400,
})
