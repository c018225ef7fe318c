import * as z from 'zod/mini'
import { afterExpiryValues, periodUnits, pricings, stages, valueTypes } from './plan-enums.ts'

/** A name or label: one line with visible characters. */
const line = (most: number) =>
  z.string().check(z.minLength(1), z.maxLength(most), z.regex(/^(?=\P{Cc}*[^\p{Cc}\s])\P{Cc}+$/u))
const whole = z.int().check(z.minimum(-Number.MAX_SAFE_INTEGER), z.maximum(Number.MAX_SAFE_INTEGER))

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
  minimum: z.nullable(whole),
  maximum: z.nullable(whole),
  /** Whether the value stays when the subscription has expired. */
  afterExpiry: z.enum(afterExpiryValues),
  /** The name of the service in the analytics system. */
  analyticsOverride: z.nullable(line(100)),
  displayOrder: z.int().check(z.minimum(0), z.maximum(10_000)),
})

/** A value as it is written; the type of the service determines its member. */
export const givenValue = z.strictObject({
  isInfinity: z.optional(z.boolean()),
  numberValue: z.optional(whole),
  booleanValue: z.optional(z.boolean()),
  listValue: z.optional(z.string().check(z.maxLength(60))),
})

export const facetName = z.strictObject({ name: z.string().check(z.maxLength(200)) })
