import { defineEvent } from '#kit/contract/event.ts'

/** `data.deployment` and `data.cluster`, as in all of them. */
export const linkJobStarted = defineEvent('link-job.started', 'account')
/** The enrolment token was exchanged: `data.from` is the network address. */
export const linkJobEnrolled = defineEvent('link-job.enrolled', 'account')
export const linkJobDone = defineEvent('link-job.done', 'account')
/** `data.reason`. */
export const linkJobFailed = defineEvent('link-job.failed', 'account')
export const linkJobCancelled = defineEvent('link-job.cancelled', 'account')
