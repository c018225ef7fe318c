import * as z from 'zod/mini'
import { UserRef } from '#features/accounts/accounts/contract.ts'
import {
  CaseStatus,
  caseProblems,
  convertCases,
  editOutages,
  readCases,
  seeInternal,
} from '#features/support/case-access/contract.ts'
import { Case } from '#features/support/cases/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { problems } from '#kit/contract/problem.ts'

/** Reasons of outages; whether each counts as the vendor's by default (null: not known). */
export const outageReasons = {
  fibre: false,
  power: false,
  cin: false,
  ptp: false,
  provisioning: false,
  'modem-firmware': false,
  'rf-ingress': false,
  core: true,
  'rpd-restart': true,
  change: true,
  certificate: true,
  hardware: true,
  unknown: null,
} as const satisfies Readonly<Record<string, boolean | null>>
export type OutageReason = keyof typeof outageReasons
export const outageReasonNames = Object.keys(outageReasons) as [OutageReason, ...OutageReason[]]

/** How often an open outage is to be updated, in minutes: accounts with the SLA plan Enterprise, and others. */
export const updateEveryMinutes = { enterprise: 30, others: 60 } as const
/** An outage that reaches both is to be reported to the authority within so many minutes. */
/** Times of an outage that are no slip: it begins at most so long ago, and lasts at most so long. */
export const plausible = { daysAgo: 400, days: 92 } as const
export const reportable = { minutes: 30, userMinutes: 900_000, withinMinutes: 120 } as const

export const outageProblems = problems({
  'outage-not-found': { status: 404, text: 'The outage {key} was not found, or you do not have permission to see it.' },
  'conversion-running': { status: 409, text: '{key} is being converted to an outage already.' },
  'already-an-outage': { status: 409, text: '{key} is an outage already.' },
  'case-not-convertible': {
    status: 409,
    text: 'Only an open ordinary case on the customer side can be converted. {key} is not one.',
  },
})

const count = z.int().check(z.minimum(0), z.maximum(2_147_483_647))
/** Modems per device family; `cnD31` and `d31` are parts of the others. */
export const ByFamily = z.strictObject({ cn: count, cnD31: count, nonCn: count, d31: count, onu: count })

const version = z.nullable(z.string().check(z.maxLength(100)))
/** The fields of an outage that staff set. */
export const outageFields = {
  started: z.iso.datetime(),
  ended: z.nullable(z.iso.datetime()),
  totalCmsAffected: count,
  byFamily: z.nullable(ByFamily),
  reason: z.enum(outageReasonNames),
  isVendorIssue: z.nullable(z.boolean()),
  cmtsVersion: version,
  rpdVersion: version,
  planOfAction: z.string().check(z.maxLength(32_767)),
} as const

/** An outage as the list and its page show it. */
export const Outage = z.object({
  ...outageFields,
  key: z.string(),
  account: z.string(),
  accountId: z.string(),
  accountDisplayName: z.string(),
  subject: z.string(),
  status: CaseStatus,
  open: z.boolean(),
  assignee: z.nullable(UserRef),
  deployment: z.nullable(z.string()),
  conversion: z.enum(['QUEUED', 'DONE']),
  /** Whole minutes from start to end; until now while it is not over. */
  outageTime: z.int(),
  /** When the next public update is due; null when it is over. */
  updateDue: z.nullable(z.iso.datetime()),
  /** Until when a reportable outage is to be reported to the authority; null while it is not reportable. */
  reportBy: z.nullable(z.iso.datetime()),
  version: z.int(),
})
export type Outage = z.output<typeof Outage>

const entry = {
  id: z.string(),
  at: z.iso.datetime(),
  author: UserRef,
  /** Markdown. */
  body: z.string(),
}
/** An entry of the timeline that both sides read. */
export const OutageEntry = z.object({ ...entry, kind: z.literal('public') })
export type OutageEntry = z.output<typeof OutageEntry>
/** An entry of the timeline for vendor staff; another type and another table, so that a leak does not compile. */
export const InternalOutageEntry = z.object({ ...entry, kind: z.literal('internal') })
export type InternalOutageEntry = z.output<typeof InternalOutageEntry>

