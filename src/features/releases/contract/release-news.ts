import * as z from 'zod/mini'
import { eventKind } from '#kit/contract/event.ts'
import { topic } from '#kit/contract/topic.ts'
import { readReleases } from './release-rights.ts'

/** A release changed for its account: delivered, withdrawn or offered again, noted. Pages refetch. */
const ReleaseMessage = z.object({ id: z.string(), account: z.string(), event: z.string() })
export const accountReleasesChanged = topic({
  destination: '/topic/bundle-releases/{account}',
  summary: 'A delivered release of the account is new or changed',
  guard: readReleases,
  message: ReleaseMessage,
})

export const releaseCreated = eventKind('bundle.release-created', 'vendor')
export const releaseApproved = eventKind('bundle.release-approved', 'vendor')
/** An approver rejected it with a note; whoever made it is notified by mail. */
export const releaseRejected = eventKind('bundle.release-rejected', 'vendor')
export const releaseRetried = eventKind('bundle.release-retried', 'vendor')
export const releaseFailed = eventKind('bundle.release-failed', 'vendor')
export const releaseDelivered = eventKind('bundle.release-delivered', 'account')
export const releaseDeleted = eventKind('bundle.release-deleted', 'vendor')
export const signingKeyMade = eventKind('signing-key.made', 'vendor')
export const signingKeyRevoked = eventKind('signing-key.revoked', 'vendor')
