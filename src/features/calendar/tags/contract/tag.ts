import * as z from 'zod/mini'
import { everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList } from '#kit/contract/hal.ts'
import { notBlank, oneLine } from '#kit/contract/one-line.ts'
import { permission } from '#kit/contract/permission.ts'
import { problems } from '#kit/contract/problem.ts'

/** Read the events and tags of the calendar of an account. */
export const readCalendar = permission(
  'calendar:read',
  'See the calendar of accounts',
  everyVendorRole,
  roles('MANAGER', 'USER', 'CUST_CONTRACTOR'),
)

/** Create, change and delete the tags of events. */
export const manageTags = permission(
  'calendar:tags',
  'Manage the tags of calendar events',
  roles('ADMIN', 'HARMONIC_MANAGER', 'HARMONIC_CSM'),
)

export const tagProblems = problems({
  'calendar-tag-not-found': { status: 404, text: 'This tag was not found. It was probably deleted; reload the list.' },
  'calendar-tag-exists': { status: 409, text: 'A tag named {name} exists already. Choose another name.' },
  'calendar-tag-in-use': { status: 409, text: 'The tag {name} is on {count} events. Remove it from them first.' },
  'calendar-tag-fixed': {
    status: 409,
    text: 'The tag {name} marks maintenance for the outage detector. It cannot be deleted, renamed or hidden, but it can have another colour.',
  },
  'calendar-tags-full': {
    status: 409,
    text: 'There are {limit} tags already, the most that are possible. Delete one that is not used.',
  },
})

/** The colour of older clients for *no colour chosen*: it is stored as none. */
export const IGNORED_COLOUR = '#00355F'
/** Events with a SYSTEM tag are made by the portal: filters do not offer the tag. */
export const TagScope = z.enum(['SYSTEM', 'CUSTOMER'])

/** A tag of events. */
export const Tag = z.object({
  id: z.string(),
  name: z.string(),
  /** `#RRGGBB`; null has the colour of the theme. */
  colorCode: z.nullable(z.string()),
  scope: TagScope,
  /** Events with the tag are maintenance: they hold the outage detector and are left out of uptime. */
  holdsOutages: z.boolean(),
  /** During events with the tag no work is allowed: an overlap with maintenance is a clash. */
  freeze: z.boolean(),
  /** The tag *Maintenance*, which cannot be deleted or renamed. */
  isFixed: z.boolean(),
  version: z.int(),
})
export type Tag = z.output<typeof Tag>

const colour = z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour as #RRGGBB'))
export const newTag = z.strictObject({
  name: oneLine(60).check(notBlank),
  colorCode: z.optional(z.nullable(colour)),
  scope: z._default(z.optional(TagScope), 'CUSTOMER'),
  holdsOutages: z._default(z.optional(z.boolean()), false),
  freeze: z._default(z.optional(z.boolean()), false),
})
/** The whole tag: what is missing gets its default. */
export const changedTag = z.extend(newTag, { id: z.string().check(z.regex(/^\d{1,15}$/)) })

const url = '/api/plugins/calendar/tags'
const tagWrites = { tag: 'Calendar', guard: manageTags, url } as const
const noTag = tagProblems['calendar-tag-not-found']
const fixedTag = tagProblems['calendar-tag-fixed']

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
  ...tagWrites,
  name: 'createCalendarTag',
  method: 'POST',
  status: 201,
  summary: 'Create a tag for events',
  body: newTag,
  reply: Tag,
  problems: [tagProblems['calendar-tag-exists'], tagProblems['calendar-tags-full']],
})
export const changeTag = endpoint({
  ...tagWrites,
  name: 'changeCalendarTag',
  method: 'PUT',
  summary: 'Replace a tag, named by the id in the body',
  body: changedTag,
  reply: Tag,
  problems: [noTag, fixedTag, tagProblems['calendar-tag-exists']],
})
export const deleteTag = endpoint({
  ...tagWrites,
  name: 'deleteCalendarTag',
  method: 'DELETE',
  summary: 'Delete a tag that no event has',
  query: z.strictObject({ id: z.string().check(z.regex(/^\d{1,15}$/)) }),
  problems: [noTag, fixedTag, tagProblems['calendar-tag-in-use']],
})