const url = '/api/plugins/jira/outages'
const key = z.string().check(z.maxLength(64))
const byIssue = z.strictObject({ issueKey: key })
const outages = { tag: 'Outages', guard: readCases } as const
const notFound = outageProblems['outage-not-found']
const optional = {
  ended: z.optional(outageFields.ended),
  totalCmsAffected: z.optional(outageFields.totalCmsAffected),
  byFamily: z.optional(outageFields.byFamily),
  reason: z.optional(outageFields.reason),
  isVendorIssue: z.optional(outageFields.isVendorIssue),
  cmtsVersion: z.optional(outageFields.cmtsVersion),
  rpdVersion: z.optional(outageFields.rpdVersion),
  planOfAction: z.optional(outageFields.planOfAction),
}
/** Why a recorded start or end is corrected, or why the figures of closed months change. */
const correction = z.optional(z.string().check(z.minLength(1), z.maxLength(1000), z.regex(/\S/)))

export const convertToOutage = endpoint({
  tag: 'Outages',
  guard: convertCases,
  name: 'convertToOutage',
  method: 'POST',
  url: '/api/plugins/jira/issues/convert-to-outage',
  summary: 'Convert a case to an outage in a background job; busy until the case shows as outage',
  query: byIssue,
  body: z.optional(z.strictObject({ ...optional, started: z.optional(outageFields.started), correction })),
  reply: Case,
  problems: [
    caseProblems['case-not-found'],
    outageProblems['conversion-running'],
    outageProblems['already-an-outage'],
    outageProblems['case-not-convertible'],
  ],
})
export const listOutages = endpoint({
  ...outages,
  name: 'listOutages',
  method: 'GET',
  url,
  summary: 'List the outages that you can see, newest first',
  query: listQuery(['started'], {
    account: z.optional(z.array(z.string().check(z.maxLength(32)))),
    /** Only outages that are not over, or only the others. */
    open: z.optional(z.boolean()),
  }),
  reply: halList('outages', Outage),
  problems: [],
})
export const readOutage = endpoint({
  ...outages,
  name: 'readOutage',
  method: 'GET',
  url: `${url}/{key}`,
  summary: 'Read an outage by the key of its case',
  params: z.strictObject({ key }),
  reply: Outage,
  problems: [notFound],
})
export const editOutage = endpoint({
  ...outages,
  guard: editOutages,
  name: 'editOutage',
  method: 'PATCH',
  url: `${url}/{key}`,
  summary:
    'Change the fields of an outage; a corrected start or end needs a reason, and so does what closed months count',
  params: z.strictObject({ key }),
  body: z.strictObject({
    ...optional,
    started: z.optional(outageFields.started),
    correction,
  }),
  reply: Outage,
  problems: [notFound],
})

const listEntries = z.extend(listQuery(['at'], {}), { issueKey: key })
const entryBody = z.strictObject({
  body: z.string().check(z.minLength(1), z.maxLength(32_767), z.regex(/\S/)),
  /** When it happened; now unless given. */
  at: z.optional(z.iso.datetime()),
})
export const listOutageEntries = endpoint({
  ...outages,
  name: 'listOutageEntries',
  method: 'GET',
  url: '/api/plugins/jira/outage-entries',
  summary: 'List the timeline of an outage that the customer can see, newest first',
  query: listEntries,
  reply: halList('entries', OutageEntry),
  problems: [notFound],
})
export const addOutageEntry = endpoint({
  ...outages,
  guard: editOutages,
  name: 'addOutageEntry',
  method: 'POST',
  url: '/api/plugins/jira/outage-entries',
  summary: 'Add a public update to the timeline of an outage',
  status: 201,
  query: byIssue,
  body: entryBody,
  reply: OutageEntry,
  problems: [notFound],
})
export const listInternalOutageEntries = endpoint({
  ...outages,
  guard: seeInternal,
  name: 'listInternalOutageEntries',
  method: 'GET',
  url: '/api/plugins/jira/outage-entries/internal',
  summary: 'List the internal entries in the timeline of an outage, newest first (vendor staff)',
  query: listEntries,
  reply: halList('entries', InternalOutageEntry),
  problems: [notFound],
})
export const addInternalOutageEntry = endpoint({
  ...outages,
  guard: editOutages,
  name: 'addInternalOutageEntry',
  method: 'POST',
  url: '/api/plugins/jira/outage-entries/internal',
  summary: 'Add an internal entry to the timeline of an outage',
  status: 201,
  query: byIssue,
  body: entryBody,
  reply: InternalOutageEntry,
  problems: [notFound],
})
