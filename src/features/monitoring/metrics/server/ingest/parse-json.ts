import * as z from 'zod/mini'
import { throwFieldProblem } from '#kit/server/http-problem.ts'
import type { SampleBatch } from './sample-batch.ts'
import { throwUnreadable } from './unreadable.ts'

const Special = z.enum(['NaN', '+Inf', '-Inf'])
const specials = { NaN: Number.NaN, '+Inf': Number.POSITIVE_INFINITY, '-Inf': Number.NEGATIVE_INFINITY } as const

/** `{"samples": [{"name": …, "labels": {…}, "time": …, "value": …}]}`; a time is RFC 3339 or milliseconds since 1970. */
const Samples = z.strictObject({
  samples: z.array(
    z.strictObject({
      name: z.string(),
      labels: z.optional(z.record(z.string(), z.string())),
      time: z.optional(z.union([z.number(), z.iso.datetime({ offset: true })])),
      value: z.union([z.number(), Special]),
    }),
  ),
})

/** Reads samples as JSON. Anything else rejects the whole body, with the place of the first error. */
export function parseJson(text: string, batch: SampleBatch): void {
  const { success, data, error } = Samples.safeParse(parsed(text))
  if (!success) {
    const [issue] = error.issues
    throwFieldProblem(issue?.path.join('.') || 'body', issue?.message ?? 'is invalid')
  }
  for (const { name, labels = {}, time, value } of data.samples) {
    const pairs: [string, string][] = [['__name__', name], ...Object.entries(labels)]
    const series = batch.find(JSON.stringify(pairs), () => pairs)
    const at = typeof time === 'string' ? Date.parse(time) : time
    batch.add(series, { at: at && Math.round(at), value: typeof value === 'string' ? specials[value] : value })
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return throwUnreadable('it is not valid JSON')
  }
}
