import { sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'
import { type ItemKind, sharedItems, storeItem } from './issue-store.ts'
import type { Sending } from './side.ts'
import { digestOf } from './text-digest.ts'

type CommentToSend = { readonly body: string; readonly author: string; readonly isForeign: boolean }

/** Brings a comment to the tracker as it is here now: added, changed or removed. */
export async function sendComment(
  { portal, connection, tracker, sent, trackerId, isRepeated }: Sending,
  kind: Exclude<ItemKind, 'attachment'>,
  commentId: number,
): Promise<void> {
  const knownItem = (await sharedItems(portal.db, connection, sent.id)).find(
    (item) => item.kind === kind && item.localId === commentId,
  )
  const writtenComment = await findComment(portal.db, kind, commentId)
  if (!writtenComment) {
    if (knownItem) await tracker.removeComment(trackerId, knownItem.trackerId)
    return
  }
  if (writtenComment.isForeign) return
  const marker = `${sent.key}/${kind}/${commentId}`
  const body = `**${writtenComment.author}:**\n\n${writtenComment.body}`
  const comment = { marker, body, internal: kind === 'internal-comment' }
  const digest = digestOf(body)
  if (knownItem?.digest === digest) return
  const there = knownItem?.trackerId ?? (isRepeated ? await findMarked() : undefined)
  if (there) await tracker.changeComment(trackerId, there, comment)
  const id = there ?? (await tracker.addComment(trackerId, comment))
  await storeItem(portal.db, connection, sent.id, { kind, trackerId: id, localId: commentId, digest })

  async function findMarked(): Promise<string | undefined> {
    const comments = await tracker.comments(trackerId)
    return comments.find((one) => one.marker === marker)?.id
  }
}

async function findComment(
  db: Database,
  kind: Exclude<ItemKind, 'attachment'>,
  id: number,
): Promise<CommentToSend | undefined> {
  const table = sql.table(kind === 'comment' ? 'case_comments' : 'case_internal_comments')
  const { rows } = await sql<CommentToSend>`
    select m.body, u.full_name as author, m.author_name is not null as "isForeign"
    from ${table} m join users u on u.id = m.author_id where m.id = ${id}`.execute(db)
  return rows[0]
}
