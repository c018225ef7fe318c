import * as z from 'zod/mini'
import { defineEvent } from '#kit/contract/event.ts'
import { topic } from '#kit/contract/topic.ts'
import { readReleases } from './release-permissions.ts'

/** A release changed for its account: delivered, withdrawn or offered again, noted. Pages refetch. */
const ReleaseMessage = z.object({ id: z.string(), account: z.string(), event: z.string() })
export const accountReleasesChanged = topic({
  destination: '/topic/bundle-releases/{account}',
  summary: 'A delivered release of the account was added or changed',
  guard: readReleases,
  message: ReleaseMessage,
})

export const releaseCreated = defineEvent('bundle.release-created', 'vendor')
export const releaseApproved = defineEvent('bundle.release-approved', 'vendor')
/** An approver rejected it with a note; the user who created it is notified by mail. */
export const releaseRejected = defineEvent('bundle.release-rejected', 'vendor')
export const releaseRetried = defineEvent('bundle.release-retried', 'vendor')
export const releaseFailed = defineEvent('bundle.release-failed', 'vendor')
export const releaseDelivered = defineEvent('bundle.release-delivered', 'account')
export const releaseDeleted = defineEvent('bundle.release-deleted', 'vendor')
