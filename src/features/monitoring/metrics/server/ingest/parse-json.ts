import * as z from 'zod/mini'
import { throwFieldProblem } from '#kit/server/http-problem.ts'
import { JsonFlaw, JsonReader } from '#kit/server/json-reader.ts'
import type { SampleBatch } from './sample-batch.ts'
import { throwUnreadable } from './unreadable.ts'

const Special = z.enum(['NaN', '+Inf', '-Inf'])
const specials = { NaN: Number.NaN, '+Inf': Number.POSITIVE_INFINITY, '-Inf': Number.NEGATIVE_INFINITY } as const

/** Of `{"samples": [{"name": …, "labels": {…}, "time": …, "value": …}]}`; a time is RFC 3339 or milliseconds since 1970. */
const Sample = z.strictObject({
  name: z.string(),
  labels: z.optional(z.record(z.string(), z.string())),
  time: z.optional(z.union([z.number(), z.iso.datetime({ offset: true })])),
  value: z.union([z.number(), Special]),
})
type Sample = z.output<typeof Sample>

/** Bytes between which the work can be interrupted. */
const PIECE = 16_384

/** Reads samples as JSON. Anything else rejects the whole body, with the place of the first error. */
export function* parseJson(body: Buffer, batch: SampleBatch): Generator<void, void> {
  const reader = new JsonReader(({ member, index, value }) => {
    if (member !== 'samples') throwFieldProblem('body', `has the unknown member ${member.slice(0, 60)}`)
    if (index === null) throwFieldProblem('samples', 'is not a list')
    const { success, data, error } = Sample.safeParse(value)
    if (success) return add(data, batch)
    const [issue] = error.issues
    throwFieldProblem(['samples', index, ...(issue?.path ?? [])].join('.'), issue?.message ?? 'is invalid')
  })
  try {
    for (let at = 0; at < body.length; at += PIECE) {
      yield
      reader.push(body.subarray(at, at + PIECE))
    }
    reader.end()
  } catch (failure) {
    if (failure instanceof JsonFlaw) throwUnreadable('it is not valid JSON')
    throw failure
  }
  if (!reader.has('samples')) throwFieldProblem('samples', 'is missing')
}

function add({ name, labels = {}, time, value }: Sample, batch: SampleBatch): void {
  const pairs: [string, string][] = [['__name__', name], ...Object.entries(labels)]
  const series = batch.find(JSON.stringify(pairs), () => pairs)
  const at = typeof time === 'string' ? Date.parse(time) : time
  batch.add(series, { at: at && Math.round(at), value: typeof value === 'string' ? specials[value] : value })
}
