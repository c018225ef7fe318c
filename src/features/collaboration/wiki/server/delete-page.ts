import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { type CommandContext, requireVersion } from '#kit/server/serve/request-context.ts'
import { type deleteWikiPage, wikiProblems } from '../contract.ts'
import { recordChange } from './page-events.ts'
import { isStaff } from './page-scope.ts'
import { type StoredPage, writablePage } from './page-store.ts'
import { placePage, treeOf } from './tree.ts'

/** Deletes a page. Its subpages are moved to its place or deleted too; the caller has to choose. */
export async function deletePage(call: CommandContext<typeof deleteWikiPage>): Promise<undefined> {
  const { tx, session, params, query } = call
  const page = await writablePage(tx, session, params.id)
  requireVersion(call, page.version)
  const below = (await treeOf(tx, page.id)).filter(({ level }) => level > 1).map(({ id }) => id)
  // A customer who cannot see an internal subpage does not delete it: it moves up.
  const hiddenIds = isStaff(session) ? [] : await hiddenOf(tx, below)
  if (below.length > hiddenIds.length && query.subpages === undefined)
    throwProblem(wikiProblems['wiki-page-has-subpages'], { title: page.title })
  const subpages = query.subpages === 'delete' ? below.filter((id) => !hiddenIds.includes(id)) : []
  await moveUp(tx, page, [page.id, ...subpages])
  await sql`delete from wiki_pages where id = any(${[page.id, ...subpages]}::bigint[])`.execute(tx)
  await recordChange(call, 'deleted', { page: page, readers: [page.audience, null], more: { subpages } })
}

async function hiddenOf(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from wiki_pages where id = any(${[...ids]}::bigint[]) and audience = 'VENDOR'`.execute(tx)
  return rows.map(({ id }) => id)
}

/** What is below deleted pages and stays takes the place of the page, in its order. */
async function moveUp(tx: Tx, page: StoredPage, deletedIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from wiki_pages where parent_id = any(${[...deletedIds]}::bigint[]) and not id = any(${[...deletedIds]}::bigint[])
    order by position, id`.execute(tx)
  for (const [index, { id }] of rows.entries())
    await placePage(tx, { id, accountId: page.accountId }, page.parentId, page.position + 1 + index)
}
