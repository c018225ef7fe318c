import { problems } from '#kit/contract/problem.ts'
import en from '../messages/problems.en.json' with { type: 'json' }

export const templateProblems = problems(en, {
  'template-not-found': 404,
  'template-exists': 409,
  'template-in-use': 409,
  'template-already-active': 409,
  'template-not-active': 409,
  'template-breaks-announcements': 409,
  'template-breaks-event': 409,
  'preview-account-not-found': 404,
})
