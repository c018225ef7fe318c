import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { changesOf } from '#kit/server/events/event.ts'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import { throwFieldProblem, throwProblem } from '#kit/server/http-problem.ts'
import { type CommandContext, requireVersion } from '#kit/server/serve/request-context.ts'
import { type editWikiPage, type PageAudience, wikiProblems } from '../contract.ts'
import { problemsTexts } from '../texts.ts'
import { requireAudience } from './create-page.ts'
import { recordChange } from './page-events.ts'
import { visibleVersions } from './page-scope.ts'
import { readPage, type StoredPage, writablePage } from './page-store.ts'
import { placePage, requireParent, treeOf } from './tree.ts'

type Context = CommandContext<typeof editWikiPage>
type PageText = { readonly title: string; readonly body: string; readonly audience: PageAudience }

/** Changes a page: its text as a new version, its readers with those of its subpages, its place. */
export async function editPage(call: Context) {
  const { tx, session, params, body } = call
  const pageBefore = await writablePage(tx, session, params.id)
  requireVersion(call, pageBefore.version)
  const text = await textOf(call, pageBefore)
  requireAudience(session, text.audience)
  const parentId =
    body.parentId === undefined ? pageBefore.parentId : body.parentId === null ? null : Number(body.parentId)
  if (parentId !== null && (parentId !== pageBefore.parentId || text.audience !== pageBefore.audience))
    await requireParent(tx, session, { ...pageBefore, audience: text.audience }, parentId)
  const { body: textChange, ...shownChanges } = changesOf(pageBefore, text)
  const isSaved = Boolean(textChange) || Object.keys(shownChanges).length > 0
  const isMoved = parentId !== pageBefore.parentId || (body.order !== undefined && body.order !== pageBefore.position)
  if (isSaved) await save(call, pageBefore, text)
  if (isMoved) await placePage(tx, pageBefore, parentId, body.order)
  const subpages =
    shownChanges.audience && text.audience === 'VENDOR' ? await hideBelow(tx, pageBefore.id, session.userId) : []
  if (isSaved || isMoved)
    await recordChange(call, 'edited', {
      page: { ...pageBefore, title: text.title },
      readers: [pageBefore.audience, text.audience],
      more: {
        subpages,
        changes: {
          ...shownChanges,
          ...(parentId === pageBefore.parentId ? {} : { parentId: [pageBefore.parentId, parentId] }),
        },
        ...(isSaved ? { revision: pageBefore.revision + 1 } : {}),
      },
    })
  const page = await readPage(tx, session, pageBefore.id)
  return respond(page, { etag: etagOf(page.version) })
}

async function textOf({ tx, session, body }: Context, page: StoredPage): Promise<PageText> {
  const { title = page.title, body: text = page.body, audience = page.audience, restore } = body
  if (restore === undefined) return { title: title.trim(), body: text, audience }
  if (body.title !== undefined || body.body !== undefined) throwFieldProblem('restore', problemsTexts.field.restore)
  const { rows } = await sql<{ title: string; body: string }>`
    select v.title, v.body from wiki_versions v
    where v.page_id = ${page.id} and v.number = ${restore} and ${visibleVersions(session)}`.execute(tx)
  return { ...(rows[0] ?? throwProblem(wikiProblems['wiki-version-not-found'])), audience }
}

async function save({ tx, session, body }: Context, { id }: StoredPage, text: PageText): Promise<void> {
  await sql`
    with page as (
      update wiki_pages set title = ${text.title}, body = ${text.body}, audience = ${text.audience}, revision = revision + 1,
        version = version + 1, updated_at = now(), updated_by = ${session.userId} where id = ${id} returning *)
    insert into wiki_versions (page_id, number, title, body, audience, author_id, note, restored)
    select id, revision, title, body, audience, updated_by, ${body.note || null}, ${body.restore ?? null}::int from page`.execute(
    tx,
  )
}

/** Hides the subpages with the page; returns those that were open until now. */
async function hideBelow(tx: Tx, id: number, userId: number): Promise<number[]> {
  const below = (await treeOf(tx, id)).filter(({ level }) => level > 1)
  const { rows } = await sql<{ id: number }>`
    with page as (
      update wiki_pages set audience = 'VENDOR', revision = revision + 1, version = version + 1, updated_at = now(), updated_by = ${userId}
      where id = any(${below.map((page) => page.id)}::bigint[]) and audience = 'ALL' returning *)
    insert into wiki_versions (page_id, number, title, body, audience, author_id)
    select id, revision, title, body, audience, updated_by from page returning page_id as id`.execute(tx)
  return rows.map((row) => row.id)
}
