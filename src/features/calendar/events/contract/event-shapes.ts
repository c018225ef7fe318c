import * as z from 'zod/mini'
import { UserRef } from '#features/accounts/accounts/contract.ts'
import { Tag } from '#features/calendar/tags/contract.ts'
import { FileCheck } from '#kit/contract/file-check.ts'

/** A file of an event. */
export const EventFile = z.object({
  id: z.string(),
  filename: z.string(),
  size: z.int(),
  mediaType: z.string(),
  /** A picture that the browser may show. */
  isPicture: z.boolean(),
  check: FileCheck,
  author: UserRef,
  created: z.iso.datetime(),
})
export type EventFile = z.output<typeof EventFile>

export const Answer = z.enum(['NEEDS-ACTION', 'ACCEPTED', 'DECLINED', 'TENTATIVE'])
export type Answer = z.output<typeof Answer>

/** Somebody who gets the invitation; `side` of an address that no user has is OUTSIDE. */
export const Attendee = z.object({
  email: z.string(),
  fullName: z.nullable(z.string()),
  side: z.enum(['VENDOR', 'CUSTOMER', 'OUTSIDE']),
  answer: Answer,
})
export type Attendee = z.output<typeof Attendee>

export const Invited = z.object({ kind: z.enum(['USER', 'ADDRESS', 'SIDE']), name: z.string() })
export const Maintenance = z.object({
  id: z.string(),
  impact: z.string(),
  status: z.string(),
  objects: z.array(z.string()),
})
/** Times are local to the zone of the event; `rule` is the value of an RRULE. */
export const Recurrence = z.object({
  rule: z.nullable(z.string()),
  exdates: z.array(z.string()),
  rdates: z.array(z.string()),
})
export type Recurrence = z.output<typeof Recurrence>
const DeploymentRef = z.object({ id: z.string(), name: z.string() })

const sharedFields = {
  /** Of an instance of a series: the series. Of a changed instance: its own. Calls take either with `recurrenceId`. */
  id: z.string(),
  /** The series of an instance; null for an event that does not repeat, and for the series itself. */
  seriesMasterId: z.nullable(z.string()),
  /** The start that the rule gives this instance, local; it names the instance in calls. Null without a series. */
  recurrenceId: z.nullable(z.string()),
  /** Name, display name and id of the account; all null for an event of the vendor alone. */
  account: z.nullable(z.string()),
  accountName: z.nullable(z.string()),
  accountId: z.nullable(z.string()),
  subject: z.string(),
  location: z.string(),
  /** Local to `timeZone`, as `yyyy-MM-ddTHH:mm:ss`. */
  start: z.string(),
  end: z.string(),
  /** IANA name. */
  timeZone: z.string(),
  /** The same in UTC; what the calendar positions by. */
  startTime: z.iso.datetime(),
  endTime: z.iso.datetime(),
  isAllDay: z.boolean(),
  tags: z.array(Tag),
  deployments: z.array(DeploymentRef),
  maintenance: z.nullable(Maintenance),
  /** Whether the caller may change the event. */
  isEditable: z.boolean(),
  version: z.int(),
}

/** One event at one time: an event that does not repeat, or an instance of a series. */
export const EventInstance = z.object({
  ...sharedFields,
  /** The instance differs from its series. */
  isChanged: z.boolean(),
  attendeeCount: z.int(),
  attachmentCount: z.int(),
})
export type EventInstance = z.output<typeof EventInstance>

/** An event, a whole series, or a changed instance, with everything an editor needs. */
export const CalendarEvent = z.object({
  ...sharedFields,
  uid: z.string(),
  description: z.string(),
  recurrence: z.nullable(Recurrence),
  /** Starts of the instances of a series that differ from it. */
  changedInstances: z.array(z.string()),
  notification: z.array(z.int()),
  /** Who was invited, and who gets mails because of it. */
  attendees: z.array(Invited),
  people: z.array(Attendee),
  /** The response of the caller, if invited. */
  myAnswer: z.nullable(Answer),
  attachments: z.array(EventFile),
  organizer: z.nullable(UserRef),
  /** How many times invitations were renewed (SEQUENCE). */
  sequence: z.int(),
  created: z.iso.datetime(),
  updated: z.iso.datetime(),
})
export type CalendarEvent = z.output<typeof CalendarEvent>

/** Why a proposed event should not be: no work is allowed then, other work concerns the same deployment or account. */
export const clashReasons = ['FREEZE', 'SAME_DEPLOYMENT', 'SAME_ACCOUNT'] as const
/** An event that overlaps the proposed one. */
export const Clash = z.object({
  reason: z.enum(clashReasons),
  /** Of the two events together; objects or deployments of both. */
  shared: z.array(z.string()),
  /** The other event, at its first overlap. */
  event: EventInstance,
  /** Local starts of the proposed instances that overlap it, at most 100. */
  starts: z.array(z.string()),
  /** How many of them overlap. */
  count: z.int(),
})
export type Clash = z.output<typeof Clash>
/** The clashes by their first start; `instances` were compared, up to `checkedUntil`. */
export const Clashes = z.object({
  clashes: z.array(Clash),
  instances: z.int(),
  checkedUntil: z.iso.datetime(),
})

/** What happened with the events of an imported file. */
export const ImportReport = z.object({
  created: z.int(),
  /** Of the same UID a later version was stored, or a cancellation took it out. */
  updated: z.int(),
  skipped: z.array(z.object({ uid: z.nullable(z.string()), subject: z.nullable(z.string()), reason: z.string() })),
  /** What of an event was not kept as the file has it. */
  notes: z.array(z.object({ uid: z.string(), subject: z.nullable(z.string()), note: z.string() })),
})
export type ImportReport = z.output<typeof ImportReport>
