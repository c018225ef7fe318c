import * as z from 'zod/mini'
import type { ResponseShape } from '#kit/server/vendor/response-shape.ts'

const text = z.nullish(z.string())
const row = z.object({
  Name: text,
  Email: text,
  ContractNumber: text,
  Status: text,
  StartDate: text,
  EndDate: text,
  StageName: text,
  Amount: z.nullish(z.number()),
  CloseDate: text,
})

/** What is read of the responses of Salesforce. */
export const salesforceShapes: readonly ResponseShape[] = [
  { method: 'GET', path: /\/sobjects\/Account\/[^/]+$/, body: z.object({ OwnerId: text }) },
  { method: 'GET', path: /\/query$/, body: z.object({ records: z.array(row) }) },
]
