import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { readSubscriptions } from './read-subscriptions.ts'
import { subscriptionProblems } from './subscription.ts'

/** Days with a count below which there is no forecast. */
export const FORECAST_DAYS = 14

const ModemCount = z.object({ day: z.iso.date(), contracted: z.nullable(z.int()), counted: z.int() })
export type ModemCount = z.output<typeof ModemCount>

/** Modems and ONUs of a deployment now, and whether they count for the contract. */
const CountedDeployment = z.object({
  id: z.string(),
  name: z.string(),
  modems: z.int(),
  onus: z.int(),
  counts: z.boolean(),
})
export type CountedDeployment = z.output<typeof CountedDeployment>

/** The modems of a contract against those that are counted, by day, of the last 90 days. */
export const BurnDown = z.object({
  contracted: z.nullable(z.int()),
  /** The newest count; null before the first night. */
  counted: z.nullable(z.int()),
  /** The day with the most modems ever counted. */
  highest: z.nullable(ModemCount),
  /** Modems a day by least squares; null with too few days. */
  perDay: z.nullable(z.number()),
  /** Its 95 % range. */
  perDayRange: z.nullable(z.object({ from: z.number(), to: z.number() })),
  /** The day on which the contract's modems are reached, with its 95 % range; null where it is not foreseen. */
  crossing: z.nullable(z.object({ day: z.iso.date(), from: z.iso.date(), to: z.nullable(z.iso.date()) })),
  tooFewDays: z.boolean(),
  /** The first plan, in display order, that is made for the highest count. */
  fittingPlan: z.nullable(z.string()),
  days: z.array(ModemCount),
  /** What the next count is the sum of. */
  deployments: z.array(CountedDeployment),
})
export type BurnDown = z.output<typeof BurnDown>

export const readBurnDown = endpoint({
  tag: 'Customer subscriptions',
  guard: readSubscriptions,
  name: 'readBurnDown',
  method: 'GET',
  url: '/api/subscriptions/customer/plans/{id}/burn-down',
  summary: 'Read when the modems of the contract will be reached',
  params: z.strictObject({ id: z.string().check(z.regex(/^\d{1,15}$/)) }),
  reply: BurnDown,
  problems: [subscriptionProblems['subscription-not-found']],
})
