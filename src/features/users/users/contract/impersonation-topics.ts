import * as z from 'zod/mini'
import { topic } from '#kit/contract/topic.ts'

/** Whether an impersonation is still active; sent to the session of the impersonator. */
export const impersonationChanged = topic({
  destination: '/user/topic/impersonate',
  own: 'session',
  summary: 'An impersonation started (status true) or ended (false)',
  guard: 'signed-in',
  message: z.object({ status: z.boolean() }),
})
