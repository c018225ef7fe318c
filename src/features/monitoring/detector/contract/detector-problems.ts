import { problems } from '#kit/contract/problem.ts'
import en from '../messages/problems.en.json' with { type: 'json' }

export const detectorProblems = problems(en, {
  'scanner-config-not-found': 404,
  'scanner-segment-not-found': 404,
  'scanner-not-reached': 422,
})
