import * as z from 'zod/mini'
import { assignedGrants, everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { defineEvent } from '#kit/contract/event.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { permission } from '#kit/contract/permission.ts'
import { problems } from '#kit/contract/problem.ts'
import { topic } from '#kit/contract/topic.ts'

/**
 * The audit log: an administrator all of it, vendor staff their own actions and events of their accounts, managers
 * their account.
 */
export const readAudit = permission('audit:read', 'Read the audit log', everyVendorRole, roles('MANAGER'))
/** All of it, including events visible to one user alone. */
export const readWholeAudit = permission('audit:read:all', 'Read the whole audit log', roles('ADMIN'))

/** Read logbooks of other users; one's own is open to every user. */
export const readLogbooks = permission(
  'logbook:read',
  'Read activity logs of other users',
  roles('ADMIN', 'HARMONIC_MANAGER', 'HARMONIC_LIFT_MANAGER', 'MANAGER'),
  assignedGrants('HARMONIC_CSM'),
)

export const auditProblems = problems({
  'logbook-not-found': {
    status: 404,
    text: 'The activity log of {username} was not found, or you do not have permission to see it.',
  },
})

/** A signed-in user tried something that their permissions do not allow. */
export const accessDenied = defineEvent('access.denied', {
  audience: 'person',
  text: 'was denied: {subject}',
  data: { code: z.string(), method: z.string(), path: z.optional(z.string()) },
})

/** One entry of the audit log; `seq` is its place in the chain, null until it is appended to the hash chain. */
export const AuditEntry = z.object({
  id: z.string(),
  seq: z.nullable(z.int()),
  at: z.iso.datetime(),
  name: z.string(),
  subject: z.string(),
  subjectId: z.nullable(z.string()),
  account: z.nullable(z.string()),
  by: z.nullable(z.object({ id: z.string(), fullName: z.string() })),
  impersonatedBy: z.nullable(z.string()),
  /** Full name of the affected user, where it is a user. */
  whom: z.nullable(z.string()),
  data: z.record(z.string(), z.unknown()),
  requestId: z.nullable(z.string()),
  address: z.nullable(z.string()),
})
export type AuditEntry = z.output<typeof AuditEntry>

const name = z.string().check(z.regex(/^[a-z-]+(\.[a-z-]+)?$/), z.maxLength(64))
export const listAudit = endpoint({
  tag: 'Audit',
  guard: readAudit,
  name: 'listAudit',
  method: 'GET',
  url: '/api/audit',
  summary: 'List the recorded events, newest first',
  query: listQuery(['at'], {
    account: z.optional(z.string().check(z.maxLength(32))),
    /** User name of the actor. */
    user: z.optional(z.string().check(z.maxLength(320))),
    /** An event (`case.created`) or a subject (`case`). */
    action: z.optional(z.array(name)),
    subjectId: z.optional(z.string().check(z.maxLength(64))),
    atFrom: z.optional(z.iso.datetime()),
    atTo: z.optional(z.iso.datetime()),
  }),
  reply: halList('entries', AuditEntry),
  problems: [],
  csv: true,
})

/** One entry of a user's logbook: an action of theirs. */
export const LogbookEntry = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  name: z.string(),
  subject: z.string(),
  subjectId: z.nullable(z.string()),
  /** The readable name of the subject, where its id means nothing to users: a file, a release. */
  what: z.nullable(z.string()),
  account: z.nullable(z.string()),
  /** Full name of the actor, and of the impersonator. */
  by: z.nullable(z.string()),
  impersonatedBy: z.nullable(z.string()),
  /** Full name of the affected user, where it is a user. */
  whom: z.nullable(z.string()),
})
export type LogbookEntry = z.output<typeof LogbookEntry>

export const searchLogbook = endpoint({
  tag: 'Audit',
  guard: 'signed-in',
  name: 'searchLogbook',
  method: 'GET',
  url: '/api/logbook/entries/search',
  summary: 'List the activity log of a user, newest first; without a name, your own',
  query: listQuery(['at'], { username: z.optional(z.string().check(z.maxLength(320))) }),
  reply: halList('entries', LogbookEntry),
  problems: [auditProblems['logbook-not-found']],
})

/** The content of a live audit message; the open page refetches. */
export const AuditMessage = z.object({
  name: z.string(),
  subject: z.string(),
  subjectId: z.nullable(z.string()),
  account: z.nullable(z.string()),
  by: z.nullable(z.string()),
})
export type AuditMessage = z.output<typeof AuditMessage>

export const auditRecorded = topic({
  destination: '/user/topic/audit',
  summary: 'An event that the user can read in the audit log was recorded',
  guard: 'signed-in',
  message: AuditMessage,
})
