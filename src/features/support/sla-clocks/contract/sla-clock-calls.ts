import * as z from 'zod/mini'
import { accountProblems } from '#features/accounts/accounts/contract.ts'
import { readCases, seeInternal } from '#features/support/case-access/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList } from '#kit/contract/hal.ts'
import { problems } from '#kit/contract/problem.ts'
import { slaPlans } from './clock-enums.ts'
import { editSlaClocks } from './sla-clock-permissions.ts'
import { hoursFields, SlaHours, SlaTarget, targetFields, targetPriorities } from './sla-clock-shapes.ts'

export const slaClockProblems = problems({
  'sla-target-not-found': { status: 404, text: 'There is no such SLA target.' },
})

const ofAccount = {
  tag: 'SLA',
  url: '/api/plugins/jira/sla-hours',
  query: z.strictObject({ account: z.string().check(z.maxLength(32)) }),
  reply: SlaHours,
  problems: [accountProblems['account-not-found']],
} as const

export const readSlaHours = endpoint({
  ...ofAccount,
  guard: readCases,
  name: 'readSlaHours',
  method: 'GET',
  summary: 'Read the business hours and the SLA plan of an account',
})
export const editSlaHours = endpoint({
  ...ofAccount,
  guard: editSlaClocks,
  name: 'editSlaHours',
  method: 'PATCH',
  summary: 'Change the business hours and the SLA plan of an account; the clocks of its open cases are computed again',
  body: z.strictObject({
    plan: z.optional(hoursFields.plan),
    weekly: z.optional(hoursFields.weekly),
    holidays: z.optional(hoursFields.holidays),
  }),
})
export const listSlaTargets = endpoint({
  tag: 'SLA',
  guard: seeInternal,
  name: 'listSlaTargets',
  method: 'GET',
  url: '/api/plugins/jira/sla-targets',
  summary: 'List the SLA targets by plan and priority',
  reply: halList('slaTargets', SlaTarget),
  problems: [],
})
export const editSlaTarget = endpoint({
  tag: 'SLA',
  guard: editSlaClocks,
  name: 'editSlaTarget',
  method: 'PATCH',
  url: '/api/plugins/jira/sla-targets/{plan}/{priority}',
  summary: 'Change the SLA targets of a plan for a priority; the clocks of open cases are computed again',
  params: z.strictObject({ plan: z.enum(slaPlans), priority: z.enum(targetPriorities) }),
  body: z.strictObject({
    firstResponse: z.optional(targetFields.firstResponse),
    nextUpdate: z.optional(targetFields.nextUpdate),
    resolution: z.optional(targetFields.resolution),
    business: z.optional(targetFields.business),
  }),
  reply: SlaTarget,
  problems: [slaClockProblems['sla-target-not-found']],
})
