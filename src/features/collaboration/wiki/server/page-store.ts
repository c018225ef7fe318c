import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { Session } from '#kit/server/session.ts'
import { isoJson } from '#kit/server/sql-text.ts'
import { type PageAudience, type WikiPage, wikiProblems } from '../contract.ts'
import { lockTree, pages, requireWriter, visiblePages } from './page-scope.ts'

const systemName = sql`(select initcap(c.system) from connections c where c.id = p.source_connection)`
const sourceJson = sql`case when p.source_url is not null then json_build_object('system', ${systemName}, 'url', p.source_url) end`

/** The members of a page `p` in the tree, for `json_build_object`. */
export const nodeMembers = sql`'id', p.id::text, 'account', a.name, 'parentId', p.parent_id::text, 'title', p.title, 'audience', p.audience,
  'order', p.position, 'revision', p.revision, 'updated', ${sql.raw(isoJson('p.updated_at'))}, 'source', ${sourceJson}, 'version', p.version`

/** The page that the session may read, else 404. */
export async function readPage(db: Database | Tx, session: Session, id: string | number): Promise<WikiPage> {
  const { rows } = await sql<{ page: WikiPage }>`
    select json_build_object(${nodeMembers}, 'accountId', a.id::text, 'accountDisplayName', a.display_name, 'body', p.body,
      'created', ${sql.raw(isoJson('p.created_at'))}, 'createdBy', (select full_name from users where id = p.created_by),
      'updatedBy', (select full_name from users where id = p.updated_by)) as page
    from ${pages} where p.id = ${id}::bigint and ${visiblePages(session)}`.execute(db)
  return rows[0]?.page ?? throwProblem(wikiProblems['wiki-page-not-found'])
}

/** A page as stored. */
export type StoredPage = {
  readonly id: number
  readonly accountId: number | null
  readonly account: string | null
  readonly parentId: number | null
  readonly title: string
  readonly body: string
  readonly audience: PageAudience
  readonly position: number
  readonly revision: number
  readonly version: number
  /** The outside system that has it; null for a page of the portal. */
  readonly system: string | null
}

/** The page for a change, with its tree locked: 404 for who may not read it, 403 for who may not write it. */
export async function writablePage(tx: Tx, session: Session, id: string): Promise<StoredPage> {
  const { accountId } = await storedPage(tx, session, id)
  await lockTree(tx, accountId)
  const page = await storedPage(tx, session, id)
  requireWriter(session, page.account)
  if (page.system !== null) throwProblem(wikiProblems['wiki-page-mirrored'], { title: page.title, system: page.system })
  return page
}

/** The page as stored, when the session may read it, else 404. */
async function storedPage(tx: Tx, session: Session, id: string | number): Promise<StoredPage> {
  const { rows } = await sql<StoredPage>`
    select p.id, p.account_id as "accountId", a.name as account, p.parent_id as "parentId", p.title, p.body, p.audience, p.position,
      p.revision, p.version, ${systemName} as system from ${pages} where p.id = ${id}::bigint and ${visiblePages(session)}`.execute(
    tx,
  )
  return rows[0] ?? throwProblem(wikiProblems['wiki-page-not-found'])
}
