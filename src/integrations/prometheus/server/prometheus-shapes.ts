import * as z from 'zod/mini'
import type { ResponseShape } from '#kit/server/vendor/response-shape.ts'

/** A time in seconds with a value as text, which may be `NaN` or an infinity. */
const Sample = z.tuple([z.number(), z.string()])
/** The samples of a range; a series of native histograms has no values. */
export const RangeSamples = z.object({
  data: z.object({
    resultType: z.literal('matrix'),
    result: z.array(z.object({ metric: z.record(z.string(), z.string()), values: z.nullish(z.array(Sample)) })),
  }),
})
export const LabelValues = z.object({ data: z.array(z.string()) })

/** What is read of the responses of Prometheus. */
export const prometheusShapes: readonly ResponseShape[] = [
  { method: 'GET', path: /\/api\/v1\/query$/, body: RangeSamples },
  { method: 'GET', path: /\/api\/v1\/label\/\w+\/values$/, body: LabelValues },
]
