import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { directionOf, findJsonPage } from '#kit/server/list/find-page.ts'
import type { InternalComment } from '../contract.ts'
import { internalMembers } from './comment-json.ts'
import { type CommentPage, pageOfCase } from './page-of-case.ts'

/** A page of internal comments. */
export async function findInternalComments(db: Database, caseId: number, { page, size, descending }: CommentPage) {
  const direction = directionOf(descending)
  return findJsonPage(db, {
    page,
    size,
    rows: (limit) => sql<{ row: InternalComment }>`
      select json_build_object('kind', 'internal', ${internalMembers}) as row
      from (${pageOfCase('case_internal_comments', caseId, { limit, descending })}) page join case_internal_comments m on m.id = page.id join users u on u.id = m.author_id
      order by m.id ${direction}`,
    of: sql`from case_internal_comments where case_id = ${caseId}`,
    newest: sql`coalesce(edited_at, created_at)`,
  })
}

/** One internal comment. */
export async function readInternalComment(tx: Tx, id: number): Promise<InternalComment> {
  const { rows } = await sql<{ comment: InternalComment }>`
    select json_build_object('kind', 'internal', ${internalMembers}) as comment from case_internal_comments m join users u on u.id = m.author_id
    where m.id = ${id}`.execute(tx)
  return rows[0]!.comment
}
