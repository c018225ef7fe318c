import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList } from '#kit/contract/hal.ts'
import { manageTags, readCalendar } from './tag-permissions.ts'
import { tagProblems } from './tag-problems.ts'
import { changedTag, newTag, Tag } from './tag-shapes.ts'

const url = '/api/plugins/calendar/tags'
const managing = { tag: 'Calendar', guard: manageTags, url } as const
const gone = tagProblems['calendar-tag-not-found']
const fixed = tagProblems['calendar-tag-fixed']

export const listTags = endpoint({
  tag: 'Calendar',
  guard: readCalendar,
  name: 'listCalendarTags',
  method: 'GET',
  url,
  summary: 'List the tags of events by name, at most 500; those of scope SYSTEM too',
  reply: halList('tags', Tag),
  problems: [],
})
export const createTag = endpoint({
  ...managing,
  name: 'createCalendarTag',
  method: 'POST',
  status: 201,
  summary: 'Create a tag for events',
  body: newTag,
  reply: Tag,
  problems: [tagProblems['calendar-tag-exists'], tagProblems['calendar-tags-full']],
})
export const changeTag = endpoint({
  ...managing,
  name: 'changeCalendarTag',
  method: 'PUT',
  summary: 'Replace a tag, named by the id in the body',
  body: changedTag,
  reply: Tag,
  problems: [gone, fixed, tagProblems['calendar-tag-exists']],
})
export const deleteTag = endpoint({
  ...managing,
  name: 'deleteCalendarTag',
  method: 'DELETE',
  summary: 'Delete a tag that no event has',
  query: z.strictObject({ id: z.string().check(z.regex(/^\d{1,15}$/)) }),
  problems: [gone, fixed, tagProblems['calendar-tag-in-use']],
})
