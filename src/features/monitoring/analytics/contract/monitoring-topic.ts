import * as z from 'zod/mini'
import { readAnalytics } from '#features/monitoring/metrics/contract.ts'
import { topic } from '#kit/contract/topic.ts'

/** Users get the messages of the accounts in which they may query metrics; a page then reads the summary again. */
export const monitoringChanged = topic({
  destination: '/topic/monitoring',
  summary: 'The state of monitoring of a deployment of an account has changed',
  guard: readAnalytics,
  message: z.object({ deployment: z.string() }),
})
