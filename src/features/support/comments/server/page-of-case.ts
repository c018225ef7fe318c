import { type RawBuilder, sql } from 'kysely'
import { directionOf } from '#kit/server/list/find-page.ts'

export type CommentPage = { readonly page: number; readonly size: number; readonly descending: boolean }

/**
 * The ids of a page of a case's comments. `offset 0` has PostgreSQL read those of the case by the index of cases: in
 * order of ids it would read the comments of all cases until it has found a page of a case that has very many.
 */
export function pageOfCase(
  table: 'case_comments' | 'case_internal_comments',
  caseId: number,
  { limit, descending }: { readonly limit: RawBuilder<unknown>; readonly descending: boolean },
) {
  return sql`
    select id from (select id from ${sql.table(table)} where case_id = ${caseId} offset 0) own
    order by id ${directionOf(descending)} ${limit}`
}
