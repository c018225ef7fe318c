import * as z from 'zod/mini'
import {
  caseProblems,
  convertCases,
  editOutages,
  readCases,
  seeInternal,
} from '#features/support/case-access/contract.ts'
import { Case } from '#features/support/cases/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { outageProblems } from './outage-problems.ts'
import { InternalOutageEntry, Outage, OutageEntry, outageFields } from './outage-shapes.ts'

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
