import * as z from 'zod/mini'
import { topic } from '#kit/contract/topic.ts'

/** Sent to every open page of the user: their permissions have changed. */
export const permissionsChanged = topic({
  destination: '/user/topic/permissions',
  summary: 'The permissions of the user changed; pages reload them',
  guard: 'signed-in',
  message: z.object({ given: z.array(z.string()), taken: z.array(z.string()), by: z.nullable(z.string()) }),
})
