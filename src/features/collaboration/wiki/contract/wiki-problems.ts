import { problems } from '#kit/contract/problem.ts'
import en from '../messages/problems.en.json' with { type: 'json' }

export const wikiProblems = problems(en.problems, {
  'wiki-page-not-found': 404,
  'wiki-version-not-found': 404,
  'wiki-page-has-subpages': 409,
  'wiki-full': 409,
  'wiki-too-deep': 409,
  'wiki-parent-internal': 409,
  'wiki-page-mirrored': 409,
})
