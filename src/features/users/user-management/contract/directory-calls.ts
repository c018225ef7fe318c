import * as z from 'zod/mini'
import { readUsers } from '#features/users/managed-users/contract.ts'
import { topic } from '#kit/contract/topic.ts'

/** The user changed, by a user or in the background, such as by a response of their directory. */
export const userChanged = topic({
  destination: '/topic/users',
  summary: 'A visible user or a message to their directory changed',
  guard: readUsers,
  message: z.object({ id: z.string() }),
})
