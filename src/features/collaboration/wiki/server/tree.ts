import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { throwFieldProblem, throwProblem } from '#kit/server/http-problem.ts'
import type { Session } from '#kit/server/session.ts'
import { DEEPEST, type PageAudience, wikiProblems } from '../contract.ts'
import { problemsTexts } from '../texts.ts'
import { pages, visiblePages } from './page-scope.ts'

/** The page and all below it; the page itself has level 1. */
export async function treeOf(tx: Tx, id: number): Promise<{ id: number; level: number }[]> {
  const { rows } = await sql<{ id: number; level: number }>`
    with recursive tree as (select ${id}::bigint as id, 1 as level
      union all select p.id, t.level + 1 from tree t join wiki_pages p on p.parent_id = t.id)
    select id, level from tree order by level, id`.execute(tx)
  return rows
}

type PlacedPage = { readonly id: number | null; readonly accountId: number | null; readonly audience: PageAudience }

/** Rejects a parent of another account, below the page itself, with fewer readers, or too deep. */
export async function requireParent(tx: Tx, session: Session, page: PlacedPage, parentId: number): Promise<void> {
  const { rows } = await sql<{ title: string; audience: PageAudience; depth: number; system: string | null }>`
    with recursive above as (select id, parent_id from wiki_pages where id = ${parentId}
      union all select p.id, p.parent_id from above b join wiki_pages p on p.id = b.parent_id)
    select p.title, p.audience, (select count(*)::int from above) as depth, (select initcap(c.system) from connections c where c.id = p.source_connection) as system from ${pages}
    where p.id = ${parentId} and p.account_id is not distinct from ${page.accountId}::bigint and ${visiblePages(session)}`.execute(
    tx,
  )
  const parent = rows[0] ?? throwFieldProblem('parentId', problemsTexts.field.parentMissing)
  if (parent.system !== null)
    throwProblem(wikiProblems['wiki-page-mirrored'], { title: parent.title, system: parent.system })
  const below = page.id === null ? [] : await treeOf(tx, page.id)
  if (below.some(({ id }) => id === parentId)) throwFieldProblem('parentId', problemsTexts.field.parentBelow)
  if (parent.audience === 'VENDOR' && page.audience === 'ALL')
    throwProblem(wikiProblems['wiki-parent-internal'], { parent: parent.title })
  if (parent.depth + (below.at(-1)?.level ?? 1) > DEEPEST)
    throwProblem(wikiProblems['wiki-too-deep'], { most: DEEPEST })
}

/** Puts a page among those of a parent, at a place from 0 or at the end. */
export async function placePage(
  tx: Tx,
  { id, accountId }: { id: number; accountId: number | null },
  parentId: number | null,
  order = Number.MAX_SAFE_INTEGER,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from wiki_pages where account_id is not distinct from ${accountId}::bigint
      and parent_id is not distinct from ${parentId}::bigint and id <> ${id} order by position, id`.execute(tx)
  const ids = rows.map((row) => row.id)
  ids.splice(order, 0, id)
  await sql`update wiki_pages set parent_id = ${parentId}::bigint, version = version + 1 where id = ${id}`.execute(tx)
  await sql`
    update wiki_pages p set position = o.place - 1 from unnest(${ids}::bigint[]) with ordinality as o(id, place)
    where p.id = o.id and p.position <> o.place - 1`.execute(tx)
}
