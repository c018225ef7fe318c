import { sql } from 'kysely'
import { lockAccount } from '#features/accounts/accounts/server/index.ts'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import { throwFieldProblem, throwProblem } from '#kit/server/http-problem.ts'
import type { CommandContext } from '#kit/server/serve/request-context.ts'
import type { Session } from '#kit/server/session.ts'
import { type createWikiPage, MOST_PAGES, type PageAudience, wikiProblems, writeWiki } from '../contract.ts'
import { problemsTexts } from '../texts.ts'
import { recordChange } from './page-events.ts'
import { isStaff, lockTree, requireWriter } from './page-scope.ts'
import { readPage } from './page-store.ts'
import { placePage, requireParent } from './tree.ts'

/** Creates a page of an account, or a shared one. */
export async function createPage(call: CommandContext<typeof createWikiPage>) {
  const { tx, session, query, body } = call
  const { body: text = '', audience = 'ALL' } = body
  const title = body.title.trim()
  const account = query.account === undefined ? null : await lockAccount(tx, session, query.account, writeWiki)
  requireWriter(session, account?.name ?? null)
  requireAudience(session, audience)
  const accountId = account?.id ?? null
  await lockTree(tx, accountId)
  const { rows: countRows } = await sql<{ count: number }>`
    select count(*)::int as count from wiki_pages where account_id is not distinct from ${accountId}::bigint`.execute(
    tx,
  )
  if (countRows[0]!.count >= MOST_PAGES) throwProblem(wikiProblems['wiki-full'], { most: MOST_PAGES })
  const parentId = body.parentId == null ? null : Number(body.parentId)
  if (parentId !== null) await requireParent(tx, session, { id: null, accountId, audience }, parentId)
  const { rows } = await sql<{ id: number }>`
    with page as (
      insert into wiki_pages (account_id, title, body, audience, position, version, created_by, updated_by)
      values (${accountId}, ${title}, ${text}, ${audience}, 0, 0, ${session.userId}, ${session.userId}) returning *)
    insert into wiki_versions (page_id, number, title, body, audience, author_id)
    select id, 1, title, body, audience, created_by from page returning page_id as id`.execute(tx)
  const { id } = rows[0]!
  await placePage(tx, { id, accountId }, parentId)
  await recordChange(call, 'created', { page: { id, accountId, title }, readers: [null, audience] })
  const createdPage = await readPage(tx, session, id)
  return respond(createdPage, { status: 201, etag: etagOf(createdPage.version) })
}

/** Rejects an internal page of a caller who could not read it. */
export function requireAudience(session: Session, audience: PageAudience): void {
  if (audience === 'VENDOR' && !isStaff(session)) throwFieldProblem('audience', problemsTexts.field.audience)
}
