import * as z from 'zod/mini'
import { defineEvent } from '#kit/contract/event.ts'
import { topic } from '#kit/contract/topic.ts'
import { readCalendar } from './tag.ts'

export const tagCreated = defineEvent('calendar-tag.created', 'vendor')
export const tagChanged = defineEvent('calendar-tag.changed', 'vendor')
export const tagDeleted = defineEvent('calendar-tag.deleted', 'vendor')

/** A tag was created, changed or deleted: pages fetch the list again, and their events for the colours. */
export const calendarTagsChanged = topic({
  destination: '/user/topic/calendar-tags',
  summary: 'The tags of calendar events changed',
  guard: readCalendar,
  own: 'everyone',
  message: z.object({ id: z.string() }),
})
