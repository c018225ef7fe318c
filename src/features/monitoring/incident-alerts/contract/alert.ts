import * as z from 'zod/mini'
import { everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { UserRef } from '#features/accounts/accounts/contract.ts'
import { notBlank, oneLine } from '#kit/contract/one-line.ts'
import { permission } from '#kit/contract/permission.ts'
import { problems } from '#kit/contract/problem.ts'

/** See alerts and who is on call. */
export const readAlerts = permission('alert:read', 'See alerts and who is on call', everyVendorRole)

/** Connect an account to an alerting system. */
export const configureAlerting = permission(
  'plugin:configure',
  'Connect plugins of accounts',
  roles('ADMIN', 'CENTRAL'),
)

/** Create, acknowledge and close alerts, and set who is on call. */
export const createAlerts = permission(
  'alert:create',
  'Create and close alerts, and set who is on call',
  roles('ADMIN', 'HARMONIC_NOC', 'HARMONIC_TAC_MANAGER'),
)

export const alertProblems = problems({
  'alert-not-found': { status: 404, text: 'This alert was not found. It was probably of an account that was deleted.' },
  'alert-closed': { status: 409, text: 'This alert is closed. A new one is opened when it happens again.' },
})

export const AlertPriority = z.enum(['P1', 'P2', 'P3', 'P4', 'P5'])
export type AlertPriority = z.output<typeof AlertPriority>
export const AlertState = z.enum(['OPEN', 'ACKNOWLEDGED', 'CLOSED'])

/** A connected alerting system in which a user acknowledged or closed an alert, and that user's name there. */
const DoneIn = z.object({ system: z.string(), user: z.nullable(z.string()) })

/** An alert of an account. */
export const Alert = z.object({
  id: z.string(),
  account: z.string(),
  accountName: z.string(),
  alias: z.string(),
  message: z.string(),
  description: z.string(),
  priority: AlertPriority,
  tags: z.array(z.string()),
  /** The case that it is of; null of one that a user created. */
  caseKey: z.nullable(z.string()),
  state: AlertState,
  /** How often it happened while it was open. */
  occurrences: z.int(),
  createdBy: z.nullable(UserRef),
  created: z.iso.datetime(),
  lastOccurred: z.iso.datetime(),
  acknowledgedBy: z.nullable(UserRef),
  acknowledged: z.nullable(z.iso.datetime()),
  acknowledgedIn: z.nullable(DoneIn),
  closedBy: z.nullable(UserRef),
  closed: z.nullable(z.iso.datetime()),
  closedIn: z.nullable(DoneIn),
  /** Who was notified, in order. */
  notified: z.array(z.object({ user: UserRef, at: z.iso.datetime() })),
  /** When the next user is notified, unless it is acknowledged before. */
  nextNotice: z.nullable(z.iso.datetime()),
  version: z.int(),
})
export type Alert = z.output<typeof Alert>

/** The same with what the connected alerting system has of it. */
export const AlertDetail = z.extend(Alert, {
  /** Null without a connected system, and for an alert that was opened before it was connected. */
  outside: z.nullable(
    z.object({ system: z.string(), state: z.enum(['SENT', 'WAITING', 'FAILED']), error: z.nullable(z.string()) }),
  ),
})
export type AlertDetail = z.output<typeof AlertDetail>

export const newAlert = z.strictObject({
  message: oneLine(130).check(notBlank),
  /** Absent: the message. */
  alias: z.optional(oneLine(250).check(notBlank)),
  description: z.optional(z.string().check(z.maxLength(15_000))),
  priority: z._default(z.optional(AlertPriority), 'P3'),
  tags: z._default(z.optional(z.array(oneLine(50).check(notBlank)).check(z.maxLength(20))), []),
})

const userId = z.string().check(z.regex(/^\d{1,15}$/))
const rotation = {
  timeZone: oneLine(64).check(notBlank),
  /** The day of the hand-over; Monday is 1. */
  weekday: z.int().check(z.minimum(1), z.maximum(7)),
  /** The clock time of the hand-over: `09:00`. */
  time: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/)),
  /** Minutes after which the next user is notified of an alert that nobody acknowledged. */
  escalateMinutes: z.int().check(z.minimum(1), z.maximum(1440)),
}
/** The whole rotation: what is missing is gone. */
export const newRotation = z.strictObject({
  ...rotation,
  /** Ids of users of the vendor, in their order; the first one is on call from now on, unless the order stays. */
  users: z.array(userId).check(z.maxLength(50)),
  overrides: z._default(
    z.optional(
      z.array(z.strictObject({ userId, from: z.iso.datetime(), to: z.iso.datetime() })).check(z.maxLength(100)),
    ),
    [],
  ),
})

export const OnCall = z.object({
  ...rotation,
  users: z.array(UserRef),
  /** Those that are not over. */
  overrides: z.array(z.object({ user: UserRef, from: z.iso.datetime(), to: z.iso.datetime() })),
  /** Who is on call now, and until when; null without users. */
  now: z.nullable(UserRef),
  until: z.nullable(z.iso.datetime()),
  next: z.nullable(UserRef),
  /** Who is on call in the next four weeks; a stretch without a user is a gap. */
  shifts: z.array(
    z.object({ user: z.nullable(UserRef), from: z.iso.datetime(), to: z.iso.datetime(), override: z.boolean() }),
  ),
  version: z.int(),
})
export type OnCall = z.output<typeof OnCall>
