import * as z from 'zod/mini'
import { accountProblems } from '#features/accounts/accounts/contract.ts'
import { readCalendar } from '#features/calendar/tags/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { byId, calendarProblems, calendarUrl, MOST_INSTANCES, rangeTime, zoneName } from './event.ts'
import { CalendarEvent, EventInstance } from './event-shapes.ts'

const eventReads = { tag: 'Calendar', guard: readCalendar, method: 'GET' } as const
const account = z.string().check(z.minLength(1), z.maxLength(32))
/**
 * Without `startTime` the range begins now, without `endTime` it is 35 days long. Times without an offset are local to
 * `timeZone`: by default that of the account, or UTC. An event belongs to the range when it overlaps it.
 */
const range = {
  startTime: z.optional(rangeTime),
  endTime: z.optional(rangeTime),
  timeZone: z.optional(zoneName),
  /** Ids; an event has at least one of them. */
  tags: z.optional(z.array(z.string().check(z.regex(/^\d{1,15}$/))).check(z.maxLength(50))),
}
const pages = { maximum: MOST_INSTANCES, usual: MOST_INSTANCES }
const tooMuch = [calendarProblems['calendar-range-too-long'], calendarProblems['calendar-too-many-instances']] as const
const noEvent = calendarProblems['calendar-event-not-found']

export const listInstances = endpoint({
  ...eventReads,
  name: 'listCalendarInstances',
  url: `${calendarUrl}/instances/{account}`,
  summary: 'List the events of an account in a range of time, each instance of a series on its own',
  params: z.strictObject({ account }),
  query: listQuery(['startTime'], range, pages),
  reply: halList('events', EventInstance),
  problems: [accountProblems['account-not-found'], ...tooMuch],
})
export const listInstancesOfAccounts = endpoint({
  ...eventReads,
  name: 'listCalendarInstancesOfAccounts',
  url: `${calendarUrl}/instances`,
  summary: 'List the events of several accounts in a range of time; without `accounts`, of all that you can read',
  query: listQuery(
    ['startTime'],
    {
      ...range,
      /** Names; unknown ones are ignored. Vendor staff also get the events of the vendor alone. */
      accounts: z.optional(z.array(account).check(z.maxLength(500))),
      /** False leaves out the events of the vendor alone. */
      internal: z.optional(z.boolean()),
    },
    pages,
  ),
  reply: halList('events', EventInstance),
  problems: tooMuch,
})
export const listInstancesOfEvent = endpoint({
  ...eventReads,
  name: 'listInstancesOfCalendarEvent',
  url: `${calendarUrl}/{id}/instances`,
  summary: 'List the instances of a series, earliest first; with `startTime` those from then on',
  params: byId,
  query: listQuery(['startTime'], { startTime: z.optional(rangeTime) }, pages),
  reply: halList('events', EventInstance),
  problems: [noEvent],
})
export const searchEvents = endpoint({
  ...eventReads,
  name: 'searchCalendarEvents',
  url: calendarUrl,
  summary: 'Search events by the words of their subject, location, description or change number, newest first',
  query: listQuery(
    ['startTime'],
    {
      q: z.optional(z.string().check(z.maxLength(100))),
      account: z.optional(account),
    },
    { maximum: 200, usual: 50 },
  ),
  reply: halList('events', EventInstance),
  problems: [accountProblems['account-not-found']],
})
export const readEvent = endpoint({
  ...eventReads,
  name: 'readCalendarEvent',
  url: `${calendarUrl}/{id}`,
  summary: 'Read an event, a series, or a changed instance of one',
  params: byId,
  reply: CalendarEvent,
  problems: [noEvent],
})
export const downloadEvent = endpoint({
  ...eventReads,
  name: 'downloadCalendarEvent',
  url: `${calendarUrl}/{id}/ics`,
  summary: 'Download an event as an iCalendar file, a series with its changed instances',
  params: byId,
  media: { produces: 'text/calendar' },
  problems: [noEvent],
})
