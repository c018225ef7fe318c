import * as z from 'zod/mini'
import { FacetValue, UserRef } from '#features/accounts/accounts/contract.ts'
import { Period, valueTypes } from '#features/subscriptions/plans/contract.ts'
import { subscriptionStates } from './subscription-enums.ts'
import { contractFields } from './subscription-fields.ts'

const PeriodOfPlan = z.object({ ...Period.shape, fromDate: z.iso.date(), toDate: z.iso.date() })

/** The subscription of an account. Contract value, quote and revenue are null for customers. */
export const CustomerPlan = z.object({
  id: z.string(),
  accountId: z.string(),
  account: z.string(),
  accountDisplayName: z.string(),
  csm: z.nullable(UserRef),
  plan: z.nullable(z.object({ id: z.string(), name: z.string(), pricing: z.string(), headerColour: z.string() })),
  ...contractFields.shape,
  quoteUrl: z.nullable(z.string()),
  freeTrialPeriod: z.nullable(PeriodOfPlan),
  paidSubscriptionPeriod: z.nullable(PeriodOfPlan),
  state: z.enum(subscriptionStates),
  /** Days that remain after today in the account's time zone; the last day counts whole. */
  daysLeft: z.nullable(z.int()),
  /** Annual and monthly recurring revenue in minor units, not rounded. */
  arr: z.nullable(z.number()),
  mrr: z.nullable(z.number()),
  updated: z.iso.datetime(),
  version: z.int(),
})
export type CustomerPlan = z.output<typeof CustomerPlan>

/** The value of a service for an account: its override, else the value of its plan, else none agreed. */
export const EffectiveService = z.object({
  facet: z.object({
    name: z.string(),
    category: z.string(),
    subcategory: z.string(),
    valueType: z.enum(valueTypes),
    unit: z.nullable(z.string()),
    isLimit: z.boolean(),
  }),
  planValue: z.nullable(FacetValue),
  override: z.nullable(FacetValue),
  effective: z.nullable(FacetValue),
})
export type EffectiveService = z.output<typeof EffectiveService>

/** A reminder of the expiration date. */
export const Reminder = z.object({
  /** Days before the expiration date; -1 = the day after it. */
  threshold: z.int(),
  /** The day on which it is due, in the time zone of the account. */
  day: z.iso.date(),
  /** When it was sent; null = not sent. */
  sent: z.nullable(z.iso.datetime()),
})
export type Reminder = z.output<typeof Reminder>

/** A subscription with its services and the reminders of its expiration date, in order of their days. */
export const CustomerPlanDetail = z.extend(CustomerPlan, {
  services: z.array(EffectiveService),
  reminders: z.array(Reminder),
})
export type CustomerPlanDetail = z.output<typeof CustomerPlanDetail>

/** One change of a subscription. */
export const SubscriptionChange = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  by: z.nullable(z.string()),
  /** `[before, after]` by field. */
  changes: z.record(z.string(), z.unknown()),
})
export type SubscriptionChange = z.output<typeof SubscriptionChange>

/** The terms on a day: fields of the contract, the name of the plan, and own values by the name of their service. */
export const SubscriptionOn = z.object({ day: z.iso.date(), terms: z.record(z.string(), z.unknown()) })

/** An account's use of a service, beside its limit. */
export const ServiceUsage = z.extend(EffectiveService, {
  used: z.int(),
  /** null = no limit. */
  limit: z.nullable(z.int()),
  exceeded: z.boolean(),
})
export type ServiceUsage = z.output<typeof ServiceUsage>
