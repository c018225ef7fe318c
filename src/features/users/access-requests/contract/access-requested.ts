import * as z from 'zod/mini'
import { topic } from '#kit/contract/topic.ts'

/** Sent to those who can grant the role. */
export const accessAsked = topic({
  destination: '/user/topic/access-requests',
  summary: 'A user requests a role that you can assign',
  guard: 'signed-in',
  message: z.object({
    id: z.string(),
    userId: z.string(),
    name: z.string(),
    role: z.string(),
    account: z.nullable(z.string()),
  }),
})

/**
 * The page to grant a role, ticked and not yet saved: a user's page under a list of users; `account` null = a role for
 * everywhere.
 */
export function grantRoleUrl(users: string, userId: string, role: string, account: string | null): string {
  return `${users}/${userId}?give=${account === null ? role : `${role}:${account}`}`
}
