import { sql } from 'kysely'
import { commentRows } from '#features/support/cases/server/index.ts'
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
  const { id, body } = comment
  if (kind === 'comment') return commentRows.edit(tx, id, body)
  await sql`
    update case_internal_comments set body = ${body}, version = version + 1, edited_at = clock_timestamp() where id = ${id}`.execute(
    tx,
  )
}

type Side = 'comment' | 'internal-comment'

/**
 * Moves a comment to the side that its outside tracker gives it now. Returns its id there; undefined when it is gone.
 * Index the case afterwards.
 */
export async function moveOutsideComment(
  tx: Tx,
  caseId: number,
  { id, from, to }: { readonly id: number; readonly from: Side; readonly to: Side },
): Promise<number | undefined> {
  const movedId = to === 'comment' ? await commentRows.insertMoved(tx, caseId, id) : await insertMoved(tx, id)
  await removeOutsideComment(tx, caseId, { id, side: from })
  return movedId
}

async function insertMoved(tx: Tx, id: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into case_internal_comments (case_id, author_id, author_name, body, created_at, edited_at, version)
    select case_id, author_id, author_name, body, created_at, edited_at, version from case_comments where id = ${id} returning id`.execute(
    tx,
  )
  return rows[0]?.id
}

/** Deletes a comment that its outside tracker has no more. Returns its text; undefined when it is gone already. */
export async function removeOutsideComment(
  tx: Tx,
  caseId: number,
  { id, side }: { readonly id: number; readonly side: Side },
): Promise<string | undefined> {
  if (side === 'comment') return commentRows.remove(tx, caseId, id)
  const { rows } = await sql<{ body: string }>`
    delete from case_internal_comments where id = ${id} returning body`.execute(tx)
  return rows[0]?.body
}
