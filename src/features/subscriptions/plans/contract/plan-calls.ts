import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList } from '#kit/contract/hal.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { MAX_CELLS } from './plan-enums.ts'
import { facetName, givenValue, planFields } from './plan-fields.ts'
import { comparePlans, managePlans } from './plan-permissions.ts'
import { planProblems } from './plan-problems.ts'
import { Plan } from './plan-shapes.ts'

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
