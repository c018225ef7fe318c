import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { caseTexts } from '#features/support/case-access/contract.ts'
import { declaredFacts } from '#kit/contract/event.ts'
import { columnOf } from '#kit/server/columns.ts'
import type { Database } from '#kit/server/database.ts'
import { directionOf, limitOf } from '#kit/server/list/find-page.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import { caseCreated, type HistoryEntry } from '../contract.ts'

type Entry = z.output<typeof HistoryEntry>
/** A page of entries as JSON text, their number, the total, and the time of the newest. */
type HistoryPage = { rows: string; count: number; total: number; newest: string | null }

/**
 * The history of a case, from recorded events alone. Staff read all of it; others no event for vendor staff, and no text
 * that was replaced or taken back.
 */
export async function findHistory(
  db: Database,
  { id, key }: { readonly id: number; readonly key: string },
  { staff, page, size, descending }: { staff: boolean; page: number; size: number; descending: boolean },
): Promise<HistoryPage> {
  const where = sql`e.subject = 'case' and e.subject_id = ${key} and ${staff ? sql`true` : sql`e.audience = 'account'`}`
  const direction = directionOf(descending)
  const { rows } = await sql<HistoryPage>`
    select coalesce('[' || string_agg(listed.entry, ',') || ']', '[]') as rows, count(listed.entry) as count, max(counted.total) as total, max(counted.newest) as newest
    from (select count(*) as total, ${isoSql('max(e.at)')} as newest from events e where ${where}) counted
    left join lateral (
      select json_build_object('id', e.id::text, 'name', e.name, 'at', ${isoSql('e.at')},
        'by', shown_name(e.actor_id, e.actor_name), 'impersonatedBy', shown_name(e.impersonator_id, e.impersonator_name), 'changes', coalesce(e.data->'changes', '{}'), 'internal', e.audience = 'vendor')::text as entry
      from events e where ${where} order by e.at ${direction}, e.id ${direction} ${limitOf({ page, size })}
    ) listed on true`.execute(db)
  const historyPage = rows[0]!
  return staff
    ? historyPage
    : { ...historyPage, rows: JSON.stringify(await withStandingTexts(db, id, JSON.parse(historyPage.rows))) }
}

/** The entries with the facts of their changes, and of texts those that the case still has. */
async function withStandingTexts(db: Database, caseId: number, entries: readonly Entry[]): Promise<Entry[]> {
  const facts = new Set(declaredFacts(caseCreated.subject))
  const texts = entries.flatMap(({ changes }) =>
    Object.entries(changes).flatMap(([field, ends]) => (facts.has(field) ? [] : ends.filter(isText))),
  )
  const standing = await standingTexts(db, caseId, texts)
  const standingText = (end: unknown) => (isText(end) && standing.has(end) ? end : null)
  return entries.map((entry) => ({
    ...entry,
    changes: Object.fromEntries(
      Object.entries(entry.changes).map(([field, [before, after]]) => [
        field,
        facts.has(field) ? [before, after] : [standingText(before), standingText(after)],
      ]),
    ),
  }))
}

/** Those of the texts that customers read in the case now: its own, comments, updates of an outage, names of files. */
async function standingTexts(db: Database, caseId: number, texts: readonly string[]): Promise<ReadonlySet<string>> {
  if (texts.length === 0) return new Set()
  const { rows } = await sql<{ text: string }>`
    select distinct t.text from unnest(${[...new Set(texts)]}::text[]) t(text)
    join (select subject as text from cases where id = ${caseId}
      union all select description from cases where id = ${caseId}
      union all select unnest(array[${sql.raw(caseTexts.map(columnOf).join(', '))}]) from cases where id = ${caseId}
      union all select body from case_comments where case_id = ${caseId}
      union all select body from outage_entries where case_id = ${caseId}
      union all select plan_of_action from outages where case_id = ${caseId}
      union all select filename from case_attachments where case_id = ${caseId}) present on present.text = t.text`.execute(
    db,
  )
  return new Set(rows.map(({ text }) => text))
}

function isText(end: unknown): end is string {
  return typeof end === 'string'
}
