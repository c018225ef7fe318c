import * as z from 'zod/mini'
import { assignedGrants, everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { FacetValue, UserRef } from '#features/accounts/accounts/contract.ts'
import { facetName, givenValue, Period, valueTypes } from '#features/subscriptions/plans/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { HttpsUrl } from '#kit/contract/https-url.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { permission } from '#kit/contract/permission.ts'
import { problems } from '#kit/contract/problem.ts'
import { readSubscriptions } from './read-subscriptions.ts'

export const subscriptionStates = ['NONE', 'TRIAL', 'ACTIVE', 'EXPIRES_SOON', 'EXPIRED'] as const
export type SubscriptionState = (typeof subscriptionStates)[number]
/** The filters of the list of subscriptions and of its totals. */
export const subscriptionFilters = {
  q: z.optional(z.string().check(z.maxLength(200))),
  account: z.optional(z.string().check(z.maxLength(64))),
  /** Names of plans; `none` for accounts without one. */
  plan: z.optional(z.array(z.string().check(z.maxLength(60)))),
  state: z.optional(z.array(z.enum(subscriptionStates))),
  /** Subscriptions that expire in 30 days, trials too. */
  expiring: z.optional(z.boolean()),
  showToCustomer: z.optional(z.boolean()),
}

/** A subscription expires soon when fewer days than this remain (part 1 §9). */
export const SOON_DAYS = 30
/** Days before the expiration date on which the reminders are due; -1 = the day after it. */
export const reminderDays = [60, 30, 7, 1, -1] as const
/** The most subscriptions in one response. */
export const MAX_SUBSCRIPTIONS = 20_000

export const editSubscriptions = permission(
  'subscription:customer:edit',
  'Edit subscriptions',
  roles('ADMIN'),
  assignedGrants('HARMONIC_CSM'),
)
/**
 * Read who changed a subscription, with the terms of its contract. Added to the permission table: it is for the vendor
 * only.
 */
export const readSubscriptionHistory = permission(
  'subscription:history:read',
  'Read the history of subscriptions',
  everyVendorRole,
)

export const subscriptionProblems = problems({
  'subscription-not-found': { status: 404, text: 'This subscription was not found.' },
})

const count = z.int().check(z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER))

/** The terms agreed with a customer. */
export const contractFields = z.strictObject({
  freeTrial: z.boolean(),
  expirationDate: z.nullable(z.iso.date()),
  contractStartDate: z.nullable(z.iso.date()),
  /** Years. */
  contractLength: z.nullable(z.int().check(z.minimum(1), z.maximum(5))),
  cmNumber: z.nullable(count),
  /** In minor units of the currency. */
  contractValue: z.nullable(count),
  currency: z.nullable(z.string().check(z.regex(/^[A-Z]{3}$/))),
  quoteUrl: z.nullable(HttpsUrl),
  additionalFeatures: z.string().check(z.maxLength(4000)),
  showToCustomer: z.boolean(),
})

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

const url = '/api/subscriptions/customer/plans'
const subscriptions = { tag: 'Customer subscriptions', guard: readSubscriptions } as const
const byId = z.strictObject({ id: z.string().check(z.regex(/^\d{1,15}$/)) })
const notFound = subscriptionProblems['subscription-not-found']

export const listCustomerPlans = endpoint({
  ...subscriptions,
  name: 'listCustomerPlans',
  method: 'GET',
  url,
  summary: 'List the subscriptions of the accounts that you can see',
  query: listQuery(
    ['account', 'plan', 'expirationDate', 'contractStartDate', 'cmNumber', 'updatedAt'],
    subscriptionFilters,
    { maximum: MAX_SUBSCRIPTIONS, usual: 50 },
  ),
  reply: halList('plans', CustomerPlan),
  problems: [],
  csv: true,
})
export const readCustomerPlan = endpoint({
  ...subscriptions,
  name: 'readCustomerPlan',
  method: 'GET',
  url: `${url}/{id}`,
  summary: 'Read a subscription with its services: override, plan value and effective value',
  params: byId,
  reply: CustomerPlanDetail,
  problems: [notFound],
})
export const editCustomerPlan = endpoint({
  ...subscriptions,
  guard: editSubscriptions,
  name: 'editCustomerPlan',
  method: 'PATCH',
  url: `${url}/{id}`,
  summary: 'Change a subscription: plan, contract, and values of services instead of those of the plan',
  params: byId,
  body: z.extend(z.partial(contractFields), {
    /** Id or name of the plan; null = none. */
    plan: z.optional(z.nullable(z.string().check(z.maxLength(60)))),
    overrides: z.optional(
      z.array(z.strictObject({ facet: facetName, constraintValue: z.nullable(givenValue) })).check(z.maxLength(200)),
    ),
  }),
  reply: CustomerPlanDetail,
  problems: [notFound],
})
export const changePlans = endpoint({
  ...subscriptions,
  guard: editSubscriptions,
  name: 'changePlans',
  method: 'POST',
  url: `${url}/change`,
  summary: 'Give many subscriptions another plan: all or none',
  status: 200,
  body: z.strictObject({
    /** Each with the version in which it was read. */
    subscriptions: z
      .array(z.strictObject({ id: byId.shape.id, version: z.int() }))
      .check(z.minLength(1), z.maxLength(500)),
    /** Id or name of the plan; null = none. */
    plan: z.nullable(z.string().check(z.maxLength(60))),
    freeTrial: z.optional(z.boolean()),
  }),
  /** The subscriptions that changed; others had the plan already. */
  reply: z.object({ changed: z.int() }),
  problems: [notFound, kitProblems['version-conflict']],
})
export const listSubscriptionHistory = endpoint({
  ...subscriptions,
  guard: readSubscriptionHistory,
  name: 'listSubscriptionHistory',
  method: 'GET',
  url: `${url}/{id}/history`,
  summary: 'List the changes of a subscription, the newest first',
  params: byId,
  query: listQuery(['at'], {}),
  reply: halList('changes', SubscriptionChange),
  problems: [notFound],
})
export const readSubscriptionOn = endpoint({
  ...subscriptions,
  guard: readSubscriptionHistory,
  name: 'readSubscriptionOn',
  method: 'GET',
  url: `${url}/{id}/on/{day}`,
  summary: 'Read the terms of a subscription at the end of a day in the time zone of the account',
  params: z.strictObject({ id: byId.shape.id, day: z.iso.date() }),
  reply: SubscriptionOn,
  problems: [notFound],
})
export const readSubscriptionUsage = endpoint({
  ...subscriptions,
  name: 'readSubscriptionUsage',
  method: 'GET',
  url: `${url}/{id}/usage`,
  summary: 'Read how much of its limits an account uses',
  params: byId,
  reply: halList('limits', ServiceUsage),
  problems: [notFound],
})
