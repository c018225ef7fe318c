import * as z from 'zod/mini'
import type { ResponseShape } from '#kit/server/vendor/response-shape.ts'

const parameters = z.nullish(z.array(z.object({ name: z.string() })))
const actions = z.nullish(z.array(z.nullish(z.object({ parameters }))))
const executable = z.nullish(z.object({ number: z.number(), url: z.nullish(z.string()) }))

/** What is read of the responses of Jenkins. */
export const jenkinsShapes: readonly ResponseShape[] = [
  {
    method: 'GET',
    path: /\/queue\/item\/\d+\/api\/json$/,
    body: z.object({ cancelled: z.nullish(z.boolean()), executable }),
  },
  {
    method: 'GET',
    path: /\/queue\/api\/json$/,
    body: z.object({ items: z.nullish(z.array(z.object({ id: z.number(), actions }))) }),
  },
  {
    method: 'GET',
    path: /\/lastBuild\/api\/json$/,
    body: z.object({ queueId: z.nullish(z.number()), actions }),
  },
]
