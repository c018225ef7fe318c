import * as z from 'zod/mini'
import { topic } from '#kit/contract/topic.ts'

/** Told to those who can give the role. */
export const accessAsked = topic({
  destination: '/user/topic/access-requests',
  summary: 'Somebody asks for a role that the person can give',
  guard: 'signed-in',
  message: z.object({
    id: z.string(),
    userId: z.string(),
    name: z.string(),
    role: z.string(),
    account: z.nullable(z.string()),
  }),
})
