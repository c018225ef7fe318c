import { problems } from '#kit/contract/problem.ts'
import en from '../messages/en.json' with { type: 'json' }

export const announcementProblems = problems(en.problems, {
  'announcement-not-found': 404,
  'announcement-active': 409,
  'announcement-already-active': 409,
  'announcement-not-active': 409,
  'announcement-expired': 409,
  'announcement-without-recipients': 409,
  'recipients-not-assigned': 403,
  'announcement-file-not-found': 404,
  'category-not-found': 404,
  'category-in-use': 409,
  'category-exists': 409,
  'inbox-item-not-found': 404,
  'settings-of-unknown-user': 404,
})
