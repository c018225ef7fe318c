import { sql } from 'kysely'
import { allows } from '#kit/contract/permission.ts'
import type { Database } from '#kit/server/database.ts'
import type { Session } from '#kit/server/session.ts'
import { likeText } from '#kit/server/sql-text.ts'
import { readWiki } from '../contract.ts'
import { pages, visiblePages } from './page-scope.ts'

/** A page that was found; `account` is null for a shared one, `internal` is for vendor staff alone. */
export type FoundPage = {
  readonly id: string
  readonly title: string
  readonly account: string | null
  readonly accountId: string | null
  readonly accountDisplayName: string | null
  readonly internal: boolean
  /** The words are its title. */
  readonly exact: boolean
}

/**
 * Pages visible to the session with the words in title or text, titles first. `account` is the id of the one account
 * to search.
 */
export async function findWikiPages(
  db: Database,
  session: Session,
  q: string,
  account: number | undefined,
  most: number,
): Promise<FoundPage[]> {
  if (!allows(session.actor, readWiki)) return []
  const inTitle = sql`p.title ilike ${`%${likeText(q)}%`}`
  const { rows } = await sql<FoundPage>`
    select p.id::text, p.title, a.name as account, a.id::text as "accountId", a.display_name as "accountDisplayName",
      p.audience = 'VENDOR' as internal, lower(p.title) = lower(${q}) as exact
    from ${pages} where ${visiblePages(session)} and (${account === undefined} or p.account_id = ${account ?? null}::bigint)
      and (${inTitle} or p.words @@ websearch_to_tsquery('simple', ${q}))
    order by exact desc, ${inTitle} desc, p.updated_at desc, p.id limit ${most}`.execute(db)
  return rows
}
