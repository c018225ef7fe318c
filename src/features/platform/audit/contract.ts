import * as z from 'zod/mini'
import { assignedGrants, roles } from '#features/access/roles/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { defineEvent } from '#kit/contract/event.ts'
import { afterPage, halList, listQuery } from '#kit/contract/hal.ts'
import { permission } from '#kit/contract/permission.ts'
import { problems } from '#kit/contract/problem.ts'
import { topic } from '#kit/contract/topic.ts'
import { readAudit } from './contract/audit-permissions.ts'

export { readAudit, readWholeAudit } from './contract/audit-permissions.ts'

/** Read logbooks of other users; one's own is open to every user. */
export const readLogbooks = permission(
  'logbook:read',
  'Read activity logs of other users',
  roles('ADMIN', 'HARMONIC_MANAGER', 'HARMONIC_LIFT_MANAGER', 'MANAGER'),
  assignedGrants('HARMONIC_CSM'),
)

export const auditProblems = problems({
  'audit-entry-not-found': {
    status: 404,
    text: 'This entry of the audit log was not found, or you do not have permission to see it.',
  },
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
    /** User name of the actor, or of the user who impersonated them. */
    user: z.optional(z.string().check(z.maxLength(320))),
    /** The same by the id of the user. */
    userId: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
    /** An event (`case.created`) or a subject (`case`). */
    action: z.optional(z.array(name).check(z.maxLength(100))),
    subjectId: z.optional(z.string().check(z.maxLength(64))),
    /** The whole key or number of a thing, or the id of a request. */
    q: z.optional(z.string().check(z.maxLength(64))),
    requestId: z.optional(z.string().check(z.maxLength(64))),
    /** Only what a user did in the name of another, or only the rest. */
    impersonated: z.optional(z.boolean()),
    atFrom: z.optional(z.iso.datetime()),
    atTo: z.optional(z.iso.datetime()),
    ...afterPage,
  }),
  reply: halList('entries', AuditEntry),
  problems: [],
  csv: true,
})

/**
 * What the hash chain says of an entry. `WAITING`: not in the chain yet, for a second at most. `LINKED`: its hash is that
 * of its content and of the entry before it. `PROVEN`: the same, and every link up to a signed checkpoint outside of the
 * database is right. `BROKEN`: the entry, or one between it and the checkpoint, was changed or removed.
 */
export const EntryProof = z.object({
  state: z.enum(['WAITING', 'LINKED', 'PROVEN', 'BROKEN']),
  /** The first checkpoint at or after the entry. */
  checkpoint: z.nullable(z.object({ seq: z.int(), at: z.iso.datetime() })),
  /** The hashes of this entry and of the one before it, hexadecimal; only for vendor staff. */
  hash: z.nullable(z.string()),
  hashBefore: z.nullable(z.string()),
})
export type EntryProof = z.output<typeof EntryProof>

export const readAuditEntry = endpoint({
  tag: 'Audit',
  guard: readAudit,
  name: 'readAuditEntry',
  method: 'GET',
  url: '/api/audit/{id}',
  summary: 'Read an entry of the audit log, with its proof by the hash chain',
  params: z.object({ id: z.string().check(z.regex(/^\d{1,15}$/)) }),
  reply: z.extend(AuditEntry, {
    /** How many entries of the same request the reader may see, up to 1,000. */
    ofRequest: z.int(),
    proof: EntryProof,
  }),
  problems: [auditProblems['audit-entry-not-found']],
})

/** The newest part of the hash chain, computed again. */
export const ChainState = z.object({
  /** `FORGED`: a checkpoint is not signed with the key of this portal. */
  state: z.enum(['INTACT', 'BROKEN', 'FORGED']),
  /** The first and the last entry of which the links were computed again. */
  from: z.int(),
  to: z.int(),
  /** Entries that the chain does not have yet. */
  waiting: z.int(),
  /** The number of the first wrong entry. */
  brokenAt: z.nullable(z.int()),
  checkpoints: z.int(),
  lastCheckpoint: z.nullable(z.object({ seq: z.int(), at: z.iso.datetime() })),
})
export type ChainState = z.output<typeof ChainState>

export const readAuditChain = endpoint({
  tag: 'Audit',
  guard: readAudit,
  name: 'readAuditChain',
  method: 'GET',
  url: '/api/audit/chain',
  summary: 'Check the newest links of the hash chain and all its checkpoints',
  reply: ChainState,
  problems: [],
})

export const listAuditActors = endpoint({
  tag: 'Audit',
  guard: readAudit,
  name: 'listAuditActors',
  method: 'GET',
  url: '/api/audit/actors',
  summary: 'Search users by whom the audit log can be filtered; at most 20',
  query: z.strictObject({
    /** A part of the name or of the address. */
    q: z.optional(z.string().check(z.maxLength(100))),
    id: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
  }),
  reply: z.object({
    _embedded: z.object({ actors: z.array(z.object({ id: z.string(), fullName: z.string(), username: z.string() })) }),
  }),
  problems: [],
})

export const listAuditEvents = endpoint({
  tag: 'Audit',
  guard: readAudit,
  name: 'listAuditEvents',
  method: 'GET',
  url: '/api/audit/events',
  summary: 'List the names of the events that the audit log of the caller may have',
  reply: z.object({ _embedded: z.object({ events: z.array(z.string()) }) }),
  problems: [],
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
