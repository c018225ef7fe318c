import { sql } from 'kysely'
import { readSort } from '#kit/contract/hal.ts'
import type { Database } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { directionOf, findJsonPage } from '#kit/server/list/find-page.ts'
import { halPage } from '#kit/server/list/hal-list.ts'
import type { RequestContext } from '#kit/server/serve/request-context.ts'
import { isoJson } from '#kit/server/sql-text.ts'
import {
  type listWikiVersions,
  type readWikiVersion,
  type WikiVersion,
  type WikiVersionText,
  wikiProblems,
} from '../contract.ts'
import { visibleVersions } from './page-scope.ts'
import { readPage } from './page-store.ts'

const members = sql`'n', v.number, 'title', v.title, 'audience', v.audience,
  'author', (select full_name from users where id = v.author_id), 'saved', ${sql.raw(isoJson('v.saved_at'))}, 'note', v.note, 'restored', v.restored`

/** The versions of a page that the caller may read, without their texts. */
export async function listVersions(db: Database, call: RequestContext<typeof listWikiVersions>) {
  const { session, params, query } = call
  const { id, updated: updatedAt } = await readPage(db, session, params.id)
  const where = sql`v.page_id = ${id}::bigint and ${visibleVersions(session)}`
  const { descending } = readSort(query.sort, { field: 'n', descending: true })[0]!
  const { rows, total } = await findJsonPage(db, {
    page: query.page,
    size: query.size,
    rows: sql<{ row: WikiVersion }>`
      select json_build_object(${members}) as row from wiki_versions v where ${where}
      order by v.number ${directionOf(descending)}`,
    of: sql`from wiki_versions v where ${where}`,
  })
  return halPage(call, 'versions', { rows, total, lastUpdateTime: updatedAt })
}

/** One version with its text. */
export async function readVersion(
  db: Database,
  { session, params }: RequestContext<typeof readWikiVersion>,
): Promise<WikiVersionText> {
  const { id } = await readPage(db, session, params.id)
  const { rows } = await sql<{ version: WikiVersionText }>`
    select json_build_object(${members}, 'body', v.body) as version from wiki_versions v
    where v.page_id = ${id}::bigint and v.number = ${params.n}::int and ${visibleVersions(session)}`.execute(db)
  return rows[0]?.version ?? throwProblem(wikiProblems['wiki-version-not-found'])
}
