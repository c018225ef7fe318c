import * as z from 'zod/mini'
import type { ResponseShape } from '#kit/server/vendor/response-shape.ts'

const Value = z.object({
  isInfinity: z.optional(z.boolean()),
  numberValue: z.optional(z.int()),
  booleanValue: z.optional(z.boolean()),
  listValue: z.optional(z.string().check(z.maxLength(200))),
})
const Plan = z.object({
  account: z.string().check(z.maxLength(64)),
  plan: z.nullable(z.string().check(z.maxLength(60))),
  services: z.record(z.string().check(z.maxLength(200)), Value),
})
/** A page of plans; `next` is the cursor of the page after it. */
export const PlanPage = z.object({ plans: z.array(Plan), next: z.nullish(z.string().check(z.maxLength(200))) })

/** What is read of the responses of the analytics plans API. */
export const analyticsPlansShapes: readonly ResponseShape[] = [
  { method: 'GET', path: /\/plans$/, body: PlanPage },
  { method: 'PUT', path: /\/plans\/[^/]+$/, body: z.object({ account: z.string(), plan: z.nullable(z.string()) }) },
]
