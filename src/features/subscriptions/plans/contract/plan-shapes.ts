import * as z from 'zod/mini'
import { valueTypes } from './plan-enums.ts'
import { facetFields, givenValue, planFields } from './plan-fields.ts'

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
