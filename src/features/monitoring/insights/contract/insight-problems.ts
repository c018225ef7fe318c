import { problems } from '#kit/contract/problem.ts'
import en from '../messages/en.json' with { type: 'json' }

export const insightProblems = problems(en.problems, {
  'insight-not-found': 404,
  'insight-category-not-found': 404,
  'insight-type-not-found': 404,
  'insight-too-large': 422,
  'finding-not-found': 404,
  'finding-cleared': 409,
  'finding-not-acknowledged': 409,
})
