import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'

/**
 * Adds an internal comment of an outside tracker; the row of the case stays as it is. Its words are not indexed: index
 * the case after its last change. Returns its id.
 */
export async function addOutsideInternalComment(
  tx: Tx,
  caseId: number,
  comment: { authorId: number; authorName: string | null; body: string; createdAt: Date },
): Promise<number> {
  const { authorId, authorName, body, createdAt } = comment
  const { rows } = await sql<{ id: number }>`
    insert into case_internal_comments (case_id, author_id, author_name, body, created_at)
    values (${caseId}, ${authorId}, ${authorName}, ${body}, ${createdAt}) returning id`.execute(tx)
  return rows[0]!.id
}

/** Changes the text of a comment as its outside tracker has it now. Index the case afterwards. */
export async function changeOutsideComment(
  tx: Tx,
  kind: 'comment' | 'internal-comment',
  comment: { id: number; body: string },
): Promise<void> {
  const table = sql.table(kind === 'comment' ? 'case_comments' : 'case_internal_comments')
  await sql`update ${table} set body = ${comment.body}, version = version + 1, edited_at = clock_timestamp() where id = ${comment.id}`.execute(
    tx,
  )
}
