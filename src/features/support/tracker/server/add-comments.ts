import { addOutsideComments } from '#features/support/cases/server/index.ts'
import { commentAdded, internalCommentAdded } from '#features/support/comments/contract.ts'
import { addOutsideInternalComments } from '#features/support/comments/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { recordAllEvents } from '#kit/server/events/event.ts'
import { storeItems } from './issue-store.ts'
import { type Author, authorsAmong } from './portal-user.ts'
import { marks, type Reading } from './side.ts'
import { digestOf } from './text-digest.ts'
import type { TrackerComment } from './tracker.ts'

/** A comment that was written in the tracker, with its case. */
export type CommentOfCase = {
  readonly of: { readonly id: number; readonly key: string }
  readonly comment: TrackerComment
}

const LONGEST = 32_767

/** The text of a comment as a case can hold it. */
export function shortenedComment({ body }: TrackerComment): string {
  return body.slice(0, LONGEST)
}

/** Whether a comment becomes one of the portal: its own is sent from here alone. */
export function isOfTracker({ marker, body }: TrackerComment): boolean {
  return marker === null && body.trim() !== ''
}

/** Adds comments that cases do not have yet, in a few statements for all of them. Index the cases afterwards. */
export async function addComments(tx: Tx, reading: Reading, comments: readonly CommentOfCase[]): Promise<void> {
  if (comments.length === 0) return
  const { connection, project } = reading
  const authorOf = await authorsAmong(
    tx,
    project,
    comments.map(({ comment }) => comment.author),
  )
  const commentsWithAuthors = comments.map((one) => ({ ...one, author: authorOf(one.comment.author) }))
  const sharedComments = commentsWithAuthors.filter(({ comment }) => !comment.internal)
  const internal = commentsWithAuthors.filter(({ comment }) => comment.internal)
  const ids = new Map<TrackerComment, number>()
  const sharedIds = await addOutsideComments(tx, project.accountId, sharedComments.map(toRow))
  for (const [index, { comment }] of sharedComments.entries()) ids.set(comment, sharedIds[index]!)
  const internalIds = await addOutsideInternalComments(tx, internal.map(toRow))
  for (const [index, { comment }] of internal.entries()) ids.set(comment, internalIds[index]!)
  await storeItems(
    tx,
    connection,
    commentsWithAuthors.map(({ of, comment }) => ({
      kind: comment.internal ? 'internal-comment' : 'comment',
      trackerId: comment.id,
      caseId: of.id,
      localId: ids.get(comment)!,
      digest: digestOf(comment.body),
    })),
  )
  await recordAllEvents(
    tx,
    commentsWithAuthors.map(({ of, comment, author }) => ({
      kind: comment.internal ? internalCommentAdded : commentAdded,
      actor: { userName: author.eventName, ...(author.userId === undefined ? {} : { userId: author.userId }) },
      account: project.accountId,
      subject: of.key,
      data: {
        caseId: of.id,
        commentId: ids.get(comment)!,
        byVendor: author.side === 'VENDOR',
        changes: { [comment.internal ? 'internalComment' : 'comment']: [null, shortenedComment(comment)] },
        ...marks(reading),
      },
    })),
  )
}

function toRow({ of, comment, author }: CommentOfCase & { readonly author: Author }) {
  return {
    caseId: of.id,
    authorId: author.id,
    authorName: author.outsideName,
    side: author.side,
    body: shortenedComment(comment),
    createdAt: comment.createdAt,
  }
}
