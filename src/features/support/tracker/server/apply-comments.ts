import type { StoredCase } from '#features/support/case-access/server/index.ts'
import { addOutsideComment, indexCase } from '#features/support/cases/server/index.ts'
import {
  commentAdded,
  commentEdited,
  internalCommentAdded,
  internalCommentEdited,
} from '#features/support/comments/contract.ts'
import { addOutsideInternalComment, changeOutsideComment } from '#features/support/comments/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { recordEvent } from '#kit/server/events/event.ts'
import { type SharedItem, sharedItems, storeItem } from './issue-store.ts'
import { portalUser } from './portal-user.ts'
import { marks, type Reading } from './side.ts'
import { digestOf } from './text-digest.ts'
import type { TrackerComment, TrackerIssue } from './tracker.ts'

const LONGEST = 32_767

/** Adds the comments that were written in the tracker, and changes those that changed there; each once. */
export async function applyComments(tx: Tx, reading: Reading, stored: StoredCase, issue: TrackerIssue): Promise<void> {
  const shared = await sharedItems(tx, reading.connection, stored.id)
  let changes = 0
  for (const comment of issue.comments) {
    // The portal's own: it is sent from here alone.
    if (comment.marker !== null || comment.body.trim() === '') continue
    const known = shared.find((item) => item.kind !== 'attachment' && item.trackerId === comment.id)
    if (!known) await addComment(tx, reading, stored, comment)
    else if (known.localId !== null && known.digest !== digestOf(comment.body))
      await changeComment(tx, reading, stored, comment, known)
    else continue
    changes += 1
  }
  // Once for all of them: the words of a case are collected from all its texts.
  if (changes > 0) await indexCase(tx, stored.id)
}

async function addComment(tx: Tx, reading: Reading, stored: StoredCase, comment: TrackerComment): Promise<void> {
  const { connection, project } = reading
  const { id: authorId, outsideName, eventName } = await portalUser(tx, project, comment.author)
  const body = comment.body.slice(0, LONGEST)
  const written = { authorId, authorName: outsideName, body, createdAt: comment.createdAt }
  const { internal } = comment
  const localId = internal
    ? await addOutsideInternalComment(tx, stored.id, written)
    : await addOutsideComment(tx, stored, written)
  const kind = internal ? 'internal-comment' : 'comment'
  await storeItem(tx, connection, stored.id, { kind, trackerId: comment.id, localId, digest: digestOf(comment.body) })
  await recordEvent(
    tx,
    internal ? internalCommentAdded : commentAdded,
    { userName: eventName },
    {
      account: stored.accountId,
      subject: stored.key,
      data: {
        caseId: stored.id,
        commentId: localId,
        changes: internal ? { internalComment: [null, body] } : { comment: [null, body] },
        ...marks(reading),
      },
    },
  )
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
  const body = comment.body.slice(0, LONGEST)
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
