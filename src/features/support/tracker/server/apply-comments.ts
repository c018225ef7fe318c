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
  storedCase: StoredCase,
  issue: TrackerIssue,
  before: readonly SharedItem[],
): Promise<void> {
  const sharedComments = (await sharedItems(tx, reading.connection, storedCase.id)).filter(isComment)
  const pairs = issue.comments.map((comment) => ({
    comment,
    known: sharedComments.find(({ trackerId }) => trackerId === comment.id),
  }))
  const newPairs = pairs.filter(({ comment, known: knownItem }) => knownItem === undefined && isOfTracker(comment))
  await addComments(
    tx,
    reading,
    newPairs.map(({ comment }) => ({ of: storedCase, comment })),
  )
  if (!reading.isImport)
    await followReply(
      tx,
      reading,
      storedCase,
      newPairs.map(({ comment }) => comment),
    )
  let changes = newPairs.length
  for (const { comment, known: knownItem } of pairs) {
    if (!knownItem || knownItem.localId === null) continue
    const at = await followSide(tx, reading, storedCase, comment, knownItem)
    const isChanged = isOfTracker(comment) && at.digest !== digestOf(comment.body)
    if (isChanged) await changeComment(tx, reading, storedCase, comment, at)
    if (isChanged || at !== knownItem) changes += 1
  }
  for (const item of sharedComments) {
    const isGone = !pairs.some(({ known: knownItem }) => knownItem === item)
    if (!isGone || !before.some((had) => had.kind === item.kind && had.trackerId === item.trackerId)) continue
    await removeComment(tx, reading, storedCase, item)
    changes += 1
  }
  // Once for all of them: the words of a case are collected from all its texts.
  if (changes > 0) await indexCase(tx, storedCase.id)
}

/** The customer's reply in the tracker moves the case as one here does; the tracker learns of it. */
async function followReply(
  tx: Tx,
  { project }: Reading,
  storedCase: StoredCase,
  comments: readonly TrackerComment[],
): Promise<void> {
  const sharedComments = comments.filter(({ internal }) => !internal)
  const authorOf = await authorsAmong(
    tx,
    project,
    sharedComments.map(({ author }) => author),
  )
  const reply = sharedComments.map(({ author }) => authorOf(author)).find(({ side }) => side === 'CUSTOMER')
  if (reply)
    await moveAfterReply(tx, storedCase.id, {
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
  storedCase: StoredCase,
  comment: TrackerComment,
  knownItem: SharedItem & { readonly kind: Side },
): Promise<SharedItem & { readonly kind: Side }> {
  const to: Side = comment.internal ? 'internal-comment' : 'comment'
  if (to === knownItem.kind || (to === 'comment' && comment.marker !== null)) return knownItem
  const localId = await moveOutsideComment(tx, storedCase.id, { id: knownItem.localId!, from: knownItem.kind, to })
  if (localId === undefined) return knownItem
  const movedItem = { ...knownItem, kind: to, localId }
  await deleteItem(tx, reading.connection, knownItem)
  await storeItem(tx, reading.connection, storedCase.id, movedItem)
  const body = shortenedComment(comment)
  await recordBy(tx, reading, storedCase, deletedOn[knownItem.kind], {
    commentId: knownItem.localId!,
    changes: { body: [body, null] },
  })
  const field = to === 'comment' ? 'comment' : 'internalComment'
  await recordBy(tx, reading, storedCase, addedOn[to], {
    commentId: localId,
    // It was said before: now it is no answer.
    byVendor: false,
    changes: { [field]: [null, body] },
  })
  return movedItem
}

async function removeComment(
  tx: Tx,
  reading: Reading,
  storedCase: StoredCase,
  item: SharedItem & { readonly kind: Side },
): Promise<void> {
  await deleteItem(tx, reading.connection, item)
  if (item.localId === null) return
  const body = await removeOutsideComment(tx, storedCase.id, { id: item.localId, side: item.kind })
  if (body === undefined) return
  await recordBy(tx, reading, storedCase, deletedOn[item.kind], {
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
  storedCase: StoredCase,
  kind: EventType,
  data: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (kind.audience === 'account') await touchCase(tx, storedCase, null)
  await recordEvent(
    tx,
    kind,
    { userName: reading.project.projectLabel },
    {
      account: storedCase.accountId,
      subject: storedCase.key,
      data: { caseId: storedCase.id, ...data, ...marks(reading) },
    },
  )
}

async function changeComment(
  tx: Tx,
  reading: Reading,
  storedCase: StoredCase,
  comment: TrackerComment,
  knownItem: SharedItem,
): Promise<void> {
  const { connection, project } = reading
  const kind = knownItem.kind === 'comment' ? 'comment' : 'internal-comment'
  const body = shortenedComment(comment)
  const localId = knownItem.localId!
  await changeOutsideComment(tx, kind, { id: localId, body })
  await storeItem(tx, connection, storedCase.id, { ...knownItem, digest: digestOf(comment.body) })
  const { eventName } = await portalUser(tx, project, comment.author)
  await recordEvent(
    tx,
    kind === 'comment' ? commentEdited : internalCommentEdited,
    { userName: eventName },
    {
      account: storedCase.accountId,
      subject: storedCase.key,
      data: { caseId: storedCase.id, commentId: localId, changes: { body: [null, body] }, ...marks(reading) },
    },
  )
}
