import { sql } from 'kysely'
import { userRefJson } from '#features/support/case-access/server/index.ts'
import { readSort } from '#kit/contract/hal.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import { directionOf, findPage } from '#kit/server/list/find-page.ts'
import { halPage } from '#kit/server/list/hal-list.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import { isoJson, likeText } from '#kit/server/sql-text.ts'
import {
  addRndText,
  editRndIssue,
  escalateCase,
  fireLinkToRnd,
  linkCaseToRnd,
  listFixBundles,
  listRndIssues,
  listRndTexts,
  type RndText,
  readRndIssue,
  reEscalateCase,
  rndTextAdded,
} from '../contract.ts'
import { changeRndIssue } from './change-rnd-issue.ts'
import { addText, escalate, escalateAgain, linkToIssue } from './escalate-case.ts'
import { findRndIssues, lockedRndIssue, requireRndIssue, rndIssuePage } from './rnd-issue-store.ts'

/** Escalation of cases, and the resulting R&D issues. */
export function serveRnd(portal: AppContext): void {
  registerCommand(portal, escalateCase, escalate)
  registerCommand(portal, reEscalateCase, escalateAgain)
  registerCommand(portal, linkCaseToRnd, linkToIssue)
  registerCommand(portal, fireLinkToRnd, linkToIssue)
  registerCommand(portal, editRndIssue, changeRndIssue)

  serve(portal, listRndIssues, async (call) => {
    const order = readSort(call.query.sort, { field: 'updatedAt', descending: true })[0]!
    const { rows, total } = await findRndIssues(portal.db, call.query, order)
    return halPage(call, 'issues', { rows, total, lastUpdateTime: rows[0]?.updated ?? null })
  })
  serve(portal, readRndIssue, async (call) => {
    const issue = await rndIssuePage(portal.db, call.params.key)
    return respond(issue, { headers: { etag: etagOf(issue.version) } })
  })
  serve(portal, listRndTexts, async (call) => {
    const { page, size, sort, rndKey } = call.query
    await requireRndIssue(portal.db, rndKey)
    const { descending } = readSort(sort, { field: 'created', descending: true })[0]!
    const textPage = await textsOf(portal.db, rndKey, { page, size, descending })
    return halPage(call, 'texts', { ...textPage, lastUpdateTime: null })
  })
  registerCommand(portal, addRndText, async (call) => {
    const { tx, session, body } = call
    const issue = await lockedRndIssue(tx, call.query.rndKey)
    const id = await addText(tx, issue.id, session.userId, body.body)
    await sql`update rnd_issues set updated_at = clock_timestamp() where id = ${issue.id}`.execute(tx)
    await call.record(rndTextAdded, { subject: issue.key, data: { textId: id } })
    return (await oneText(tx, id))!
  })
  serve(portal, listFixBundles, async (call) => {
    const pattern = `%${likeText(call.query.q ?? '')}%`
    const { rows } = await sql<{ id: string; name: string }>`
      select id::text, name from bundles where name ilike ${pattern} order by created_at desc, id desc limit 20`.execute(
      portal.db,
    )
    return { _embedded: { bundles: rows } }
  })
}

const textJson = sql.raw(
  `json_build_object('id', t.id::text, 'kind', 'rnd', 'author', ${userRefJson('u')}, 'body', t.body, 'created', ${isoJson('t.created_at')}) as text`,
)

async function textsOf(
  db: Database,
  key: string,
  { page, size, descending }: { page: number; size: number; descending: boolean },
) {
  const direction = directionOf(descending)
  const issue = sql`t.issue_id = (select id from rnd_issues where key = ${key.toUpperCase()})`
  const textPage = await findPage(db, {
    page,
    size,
    rows: sql<{ text: RndText }>`select ${textJson} from rnd_texts t join users u on u.id = t.author_id where ${issue}
      order by t.id ${direction}`,
    of: sql`from rnd_texts t where ${issue}`,
  })
  return { rows: textPage.rows.map(({ text }) => text), total: textPage.total }
}

async function oneText(tx: Tx, id: number): Promise<RndText | undefined> {
  const { rows } = await sql<{ text: RndText }>`
    select ${textJson} from rnd_texts t join users u on u.id = t.author_id where t.id = ${id}`.execute(tx)
  return rows[0]?.text
}
