import { problems } from '#kit/contract/problem.ts'
import en from '../messages/problems.en.json' with { type: 'json' }

export const calendarProblems = problems(en, {
  'calendar-event-not-found': 404,
  'calendar-instance-not-found': 404,
  'calendar-range-too-long': 400,
  'calendar-too-many-instances': 400,
  'calendar-not-invited': 403,
  'calendar-import-unreadable': 400,
  'calendar-import-too-large': 413,
  'calendar-files-full': 409,
  'calendar-file-not-found': 404,
})
