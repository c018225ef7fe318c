import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { directionOf, findJsonPage } from '#kit/server/list/find-page.ts'
import type { CustomerComment } from '../contract.ts'
import { customerMembers, type Reader } from './comment-json.ts'
import { type CommentPage, pageOfCase } from './page-of-case.ts'

/** A page of the conversation that both sides read. */
export async function findComments(
  db: Database,
  caseId: number,
  reader: Reader,
  { page, size, descending }: CommentPage,
) {
  const direction = directionOf(descending)
  return findJsonPage(db, {
    page,
    size,
    rows: (limit) => sql<{ row: CustomerComment }>`
      select json_build_object('kind', 'customer', ${customerMembers(reader)}) as row
      from (${pageOfCase('case_comments', caseId, { limit, descending })}) page join case_comments m on m.id = page.id join users u on u.id = m.author_id
      order by m.id ${direction}`,
    of: sql`from case_comments where case_id = ${caseId}`,
    newest: sql`coalesce(edited_at, created_at)`,
  })
}

/** One comment of the conversation. */
export async function readComment(tx: Tx, id: number, reader: Reader): Promise<CustomerComment> {
  const { rows } = await sql<{ comment: CustomerComment }>`
    select json_build_object('kind', 'customer', ${customerMembers(reader)}) as comment from case_comments m join users u on u.id = m.author_id
    where m.id = ${id}`.execute(tx)
  return rows[0]!.comment
}
