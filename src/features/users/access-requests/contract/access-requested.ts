import * as z from 'zod/mini'
import { topic } from '#kit/contract/topic.ts'

/** Told to those who can give the role. */
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

/** Where a role is given, ticked and not yet saved: a person's page under a list of people; `account` null = a role for everywhere. */
export function grantRoleUrl(users: string, userId: string, role: string, account: string | null): string {
  return `${users}/${userId}?give=${account === null ? role : `${role}:${account}`}`
}
