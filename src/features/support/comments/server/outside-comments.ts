import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'

type OutsideComment = {
  readonly caseId: number
  readonly authorId: number
  readonly authorName: string | null
  readonly body: string
  readonly createdAt: Date
}

/**
 * Adds internal comments of an outside tracker; the rows of their cases stay as they are. Their words are not indexed:
 * index the cases after their last change. Returns the ids in their order.
 */
export async function addOutsideInternalComments(tx: Tx, comments: readonly OutsideComment[]): Promise<number[]> {
  if (comments.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    with added as (
      insert into case_internal_comments (case_id, author_id, author_name, body, created_at)
      select case_id, author_id, author_name, body, created_at from unnest(${comments.map(({ caseId }) => caseId)}::bigint[],
        ${comments.map(({ authorId }) => authorId)}::bigint[], ${comments.map(({ authorName }) => authorName)}::text[],
        ${comments.map(({ body }) => body)}::text[], ${comments.map(({ createdAt }) => createdAt)}::timestamptz[])
        with ordinality as g (case_id, author_id, author_name, body, created_at, place)
      order by place returning id
    )
    select id from added order by id`.execute(tx)
  return rows.map(({ id }) => id)
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
