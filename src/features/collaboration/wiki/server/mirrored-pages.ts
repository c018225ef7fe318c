import { sql } from 'kysely'
import { fillText } from '#kit/contract/problem.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { noUser, recordEvent } from '#kit/server/events/event.ts'
import {
  BODY_LENGTH,
  MOST_PAGES,
  type PageAudience,
  staffWikiMirrored,
  TITLE_LENGTH,
  wikiMirrored,
} from '../contract.ts'
import { problemsTexts } from '../texts.ts'
import { lockTree } from './page-scope.ts'

/** The most pages of one outside space that the portal copies. */
export const MOST_MIRRORED = MOST_PAGES

/** Where copies come from: a connection of an account, its system's name, and who reads them. */
type MirrorSource = { readonly connection: string; readonly name: string; readonly readers: PageAudience }
/** A page of the outside system with its text as Markdown. */
export type MirroredText = {
  readonly id: string
  readonly title: string
  readonly body: string
  readonly version: number
  readonly url: string
}
/**
 * `texts`: new and changed pages. `tree`: pages with the page above each, in their order. `keep`: the ids that the space
 * has, others are removed; null removes none.
 */
type MirroredPages = {
  readonly texts: readonly MirroredText[]
  readonly tree: readonly { readonly id: string; readonly parentId: string | null }[]
  readonly keep: readonly string[] | null
}

/** The copies of a connection: id and version there, by the id. */
export async function findMirroredPages(db: Database, connection: string): Promise<Map<string, { version: number }>> {
  const { rows } = await sql<{ id: string; version: number }>`
    select source_id as id, source_version as version from wiki_pages where source_connection = ${connection}`.execute(
    db,
  )
  return new Map(rows.map(({ id, version }) => [id, { version }]))
}

/** Stores copies of outside pages, records one event for all that changed, and returns how many the wiki has now. */
export async function applyMirroredPages(
  tx: Tx,
  source: MirrorSource,
  { texts, tree, keep }: MirroredPages,
): Promise<number> {
  const { connection, readers } = source
  const { rows: owner } = await sql<{ id: number }>`
    select account_id as id from connections where id = ${connection}`.execute(tx)
  const accountId = owner[0]?.id
  // The connection was deleted meanwhile.
  if (accountId === undefined) return 0
  await lockTree(tx, accountId)
  const savedCount = await saveTexts(tx, source, accountId, texts)
  await placeMirrored(tx, accountId, connection, tree)
  // Nothing that stays is below a page that goes.
  const removedCount = keep === null ? 0 : await removeOthers(tx, connection, keep)
  const openedCount = keep === null ? 0 : await setReaders(tx, source)
  if (savedCount > 0 || removedCount > 0 || openedCount > 0)
    await recordEvent(tx, readers === 'VENDOR' ? staffWikiMirrored : wikiMirrored, noUser, {
      account: accountId,
      subject: connection,
      data: {
        what: source.name,
        saved: savedCount,
        removed: removedCount,
        readers: openedCount > 0 ? ['ALL', 'VENDOR'] : [readers, readers],
      },
    })
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from wiki_pages where source_connection = ${connection}`.execute(tx)
  return rows[0]!.count
}

/** Makes the copies of a connection pages of the portal, which are changed here. */
export async function releaseMirroredPages(tx: Tx, connection: string): Promise<void> {
  await sql`
    update wiki_pages set source_connection = null, source_id = null, source_version = null, source_url = null, version = version + 1
    where source_connection = ${connection}`.execute(tx)
}

async function removeOthers(tx: Tx, connection: string, keep: readonly string[]): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from wiki_pages where source_connection = ${connection} and not source_id = any(${[...keep]}::text[])`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0)
}

/** Stores titles and texts, each as a version of its page; as many new ones as the wiki can have. */
async function saveTexts(
  tx: Tx,
  source: MirrorSource,
  accountId: number,
  texts: readonly MirroredText[],
): Promise<number> {
  const pages = texts.map(({ id, version, url, title, body }, place) => ({
    place,
    id,
    version,
    url,
    title: oneLineOf(title),
    body: body.length > BODY_LENGTH ? body.slice(0, BODY_LENGTH - 100).concat('\n\n…') : body,
    note: fillText(problemsTexts.mirroredVersion, { system: source.name, version }).slice(0, 200),
  }))
  const { numAffectedRows } = await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(pages)}::jsonb)
        as g(place integer, id text, version integer, url text, title text, body text, note text)),
    changed as (
      update wiki_pages p set title = g.title, body = g.body, source_version = g.version, source_url = g.url, audience = ${source.readers},
        revision = p.revision + 1, version = p.version + 1, updated_at = now(), updated_by = null
      from given g where p.source_connection = ${source.connection} and p.source_id = g.id returning p.*, g.note),
    added as (
      insert into wiki_pages (account_id, title, body, audience, position, source_connection, source_id, source_version, source_url)
      select ${accountId}, g.title, g.body, ${source.readers}, 0, ${source.connection}, g.id, g.version, g.url from given g
      where not exists (select from wiki_pages p where p.source_connection = ${source.connection} and p.source_id = g.id)
      order by g.place
      limit greatest(0, ${MOST_PAGES} - (select count(*) from wiki_pages where account_id = ${accountId})) returning *),
    saved as (
      select id, revision, title, body, audience, note from changed
      union all select a.id, a.revision, a.title, a.body, a.audience, g.note from added a join given g on g.id = a.source_id)
    insert into wiki_versions (page_id, number, title, body, audience, note)
    select id, revision, title, body, audience, note from saved`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** A title of one line, as the titles of the portal are. */
function oneLineOf(title: string): string {
  const line = title.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200b\u202a-\u202e\u2060-\u2069\ufeff]+/gu, ' ').trim()
  return line.slice(0, TITLE_LENGTH) || '–'
}

/** Gives all copies the readers of the settings; the texts that were saved before keep theirs. */
async function setReaders(tx: Tx, { connection, readers }: MirrorSource): Promise<number> {
  const { numAffectedRows } = await sql`
    with page as (
      update wiki_pages set audience = ${readers}, revision = revision + 1, version = version + 1, updated_at = now(), updated_by = null
      where source_connection = ${connection} and audience <> ${readers} returning *)
    insert into wiki_versions (page_id, number, title, body, audience)
    select id, revision, title, body, audience from page`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Puts copies below each other as in the space, behind the portal's own pages at the top. */
async function placeMirrored(
  tx: Tx,
  accountId: number,
  connection: string,
  tree: MirroredPages['tree'],
): Promise<void> {
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(tree.map(({ id, parentId: parent }, place) => ({ id, parent, place })))}::jsonb)
        as g(id text, parent text, place integer)),
    own as (select count(*) as count from wiki_pages where account_id = ${accountId} and parent_id is null and source_connection is null)
    update wiki_pages p set parent_id = t.id, position = (select count from own) + g.place
    from given g left join wiki_pages t on t.source_connection = ${connection} and t.source_id = g.parent
    where p.source_connection = ${connection} and p.source_id = g.id
      and (p.parent_id is distinct from t.id or p.position <> (select count from own) + g.place)`.execute(tx)
}
