import type { StoredCase } from '#features/support/case-access/server/index.ts'
import { indexCase } from '#features/support/cases/server/index.ts'
import { commentEdited, internalCommentEdited } from '#features/support/comments/contract.ts'
import { changeOutsideComment } from '#features/support/comments/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { recordEvent } from '#kit/server/events/event.ts'
import { addComments, isOfTracker, shortenedComment } from './add-comments.ts'
import { type SharedItem, sharedItems, storeItem } from './issue-store.ts'
import { portalUser } from './portal-user.ts'
import { marks, type Reading } from './side.ts'
import { digestOf } from './text-digest.ts'
import type { TrackerComment, TrackerIssue } from './tracker.ts'

/** Adds the comments that were written in the tracker, and changes those that changed there; each once. */
export async function applyComments(tx: Tx, reading: Reading, stored: StoredCase, issue: TrackerIssue): Promise<void> {
  const shared = await sharedItems(tx, reading.connection, stored.id)
  const found = issue.comments.filter(isOfTracker).map((comment) => ({
    comment,
    known: shared.find((item) => item.kind !== 'attachment' && item.trackerId === comment.id),
  }))
  const added = found.filter(({ known }) => known === undefined)
  await addComments(
    tx,
    reading,
    added.map(({ comment }) => ({ of: stored, comment })),
  )
  let changes = added.length
  for (const { comment, known } of found) {
    if (!known || known.localId === null || known.digest === digestOf(comment.body)) continue
    await changeComment(tx, reading, stored, comment, known)
    changes += 1
  }
  // Once for all of them: the words of a case are collected from all its texts.
  if (changes > 0) await indexCase(tx, stored.id)
}

async function changeComment(
  tx: Tx,
  reading: Reading,
  stored: StoredCase,
  comment: TrackerComment,
  known: SharedItem,
): Promise<void> {
  const { connection, project } = reading
  const kind = known.kind === 'comment' ? 'comment' : 'internal-comment'
  const body = shortenedComment(comment)
  const localId = known.localId!
  await changeOutsideComment(tx, kind, { id: localId, body })
  await storeItem(tx, connection, stored.id, { ...known, digest: digestOf(comment.body) })
  const { eventName } = await portalUser(tx, project, comment.author)
  await recordEvent(
    tx,
    kind === 'comment' ? commentEdited : internalCommentEdited,
    { userName: eventName },
    {
      account: stored.accountId,
      subject: stored.key,
      data: { caseId: stored.id, commentId: localId, changes: { body: [null, body] }, ...marks(reading) },
    },
  )
}
