import * as z from 'zod/mini'
import { topic } from '#kit/contract/topic.ts'
import { readAccounts } from './account-permissions.ts'

/** An account changed: pages that show it refetch. */
export const accountChanged = topic({
  destination: '/topic/accounts',
  summary: 'An account that the user can see changed',
  guard: readAccounts,
  message: z.object({ id: z.string(), name: z.string() }),
})
