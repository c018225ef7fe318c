import type { StoredCase } from '#features/support/case-access/server/index.ts'
import { indexCase, moveAfterReply, touchCase } from '#features/support/cases/server/index.ts'
import {
  commentAdded,
  commentDeleted,
  commentEdited,
  internalCommentAdded,
  internalCommentDeleted,
  internalCommentEdited,
} from '#features/support/comments/contract.ts'
import {
  changeOutsideComment,
  moveOutsideComment,
  removeOutsideComment,
} from '#features/support/comments/server/index.ts'
import type { EventType } from '#kit/contract/event.ts'
import type { Tx } from '#kit/server/database.ts'
import { recordEvent } from '#kit/server/events/event.ts'
import { addComments, isOfTracker, shortenedComment } from './add-comments.ts'
import { deleteItem, type SharedItem, sharedItems, storeItem } from './issue-store.ts'
import { authorsAmong, portalUser } from './portal-user.ts'
import { marks, type Reading } from './side.ts'
import { digestOf } from './text-digest.ts'
import type { TrackerComment, TrackerIssue } from './tracker.ts'

/**
 * Adds the comments that were written in the tracker, follows those that changed there, each once, and deletes those that
 * it has no more: of what both sides had before the issue was read.
 */
export async function applyComments(
  tx: Tx,
  reading: Reading,
  stored: StoredCase,
  issue: TrackerIssue,
  before: readonly SharedItem[],
): Promise<void> {
  const shared = (await sharedItems(tx, reading.connection, stored.id)).filter(isComment)
  const found = issue.comments.map((comment) => ({
    comment,
    known: shared.find(({ trackerId }) => trackerId === comment.id),
  }))
  const added = found.filter(({ comment, known }) => known === undefined && isOfTracker(comment))
  await addComments(
    tx,
    reading,
    added.map(({ comment }) => ({ of: stored, comment })),
  )
  if (!reading.isImport)
    await followReply(
      tx,
      reading,
      stored,
      added.map(({ comment }) => comment),
    )
  let changes = added.length
  for (const { comment, known } of found) {
    if (!known || known.localId === null) continue
    const at = await followSide(tx, reading, stored, comment, known)
    const isChanged = isOfTracker(comment) && at.digest !== digestOf(comment.body)
    if (isChanged) await changeComment(tx, reading, stored, comment, at)
    if (isChanged || at !== known) changes += 1
  }
  for (const item of shared) {
    const isGone = !found.some(({ known }) => known === item)
    if (!isGone || !before.some((had) => had.kind === item.kind && had.trackerId === item.trackerId)) continue
    await removeComment(tx, reading, stored, item)
    changes += 1
  }
  // Once for all of them: the words of a case are collected from all its texts.
  if (changes > 0) await indexCase(tx, stored.id)
}

/** The customer's reply in the tracker moves the case as one here does; the tracker learns of it. */
async function followReply(
  tx: Tx,
  { project }: Reading,
  stored: StoredCase,
  comments: readonly TrackerComment[],
): Promise<void> {
  const shared = comments.filter(({ internal }) => !internal)
  const authorOf = await authorsAmong(
    tx,
    project,
    shared.map(({ author }) => author),
  )
  const reply = shared.map(({ author }) => authorOf(author)).find(({ side }) => side === 'CUSTOMER')
  if (reply)
    await moveAfterReply(tx, stored.id, {
      userName: reply.eventName,
      ...(reply.userId === undefined ? {} : { userId: reply.userId }),
    })
}

type Side = 'comment' | 'internal-comment'

function isComment(item: SharedItem): item is SharedItem & { readonly kind: Side } {
  return item.kind === 'comment' || item.kind === 'internal-comment'
}

/**
 * Moves a comment whose audience changed in the tracker. A note that was written here stays internal, whatever the
 * tracker makes of it. Returns the comment as both sides have it now.
 */
async function followSide(
  tx: Tx,
  reading: Reading,
  stored: StoredCase,
  comment: TrackerComment,
  known: SharedItem & { readonly kind: Side },
): Promise<SharedItem & { readonly kind: Side }> {
  const to: Side = comment.internal ? 'internal-comment' : 'comment'
  if (to === known.kind || (to === 'comment' && comment.marker !== null)) return known
  const localId = await moveOutsideComment(tx, stored.id, { id: known.localId!, from: known.kind, to })
  if (localId === undefined) return known
  const moved = { ...known, kind: to, localId }
  await deleteItem(tx, reading.connection, known)
  await storeItem(tx, reading.connection, stored.id, moved)
  const body = shortenedComment(comment)
  await recordBy(tx, reading, stored, deletedOn[known.kind], {
    commentId: known.localId!,
    changes: { body: [body, null] },
  })
  const field = to === 'comment' ? 'comment' : 'internalComment'
  await recordBy(tx, reading, stored, addedOn[to], {
    commentId: localId,
    // It was said before: now it is no answer.
    byVendor: false,
    changes: { [field]: [null, body] },
  })
  return moved
}

async function removeComment(
  tx: Tx,
  reading: Reading,
  stored: StoredCase,
  item: SharedItem & { readonly kind: Side },
): Promise<void> {
  await deleteItem(tx, reading.connection, item)
  if (item.localId === null) return
  const body = await removeOutsideComment(tx, stored.id, { id: item.localId, side: item.kind })
  if (body === undefined) return
  await recordBy(tx, reading, stored, deletedOn[item.kind], {
    commentId: item.localId,
    changes: { body: [body, null] },
  })
}

const addedOn = { comment: commentAdded, 'internal-comment': internalCommentAdded } as const
const deletedOn = { comment: commentDeleted, 'internal-comment': internalCommentDeleted } as const

/** Records what the tracker did; no user is named, for it does not say who did it. */
async function recordBy(
  tx: Tx,
  reading: Reading,
  stored: StoredCase,
  kind: EventType,
  data: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (kind.audience === 'account') await touchCase(tx, stored, null)
  await recordEvent(
    tx,
    kind,
    { userName: reading.project.projectLabel },
    { account: stored.accountId, subject: stored.key, data: { caseId: stored.id, ...data, ...marks(reading) } },
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
