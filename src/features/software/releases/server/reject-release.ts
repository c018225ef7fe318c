import { sql } from 'kysely'
import { bundlePath } from '#features/software/bundle-pages/paths.ts'
import type { Tx } from '#kit/server/database.ts'
import { type EventActor, type RecordedEvent, recordEvent } from '#kit/server/events/event.ts'
import { type EventHandler, on } from '#kit/server/events/event-handler.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { actorOfRequest, type CommandContext } from '#kit/server/serve/request-context.ts'
import {
  createReleases,
  type rejectRelease,
  releaseApproved,
  releaseDeleted,
  releaseProblems,
  releaseRejected,
} from '../contract.ts'
import { nameOf } from './approve-release.ts'
import { releaseNotApproved, waitingRelease } from './release-notifications.ts'
import { findRelease, releasePage } from './stored-release.ts'

/** Rejects a release without an approval, permanently. */
export async function reject(call: CommandContext<typeof rejectRelease>) {
  const { tx, session, params, body } = call
  const release = await findRelease(tx, session, params.id, { lock: true })
  if (release.approvedBy !== null)
    throwProblem(releaseProblems['release-already-approved'], { name: await nameOf(tx, release.approvedBy) })
  if (release.rejectedBy !== null)
    throwProblem(releaseProblems['release-rejected'], { name: await nameOf(tx, release.rejectedBy) })
  await rejectRow(tx, release, { userId: session.userId, note: body.note.trim() }, actorOfRequest(call.request))
  return releasePage(tx, session, release.id)
}

/** Rejects a locked release that is neither approved nor rejected, and records it. */
export async function rejectRow(
  tx: Tx,
  release: { readonly id: number; readonly name: string; readonly accountId: number; readonly bundleId: number },
  { userId, note }: { userId: number; note: string },
  actor: EventActor,
): Promise<void> {
  await sql`update bundle_releases set rejected_by = ${userId}, rejected_at = now(), rejection_note = ${note}, version = version + 1,
    updated_at = clock_timestamp() where id = ${release.id}`.execute(tx)
  const data = { releaseId: release.id, what: release.name, note }
  await recordEvent(tx, releaseRejected, actor, { account: release.accountId, subject: release.bundleId, data })
}

/** Notifies of a rejection, with its note, the user who created the release. */
export function rejectionHandler(portal: AppContext): EventHandler {
  return on(releaseRejected, 'release-rejected-mail', async (event: RecordedEvent, tx) => {
    const { rows } = await sql<{ userId: number; release: string; account: string; accountId: number; note: string }>`
        select r.created_by as "userId", r.name as release, a.display_name as account, a.id as "accountId", r.rejection_note as note
        from bundle_releases r join accounts a on a.id = r.account_id
        where r.id = ${Number(event.data.releaseId)} and r.rejected_by is distinct from r.created_by`.execute(tx)
    for (const { userId, release, account, accountId, note } of rows)
      await portal.notifier.notify(tx, releaseNotApproved, {
        to: [{ userId }],
        values: { release, account, note, who: event.actorName ?? 'A user' },
        link: bundlePath({ bundleId: event.subjectId! }),
        key: String(event.data.releaseId),
        readable: { permission: createReleases, accountId },
      })
  })
}

/** Takes back the notifications that a release waits, once it was decided or deleted. */
export function decisionHandler({ notifier }: AppContext): EventHandler {
  return on([releaseApproved, releaseRejected, releaseDeleted], 'release-decided', async ({ data }, tx) => {
    await notifier.takeBack(tx, { thread: waitingRelease(data.releaseId), keys: 'all' })
  })
}
