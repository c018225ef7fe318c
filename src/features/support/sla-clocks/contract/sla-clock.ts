import * as z from 'zod/mini'
import { roles } from '#features/access/roles/contract.ts'
import { accountProblems } from '#features/accounts/accounts/contract.ts'
import { readCases, seeInternal } from '#features/support/case-access/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList } from '#kit/contract/hal.ts'
import { permission } from '#kit/contract/permission.ts'
import { problems } from '#kit/contract/problem.ts'
import { slaPlans } from './clock-enums.ts'

/** Change the SLA targets, and the business hours and SLA plan of an account. */
export const editSlaClocks = permission(
  'sla:targets:edit',
  'Edit SLA targets and business hours',
  roles('ADMIN', 'HARMONIC_TAC_MANAGER'),
)

const time = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/))
/** One span of business hours on a weekday (1 is Monday), in the account's time zone. */
export const WeeklySpan = z.strictObject({
  day: z.int().check(z.minimum(1), z.maximum(7)),
  from: time,
  until: time,
})
export const hoursFields = {
  plan: z.enum(slaPlans),
  weekly: z.array(WeeklySpan).check(z.maxLength(28)),
  holidays: z.array(z.iso.date()).check(z.maxLength(200)),
} as const
/** The business hours and the SLA plan of an account. */
export const SlaHours = z.object({ ...hoursFields, account: z.string(), timeZone: z.string(), version: z.int() })
export type SlaHours = z.output<typeof SlaHours>

const minutes = z.nullable(z.int().check(z.minimum(1), z.maximum(1_000_000)))
export const targetFields = {
  /** Minutes; null for no target. */
  firstResponse: minutes,
  nextUpdate: minutes,
  resolution: minutes,
  /** Whether they are minutes of business hours. */
  business: z.boolean(),
} as const
export const targetPriorities = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const
/** The targets of a plan for a priority. */
export const SlaTarget = z.object({
  ...targetFields,
  plan: z.enum(slaPlans),
  priority: z.enum(targetPriorities),
  version: z.int(),
})
export type SlaTarget = z.output<typeof SlaTarget>

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
