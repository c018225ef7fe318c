import * as z from 'zod/mini'
import type { ResponseShape } from '#kit/server/vendor/response-shape.ts'

const text = z.nullish(z.string())
const incident = z.object({ id: z.string(), status: z.string(), incident_key: text })

/** What is read of the responses of PagerDuty. */
export const pagerDutyShapes: readonly ResponseShape[] = [
  { method: 'GET', path: /\/incidents$/, body: z.object({ incidents: z.array(incident) }) },
  {
    method: 'GET',
    path: /\/incidents\/[^/]+\/notes$/,
    body: z.object({ notes: z.array(z.object({ content: text })) }),
  },
]
