import { sql } from 'kysely'
import { editOutages } from '#features/support/case-access/contract.ts'
import { eventTypeFor, lockedCase, userRefJson } from '#features/support/case-access/server/index.ts'
import { touchCase } from '#features/support/cases/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { throwFieldProblem } from '#kit/server/http-problem.ts'
import { directionOf, limitOf } from '#kit/server/list/find-page.ts'
import { type CommandContext, requirePermission } from '#kit/server/serve/request-context.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import {
  type addInternalOutageEntry,
  type addOutageEntry,
  type InternalOutageEntry,
  type OutageEntry,
  outageNoted,
  outageUpdated,
} from '../contract.ts'
import { outageOf } from './outage-store.ts'

type Page = { readonly page: number; readonly size: number; readonly descending: boolean }

/** Adds a public update; the clock of the next update starts again. */
export async function addUpdate(call: CommandContext<typeof addOutageEntry>): Promise<OutageEntry> {
  const { tx, session, body } = call
  const { stored: storedCase, at } = await outageFor(call)
  const { rows } = await sql<{ id: number }>`
    insert into outage_entries (case_id, at, author_id, body) values (${storedCase.id}, ${at}, ${session.userId}, ${body.body}) returning id`.execute(
    tx,
  )
  await sql`update outages set last_update_at = clock_timestamp() where case_id = ${storedCase.id}`.execute(tx)
  await touchCase(tx, storedCase, session.userId)
  await call.record(eventTypeFor(storedCase, outageUpdated), {
    account: storedCase.accountId,
    subject: storedCase.key,
    data: { caseId: storedCase.id, entryId: rows[0]!.id, byVendor: true, changes: { comment: [null, body.body] } },
  })
  return (await publicEntries(tx, sql`e.id = ${rows[0]!.id}`, { page: 0, size: 1, descending: true }))[0]!
}

/**
 * Adds an entry for vendor staff. It does not touch the case: the time of its last change is shown to customers too.
 */
export async function addNote(call: CommandContext<typeof addInternalOutageEntry>): Promise<InternalOutageEntry> {
  const { tx, session, body } = call
  const { stored: storedCase, at } = await outageFor(call)
  const { rows } = await sql<{ id: number }>`
    insert into outage_internal_entries (case_id, at, author_id, body) values (${storedCase.id}, ${at}, ${session.userId}, ${body.body}) returning id`.execute(
    tx,
  )
  await call.record(outageNoted, {
    account: storedCase.accountId,
    subject: storedCase.key,
    data: { caseId: storedCase.id, entryId: rows[0]!.id, changes: { internalComment: [null, body.body] } },
  })
  return (await internalEntries(tx, sql`e.id = ${rows[0]!.id}`, { page: 0, size: 1, descending: true }))[0]!
}

/** Public entries of an outage. */
export function publicEntries(db: Database | Tx, where: ReturnType<typeof sql>, page: Page): Promise<OutageEntry[]> {
  return entries<OutageEntry>(db, 'public', where, page)
}

/** Internal entries of an outage, for vendor staff alone. */
export function internalEntries(
  db: Database | Tx,
  where: ReturnType<typeof sql>,
  page: Page,
): Promise<InternalOutageEntry[]> {
  return entries<InternalOutageEntry>(db, 'internal', where, page)
}

const tables = { public: sql.raw('outage_entries'), internal: sql.raw('outage_internal_entries') }

async function entries<T extends OutageEntry | InternalOutageEntry>(
  db: Database | Tx,
  kind: T['kind'],
  where: ReturnType<typeof sql>,
  { page, size, descending }: Page,
): Promise<T[]> {
  const direction = directionOf(descending)
  const { rows } = await sql<{ entry: T }>`
    select json_build_object('id', e.id::text, 'kind', ${sql.lit(kind)}, 'at', ${isoSql('e.at')}, 'author', ${sql.raw(userRefJson('u'))}, 'body', e.body) as entry
    from ${tables[kind]} e join users u on u.id = e.author_id where ${where}
    order by e.at ${direction}, e.id ${direction} ${limitOf({ page, size })}`.execute(db)
  return rows.map(({ entry }) => entry)
}

async function outageFor(call: CommandContext<typeof addOutageEntry> | CommandContext<typeof addInternalOutageEntry>) {
  const storedCase = await lockedCase(call.tx, call.session, call.query.issueKey)
  requirePermission(call, editOutages, storedCase.account)
  await outageOf(call.tx, storedCase.id, storedCase.key)
  const at = call.body.at ?? new Date().toISOString()
  if (Date.parse(at) > Date.now() + 60_000) throwFieldProblem('at', 'must not be in the future')
  return { stored: storedCase, at }
}
