import * as z from 'zod/mini'
import { readCalendar } from '#features/calendar/tags/contract.ts'
import { attachmentProblems } from '#features/support/attachments/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList } from '#kit/contract/hal.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { byId, calendarProblems, calendarUrl, writeCalendar } from './event.ts'
import { EventFile } from './event-shapes.ts'

const url = `${calendarUrl}/{id}/attachments`
const params = z.extend(byId, { attachmentId: z.string().check(z.regex(/^\d{1,15}$/)) })
const noEvent = calendarProblems['calendar-event-not-found']
const noFile = calendarProblems['calendar-file-not-found']

export const listEventFiles = endpoint({
  tag: 'Calendar',
  guard: readCalendar,
  name: 'listCalendarAttachments',
  method: 'GET',
  url,
  summary: 'List the files of an event, oldest first',
  params: byId,
  reply: halList('attachments', EventFile),
  problems: [noEvent],
})
export const addEventFile = endpoint({
  tag: 'Calendar',
  guard: writeCalendar,
  name: 'addCalendarAttachment',
  method: 'POST',
  url,
  status: 201,
  summary: 'Upload a file to an event (multipart, one part `file`)',
  params: byId,
  media: { consumes: 'multipart/form-data' },
  limit: { count: 60, seconds: 60 },
  reply: EventFile,
  problems: [
    noEvent,
    calendarProblems['calendar-files-full'],
    kitProblems['attachment-too-large'],
    kitProblems['attachment-type-not-allowed'],
    kitProblems['upload-malformed'],
    attachmentProblems['storage-limit-reached'],
  ],
})
export const downloadEventFile = endpoint({
  tag: 'Calendar',
  guard: readCalendar,
  name: 'downloadCalendarAttachment',
  method: 'GET',
  url: `${url}/{attachmentId}`,
  summary: 'Download a file of an event; supports Range and ETag',
  params,
  query: z.strictObject({ inline: z.optional(z.boolean()) }),
  media: { produces: 'application/octet-stream' },
  problems: [noEvent, noFile, kitProblems['range-not-satisfiable']],
})
export const deleteEventFile = endpoint({
  tag: 'Calendar',
  guard: writeCalendar,
  name: 'deleteCalendarAttachment',
  method: 'DELETE',
  url: `${url}/{attachmentId}`,
  summary: 'Delete a file of an event',
  params,
  problems: [noEvent, noFile],
})
