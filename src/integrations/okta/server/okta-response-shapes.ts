import * as z from 'zod/mini'
import type { ResponseShape } from '#kit/server/vendor/response-shape.ts'
import type { OktaStatus } from './okta-states.ts'

const text = z.nullish(z.string())
export const User = z.object({
  id: z.string(),
  status: z.string(),
  statusChanged: text,
  lastLogin: text,
  profile: z.nullish(z.object({ login: text, firstName: text, lastName: text })),
})
export const LogEvent = z.object({
  uuid: text,
  published: text,
  eventType: text,
  target: z.nullish(z.array(z.object({ id: text, type: text }))),
})

/** What is read of a user. */
export type OktaUser = Omit<z.infer<typeof User>, 'status'> & { readonly status: OktaStatus }

/** What is read of the responses of Okta. */
export const oktaShapes: readonly ResponseShape[] = [
  { method: 'GET', path: /\/api\/v1\/users$/, body: z.array(User) },
  { method: 'GET', path: /\/api\/v1\/users\/[^/]+$/, body: User },
  { method: 'GET', path: /\/api\/v1\/logs$/, body: z.array(LogEvent) },
]
