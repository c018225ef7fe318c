import * as z from 'zod/mini'
import { everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList } from '#kit/contract/hal.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { permission } from '#kit/contract/permission.ts'
import { problems } from '#kit/contract/problem.ts'

export const valueTypes = ['BOOLEAN', 'NUMBER', 'LIST'] as const
export const periodUnits = ['DAY', 'WEEK', 'MONTH', 'YEAR'] as const
export const stages = ['PRE_SALES', 'LIFT', 'PRODUCTION'] as const
export const pricings = ['FREE', 'PAID'] as const
/** What becomes of a service when the subscription has expired: its value stays, or it is 0, no, or nothing. */
export const afterExpiryValues = ['KEEP', 'STOP'] as const
/** The most cells that one call changes. */
export const MAX_CELLS = 2000

export const managePlans = permission('subscription:plan:manage', 'Edit subscription plans', roles('ADMIN'))
export const manageFacets = permission('subscription:facet:manage', 'Edit services of plans', roles('ADMIN'))
/** Read the comparison of plans. */
export const comparePlans = permission(
  'subscription:plan:read',
  'Compare subscription plans',
  everyVendorRole,
  roles('MANAGER'),
)

export const planProblems = problems({
  'plan-not-found': { status: 404, text: 'This plan was not found.' },
  'service-not-found': { status: 404, text: 'This service was not found.' },
  'plan-name-taken': {
    status: 409,
    text: 'The name is the same as that of the plan {other}, or too similar. Enter another name.',
  },
  'service-name-taken': {
    status: 409,
    text: 'The service {other} has the same name. Enter another category or subcategory.',
  },
  'plan-in-use': {
    status: 409,
    text: '{count} accounts have the plan {plan}: {accounts}. Give them another plan first.',
  },
  'service-in-use': { status: 409, text: 'The service is held by {holders}. Clear these values first.' },
  'service-type-in-use': {
    status: 409,
    text: 'The value type cannot change while the service is held by {holders}. Preview their conversion, or clear these values first.',
  },
  'service-is-limit': {
    status: 409,
    text: 'The portal enforces this service as a limit. It cannot be deleted, and its value type cannot change.',
  },
  'service-values-in-use': {
    status: 409,
    text: 'The value {value} is held by {holders}. Give them another value first.',
  },
})

/** A name or label: one line with visible characters. */
const line = (most: number) =>
  z.string().check(z.minLength(1), z.maxLength(most), z.regex(/^(?=\P{Cc}*[^\p{Cc}\s])\P{Cc}+$/u))
const wholeNumber = z.int().check(z.minimum(-Number.MAX_SAFE_INTEGER), z.maximum(Number.MAX_SAFE_INTEGER))

export const Period = z.strictObject({
  amount: z.int().check(z.minimum(1), z.maximum(1000)),
  unit: z.enum(periodUnits),
})

