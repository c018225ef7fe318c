import * as z from 'zod/mini'
import { topic } from '#kit/contract/topic.ts'
import { readInsights } from './insight-permissions.ts'

/** Holds the id alone; a page that gets the message fetches its findings again. */
export const findingsChanged = topic({
  destination: '/topic/insights/findings/{account}',
  summary: 'Findings of an account were opened, changed or cleared',
  guard: readInsights,
  message: z.object({ id: z.string() }),
})
