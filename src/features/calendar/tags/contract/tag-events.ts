import * as z from 'zod/mini'
import { changesTo, defineEvent } from '#kit/contract/event.ts'
import { topic } from '#kit/contract/topic.ts'
import { readCalendar, TagScope } from './tag.ts'

export const tagCreated = defineEvent('calendar-tag.created', {
  audience: 'vendor',
  text: 'created the calendar tag {subject}',
  data: { what: z.string() },
})
export const tagChanged = defineEvent('calendar-tag.changed', {
  audience: 'vendor',
  text: 'changed the calendar tag {subject}',
  data: {
    what: z.string(),
    changes: changesTo({
      name: z.string(),
      colorCode: z.string(),
      scope: TagScope,
      holdsOutages: z.boolean(),
      freeze: z.boolean(),
    }),
  },
})
export const tagDeleted = defineEvent('calendar-tag.deleted', {
  audience: 'vendor',
  text: 'deleted the calendar tag {subject}',
  data: { what: z.string() },
})

/** A tag was created, changed or deleted: pages fetch the list again, and their events for the colours. */
export const calendarTagsChanged = topic({
  destination: '/user/topic/calendar-tags',
  summary: 'The tags of calendar events changed',
  guard: readCalendar,
  own: 'everyone',
  message: z.object({ id: z.string() }),
})
