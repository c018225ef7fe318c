import * as z from 'zod/mini'
import { facetName, givenValue } from '#features/subscriptions/plans/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { readSubscriptions } from './read-subscriptions.ts'
import { MAX_SUBSCRIPTIONS } from './subscription-enums.ts'
import { contractFields } from './subscription-fields.ts'
import { subscriptionFilters } from './subscription-filters.ts'
import { editSubscriptions, readSubscriptionHistory } from './subscription-permissions.ts'
import { subscriptionProblems } from './subscription-problems.ts'
import {
  CustomerPlan,
  CustomerPlanDetail,
  ServiceUsage,
  SubscriptionChange,
  SubscriptionOn,
} from './subscription-shapes.ts'

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