export const planFields = z.strictObject({
  name: line(60),
  pricing: z.enum(pricings),
  headerColour: z.string().check(z.regex(/^#[0-9a-f]{6}$/)),
  displayOrder: z.int().check(z.minimum(0), z.maximum(10_000)),
  freeTrialPeriod: z.nullable(Period),
  paidSubscriptionPeriod: z.nullable(Period),
  /** New accounts in these stages get the plan. */
  defaultStages: z.array(z.enum(stages)).check(z.maxLength(3)),
})

export const facetFields = z.strictObject({
  category: line(60),
  subcategory: line(60),
  description: z.string().check(z.maxLength(1000)),
  valueType: z.enum(valueTypes),
  /** The values of a list, in order. */
  values: z.array(line(60)).check(z.maxLength(50)),
  unit: z.nullable(line(20)),
  minimum: z.nullable(wholeNumber),
  maximum: z.nullable(wholeNumber),
  /** Whether the value stays when the subscription has expired. */
  afterExpiry: z.enum(afterExpiryValues),
  /** The name of the service in the analytics system. */
  analyticsOverride: z.nullable(line(100)),
  displayOrder: z.int().check(z.minimum(0), z.maximum(10_000)),
})

/** A value as it is written; the type of the service determines its member. */
export const givenValue = z.strictObject({
  isInfinity: z.optional(z.boolean()),
  numberValue: z.optional(wholeNumber),
  booleanValue: z.optional(z.boolean()),
  listValue: z.optional(z.string().check(z.maxLength(60))),
})

export const facetName = z.strictObject({ name: z.string().check(z.maxLength(200)) })

/** A service of plans. `name` is its key on the wire. */
export const Service = z.object({
  id: z.string(),
  name: z.string(),
  ...facetFields.shape,
  valueType: z.enum(valueTypes),
  /** Whether the portal enforces it. */
  isLimit: z.boolean(),
  version: z.int(),
})
export type Service = z.output<typeof Service>

/** The value of a service in a plan. */
export const PlanValue = z.object({ facet: z.object({ name: z.string() }), constraintValue: givenValue })
export type PlanValue = z.output<typeof PlanValue>

/** A value that a plan or an account holds, and what another value type makes of it; null = it is removed. */
export const ConvertedValue = z.object({
  /** The name of the plan, or the display name of the account. */
  holder: z.string(),
  ofAccount: z.boolean(),
  before: givenValue,
  after: z.nullable(givenValue),
})
export type ConvertedValue = z.output<typeof ConvertedValue>

/** A subscription plan with the values of its services. */
export const Plan = z.object({
  id: z.string(),
  ...planFields.shape,
  services: z.array(PlanValue),
  /** The number of accounts that have it; null for customers. */
  accounts: z.nullable(z.int()),
  version: z.int(),
})
export type Plan = z.output<typeof Plan>

const url = '/api/subscriptions/plans'
const tag = 'Subscription plans'
const id = z.string().check(z.regex(/^\d{1,15}$/))
const byId = z.strictObject({ id })
const notFound = planProblems['plan-not-found']

export const listPlans = endpoint({
  tag,
  guard: comparePlans,
  name: 'listPlans',
  method: 'GET',
  url,
  summary: 'List the subscription plans with the values of their services, in display order',
  reply: halList('plans', Plan),
  problems: [],
})
export const createPlan = endpoint({
  tag,
  guard: managePlans,
  name: 'createPlan',
  method: 'POST',
  url,
  summary: 'Create a subscription plan',
  status: 201,
  body: z.extend(z.partial(planFields), { name: planFields.shape.name, pricing: planFields.shape.pricing }),
  reply: Plan,
  problems: [planProblems['plan-name-taken']],
})
export const editPlan = endpoint({
  tag,
  guard: managePlans,
  name: 'editPlan',
  method: 'PATCH',
  url: `${url}/{id}`,
  summary: 'Change a subscription plan',
  params: byId,
  body: z.partial(planFields),
  reply: Plan,
  problems: [notFound, planProblems['plan-name-taken']],
})
export const deletePlan = endpoint({
  tag,
  guard: managePlans,
  name: 'deletePlan',
  method: 'DELETE',
  url: `${url}/{id}`,
  summary: 'Delete a subscription plan that no account has',
  params: byId,
  problems: [notFound, planProblems['plan-in-use']],
})
/** One value; null = the plan has none for the service. */
const cell = z.strictObject({
  facet: facetName,
  constraintValue: z.nullable(givenValue),
  /** The plan of the value when it is another one, with the version it was read in. */
  plan: z.optional(z.strictObject({ id, version: z.int() })),
})
export const setPlanValues = endpoint({
  tag,
  guard: managePlans,
  name: 'setPlanValues',
  method: 'PATCH',
  url: `${url}/facets/{id}`,
  summary: 'Set the value of one service of a plan, or with `cells` of many, also of other plans: all or none',
  params: byId,
  // Too many cells are an error at their field, not of the size.
  largestBody: 8 * 1_048_576,
  body: z.strictObject({
    facet: z.optional(facetName),
    constraintValue: z.optional(z.nullable(givenValue)),
    cells: z.optional(z.array(cell).check(z.minLength(1), z.maxLength(MAX_CELLS))),
  }),
  reply: Plan,
  problems: [notFound, kitProblems['version-conflict']],
})
