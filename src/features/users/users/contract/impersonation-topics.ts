import * as z from 'zod/mini'
import { topic } from '#kit/contract/topic.ts'

/** Whether somebody is still acting as somebody else; told to the session that does. */
export const impersonationChanged = topic({
  destination: '/user/topic/impersonate',
  own: 'session',
  summary: 'An impersonation started (status true) or ended (false)',
  guard: 'signed-in',
  message: z.object({ status: z.boolean() }),
})
