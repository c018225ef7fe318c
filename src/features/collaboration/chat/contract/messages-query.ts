import * as z from 'zod/mini'
import { timestamp } from './chat.ts'

/** Which messages of a channel: `before` and `after` are cursors in either direction. */
export const messagesQuery = z.strictObject({
  size: z._default(z.optional(z.int().check(z.minimum(1), z.maximum(200))), 50),
  before: z.optional(timestamp),
  after: z.optional(timestamp),
  threadId: z.optional(timestamp),
  q: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
})
