import * as z from 'zod/mini'
import { changesTo, defineEvent } from '#kit/contract/event.ts'
import { topic } from '#kit/contract/topic.ts'
import { readReleases } from './release-permissions.ts'
import { ReleaseStatus } from './release-shapes.ts'

/** A release changed for its account: delivered, withdrawn or offered again, noted. Pages refetch. */
const ReleaseMessage = z.object({ id: z.string(), account: z.string(), event: z.string() })
export const accountReleasesChanged = topic({
  destination: '/topic/bundle-releases/{account}',
  summary: 'A delivered release of the account was added or changed',
  guard: readReleases,
  message: ReleaseMessage,
})

export const releaseCreated = defineEvent('bundle.release-created', {
  audience: 'vendor',
  text: 'released {subject}',
  data: { releaseId: z.int(), what: z.string(), note: z.optional(z.string()), components: z.optional(z.int()) },
})
export const releaseApproved = defineEvent('bundle.release-approved', {
  audience: 'vendor',
  text: 'approved {subject}',
  data: { releaseId: z.int(), what: z.string(), jobId: z.int() },
})
/** An approver rejected it with a note; the user who created it is notified by mail. */
export const releaseRejected = defineEvent('bundle.release-rejected', {
  audience: 'vendor',
  text: 'rejected a release of {subject}',
  data: { releaseId: z.int(), what: z.string(), note: z.string() },
})
export const releaseRetried = defineEvent('bundle.release-retried', {
  audience: 'vendor',
  text: 'retried the delivery of {subject}',
  data: { releaseId: z.int(), what: z.string(), step: z.optional(z.string()) },
})
export const releaseFailed = defineEvent('bundle.release-failed', {
  audience: 'vendor',
  text: 'could not deliver {subject}',
  data: { releaseId: z.int(), what: z.string(), error: z.nullable(z.string()) },
})
export const releaseDelivered = defineEvent('bundle.release-delivered', {
  audience: 'account',
  text: 'delivered {subject}',
  data: { releaseId: z.int(), what: z.string(), changes: z.optional(changesTo({ status: z.string() })) },
})
export const releaseDeleted = defineEvent('bundle.release-deleted', {
  audience: 'vendor',
  text: 'deleted {subject}',
  data: { releaseId: z.int(), what: z.string(), status: ReleaseStatus },
})
