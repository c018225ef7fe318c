import { problems } from '#kit/contract/problem.ts'
import en from '../messages/problems.en.json' with { type: 'json' }

export const tagProblems = problems(en, {
  'calendar-tag-not-found': 404,
  'calendar-tag-exists': 409,
  'calendar-tag-in-use': 409,
  'calendar-tag-fixed': 409,
  'calendar-tags-full': 409,
})
