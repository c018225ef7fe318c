import * as z from 'zod/mini'
import { roles } from '#features/access/roles/contract.ts'
import { accountProblems } from '#features/accounts/accounts/contract.ts'
import { caseProblems, editSla } from '#features/support/case-access/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList } from '#kit/contract/hal.ts'
import { permission } from '#kit/contract/permission.ts'
import { problems } from '#kit/contract/problem.ts'
import { DisputeBody, EditedCounts, LineEdit, reason, SlaPeriod, SlaReceipt, SlaStat } from './sla-shapes.ts'

/** Read the SLA report of an account. */
export const readSla = permission(
  'report:sla',
  'Read SLA reports',
  roles('ADMIN', 'HARMONIC_MANAGER', 'HARMONIC_TAC_MANAGER', 'HARMONIC_CSM', 'HARMONIC_NOC', 'MANAGER'),
)

export const slaProblems = problems({
  'sla-stat-not-found': { status: 404, text: 'This SLA month was not found, or you do not have permission to see it.' },
  'sla-counts-not-read': {
    status: 409,
    text: 'The devices of a month are counted at its end. Edit them when the month is over.',
  },
  'sla-line-disputed': { status: 409, text: 'This line is disputed already in {key}. Comment there.' },
  'sla-month-not-closed': {
    status: 409,
    text: 'This month is not closed. It is closed and signed on the third day of the next month.',
  },
  'sla-month-not-signed': {
    status: 409,
    text: 'The files of this revision are being made and signed. Try again in a minute.',
  },
})

const url = '/api/plugins/jira/sla-stats'
const sla = { tag: 'SLA', guard: readSla } as const
const account = z.string().check(z.maxLength(32))
const yearMonth = z.string().check(z.regex(/^20\d{2}-(0[1-9]|1[0-2])$/))
/** The month in the address of a call. */
export const monthParams = z.strictObject({
  /** The id of the account and the month: `17-2026-10`. */
  id: z.string().check(z.regex(/^\d{1,15}-20\d{2}-(0[1-9]|1[0-2])$/)),
})
/** An account and the months to list. */
export const monthRange = { account, from: z.optional(yearMonth), until: z.optional(yearMonth) }

export const listSlaStats = endpoint({
  ...sla,
  name: 'listSlaStats',
  method: 'GET',
  url,
  summary: 'List the SLA months of an account, newest first; 12 by default, at most 60',
  query: z.strictObject(monthRange),
  reply: halList('slaStats', SlaStat),
  problems: [accountProblems['account-not-found']],
  csv: true,
})
export const readSlaStat = endpoint({
  ...sla,
  name: 'readSlaStat',
  method: 'GET',
  url: `${url}/{id}`,
  summary: 'Read an SLA month with every outage that makes its figures; an earlier revision on request',
  params: monthParams,
  query: z.strictObject({ revision: z.optional(z.int().check(z.minimum(1), z.maximum(100_000))) }),
  reply: SlaReceipt,
  problems: [slaProblems['sla-stat-not-found']],
})
export const editSlaStat = endpoint({
  ...sla,
  guard: editSla,
  name: 'editSlaStat',
  method: 'PATCH',
  url: `${url}/{id}`,
  summary: 'Recount an SLA month and edit its counts and lines with a reason; a closed month gets a new revision',
  params: monthParams,
  body: z.strictObject({
    reason,
    counts: z.optional(EditedCounts),
    outages: z.optional(z.array(LineEdit).check(z.maxLength(200))),
  }),
  reply: SlaReceipt,
  problems: [slaProblems['sla-stat-not-found'], slaProblems['sla-counts-not-read']],
})
export const disputeSlaLine = endpoint({
  ...sla,
  name: 'disputeSlaLine',
  method: 'POST',
  url: `${url}/{id}/disputes`,
  summary: 'Dispute the line of an outage in an SLA month: opens a case whose status and outcome the line shows',
  status: 201,
  params: monthParams,
  body: DisputeBody,
  reply: SlaReceipt,
  problems: [
    slaProblems['sla-stat-not-found'],
    slaProblems['sla-line-disputed'],
    accountProblems['account-not-found'],
    caseProblems['deployment-missing'],
  ],
})
export const listSlaPeriods = endpoint({
  ...sla,
  name: 'listSlaPeriods',
  method: 'GET',
  url: '/api/plugins/jira/sla-periods',
  summary: 'List the SLA figures of an account by month, quarter or year, on request with its child accounts',
  query: z.strictObject({
    ...monthRange,
    by: z.enum(['month', 'quarter', 'year']),
    /** Adds the months of the child accounts. */
    children: z.optional(z.boolean()),
  }),
  reply: halList('slaPeriods', SlaPeriod),
  problems: [accountProblems['account-not-found']],
})
