import * as z from 'zod/mini'
import type { ResponseShape } from '#kit/server/vendor/response-shape.ts'

const text = z.nullish(z.string())
const alert = z.object({
  id: z.string(),
  alias: text,
  status: text,
  acknowledged: z.nullish(z.boolean()),
  count: z.nullish(z.number()),
})
const result = z.object({ isSuccess: z.nullish(z.boolean()), success: z.nullish(z.boolean()), status: text })
const acceptedRequest = z.object({ requestId: z.string() })

/** What is read of the responses of Opsgenie: in an envelope, `data`. */
export const opsgenieShapes: readonly ResponseShape[] = [
  { method: 'POST', path: /\/v2\/alerts(\/[^/]+\/\w+)?$/, body: acceptedRequest },
  { method: 'GET', path: /\/v2\/alerts\/requests\/[^/]+$/, body: z.object({ data: result }) },
  { method: 'GET', path: /\/v2\/alerts\/[^/]+$/, body: z.object({ data: alert }) },
  { method: 'GET', path: /\/v2\/alerts$/, body: z.object({ data: z.array(alert) }) },
]

/** What is read of the responses of Jira Service Management operations: a list in an envelope, the rest without. */
export const jsmOperationsShapes: readonly ResponseShape[] = [
  { method: 'POST', path: /\/v1\/alerts(\/[^/]+\/\w+)?$/, body: acceptedRequest },
  { method: 'GET', path: /\/v1\/alerts\/requests\/[^/]+$/, body: result },
  { method: 'GET', path: /\/v1\/alerts\/alias$/, body: alert },
  { method: 'GET', path: /\/v1\/alerts$/, body: z.object({ values: z.array(alert) }) },
]
