import * as z from 'zod/mini'
import type { ResponseShape } from '#kit/server/vendor/response-shape.ts'

const text = z.nullish(z.string())
const user = z.object({
  id: z.string(),
  status: z.string(),
  statusChanged: text,
  lastLogin: text,
  profile: z.nullish(z.object({ login: text, firstName: text, lastName: text })),
})
const logEvent = z.object({
  uuid: text,
  published: text,
  eventType: text,
  target: z.nullish(z.array(z.object({ id: text, type: text }))),
})

/** What is read of the responses of Okta. */
export const oktaShapes: readonly ResponseShape[] = [
  { method: 'GET', path: /\/api\/v1\/users$/, body: z.array(user) },
  { method: 'GET', path: /\/api\/v1\/users\/[^/]+$/, body: user },
  { method: 'GET', path: /\/api\/v1\/logs$/, body: z.array(logEvent) },
]
