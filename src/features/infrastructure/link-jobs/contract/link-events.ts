import * as z from 'zod/mini'
import { defineEvent } from '#kit/contract/event.ts'

/** `data.deployment` and `data.cluster`, as in all of them. */
export const linkJobStarted = defineEvent('link-job.started', {
  audience: 'account',
  text: 'started link job {subject}',
  data: { deployment: z.string(), cluster: z.string() },
})
/** The enrolment token was exchanged: `data.from` is the network address. */
export const linkJobEnrolled = defineEvent('link-job.enrolled', {
  audience: 'account',
  text: 'exchanged the enrolment token of link job {subject}',
  data: { deployment: z.string(), cluster: z.string(), from: z.string() },
})
export const linkJobDone = defineEvent('link-job.done', {
  audience: 'account',
  text: 'finished link job {subject}',
  data: { deployment: z.string(), cluster: z.string() },
})
/** `data.reason`. */
export const linkJobFailed = defineEvent('link-job.failed', {
  audience: 'account',
  text: 'recorded that link job {subject} failed',
  data: { deployment: z.string(), cluster: z.string(), reason: z.optional(z.string()) },
})
export const linkJobCancelled = defineEvent('link-job.cancelled', {
  audience: 'account',
  text: 'cancelled link job {subject}',
  data: { deployment: z.string(), cluster: z.string() },
})
