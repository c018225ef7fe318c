import * as z from 'zod/mini'
import { readCalendar } from '#features/calendar/tags/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { defineEvent } from '#kit/contract/event.ts'
import { halList } from '#kit/contract/hal.ts'
import { notBlank, oneLine } from '#kit/contract/one-line.ts'
import { problems } from '#kit/contract/problem.ts'

export const feedProblems = problems({
  'calendar-feed-not-found': { status: 404, text: 'This subscription address was not found. It was probably revoked.' },
  'calendar-feeds-full': {
    status: 409,
    text: 'You have {limit} subscription addresses already, the most that are possible. Revoke one that you do not use.',
  },
})

/** The most addresses of a user. */
export const MOST_FEEDS = 10

/** An address at which a calendar program reads the events that its user can read. */
export const CalendarFeed = z.object({
  id: z.string(),
  name: z.string(),
  /** The account whose events it has; null has those of all that the user can read. */
  account: z.nullable(z.string()),
  accountName: z.nullable(z.string()),
  created: z.iso.datetime(),
  lastRead: z.nullable(z.iso.datetime()),
})
export type CalendarFeed = z.output<typeof CalendarFeed>

const url = '/api/users/me/calendar-feeds'
const mine = { tag: 'Calendar', guard: readCalendar, url } as const

export const listFeeds = endpoint({
  ...mine,
  name: 'listCalendarFeeds',
  method: 'GET',
  summary: 'List my subscription addresses, oldest first; their secrets are not shown again',
  reply: halList('feeds', CalendarFeed),
  problems: [],
})
export const createFeed = endpoint({
  ...mine,
  name: 'createCalendarFeed',
  method: 'POST',
  status: 201,
  summary: 'Make a subscription address for a calendar program; `url` is shown once',
  body: z.strictObject({
    name: oneLine(60).check(notBlank),
    /** The name of an account. */
    account: z.optional(z.nullable(z.string().check(z.minLength(1), z.maxLength(32)))),
  }),
  forbiddenWhileImpersonating: true,
  encryptStoredResponse: true,
  /** `url` is `https://…/calendar/{token}.ics`; `webcal:` in place of `https:` opens the calendar program. */
  reply: z.extend(CalendarFeed, { url: z.string() }),
  problems: [feedProblems['calendar-feeds-full']],
})
export const deleteFeed = endpoint({
  ...mine,
  name: 'deleteCalendarFeed',
  method: 'DELETE',
  url: `${url}/{id}`,
  summary: 'Revoke a subscription address',
  params: z.strictObject({ id: z.string().check(z.regex(/^\d{1,15}$/)) }),
  problems: [feedProblems['calendar-feed-not-found']],
})
export const readFeed = endpoint({
  tag: 'Calendar',
  guard: 'anyone',
  name: 'readCalendarFeed',
  method: 'GET',
  url: '/calendar/{token}.ics',
  summary: 'Read the events of a subscription address as its user; supports ETag',
  params: z.strictObject({ token: z.string().check(z.maxLength(64)) }),
  media: { produces: 'text/calendar' },
  limit: { count: 120, seconds: 60 },
  problems: [feedProblems['calendar-feed-not-found']],
})

export const feedCreated = defineEvent('calendar-feed.created', {
  audience: 'person',
  text: 'made the calendar address {subject}',
  data: { what: z.string() },
})
export const feedRevoked = defineEvent('calendar-feed.revoked', {
  audience: 'person',
  text: 'revoked the calendar address {subject}',
  data: { what: z.string() },
})
