import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { directionOf } from '#kit/server/list/find-page.ts'
import type { InternalComment } from '../contract.ts'
import { internalMembers } from './comment-json.ts'
import { type CommentPage, pageOfCase } from './page-of-case.ts'

/** A page of internal comments. */
export async function findInternalComments(db: Database, caseId: number, { page, size, descending }: CommentPage) {
  const direction = directionOf(descending)
  const [rows, counted] = await Promise.all([
    sql<{ comment: InternalComment }>`
      select json_build_object('kind', 'internal', ${internalMembers}) as comment
      from (${pageOfCase('case_internal_comments', caseId, { page, size, descending })}) page join case_internal_comments m on m.id = page.id join users u on u.id = m.author_id
      order by m.id ${direction}`.execute(db),
    sql<{ count: number; newest: Date | null }>`
      select count(*) as count, max(coalesce(edited_at, created_at)) as newest from case_internal_comments where case_id = ${caseId}`.execute(
      db,
    ),
  ])
  const { count, newest } = counted.rows[0]!
  return { rows: rows.rows.map(({ comment }) => comment), total: { count }, lastUpdateTime: newest }
}

/** One internal comment. */
export async function readInternalComment(tx: Tx, id: number): Promise<InternalComment> {
  const { rows } = await sql<{ comment: InternalComment }>`
    select json_build_object('kind', 'internal', ${internalMembers}) as comment from case_internal_comments m join users u on u.id = m.author_id
    where m.id = ${id}`.execute(tx)
  return rows[0]!.comment
}
