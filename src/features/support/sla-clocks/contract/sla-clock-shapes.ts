import * as z from 'zod/mini'
import { slaPlans } from './clock-enums.ts'

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
