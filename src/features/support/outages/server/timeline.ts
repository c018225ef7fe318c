import { sql } from 'kysely'
import { editOutages } from '#features/support/cases/contract.ts'
import { eventTypeFor, lockedCase, touchCase, userRefJson } from '#features/support/cases/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { throwFieldProblem } from '#kit/server/http-problem.ts'
import { type CommandContext, requirePermission } from '#kit/server/serve/request-context.ts'
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

/** Adds a public update; the clock of the next update begins anew. */
export async function addUpdate(call: CommandContext<typeof addOutageEntry>): Promise<OutageEntry> {
  const { tx, session, body } = call
  const { stored, at } = await outageFor(call)
  const { rows } = await sql<{ id: number }>`
    insert into outage_entries (case_id, at, author_id, body) values (${stored.id}, ${at}, ${session.userId}, ${body.body}) returning id`.execute(
    tx,
  )
  await sql`update outages set last_update_at = clock_timestamp() where case_id = ${stored.id}`.execute(tx)
  await touchCase(tx, stored, session.userId)
  await call.record(eventTypeFor(stored, outageUpdated), {
    account: stored.accountId,
    subject: stored.key,
    data: { caseId: stored.id, entryId: rows[0]!.id, changes: { comment: [null, body.body] } },
  })
  return (await publicEntries(tx, sql`e.id = ${rows[0]!.id}`, { page: 0, size: 1, descending: true }))[0]!
}

/** Adds an entry for vendor staff. It does not touch the case: when that was last changed is shown to customers too. */
export async function addNote(call: CommandContext<typeof addInternalOutageEntry>): Promise<InternalOutageEntry> {
  const { tx, session, body } = call
  const { stored, at } = await outageFor(call)
  const { rows } = await sql<{ id: number }>`
    insert into outage_internal_entries (case_id, at, author_id, body) values (${stored.id}, ${at}, ${session.userId}, ${body.body}) returning id`.execute(
    tx,
  )
  await call.record(outageNoted, {
    account: stored.accountId,
    subject: stored.key,
    data: { caseId: stored.id, entryId: rows[0]!.id, changes: { internalComment: [null, body.body] } },
  })
  return (await internalEntries(tx, sql`e.id = ${rows[0]!.id}`, { page: 0, size: 1, descending: true }))[0]!
}

/** Public entries of an outage. */
export async function publicEntries(
  db: Database | Tx,
  where: ReturnType<typeof sql>,
  page: Page,
): Promise<OutageEntry[]> {
  const { rows } = await sql<{ entry: OutageEntry }>`
    select ${entryJson('public')} as entry from outage_entries e join users u on u.id = e.author_id where ${where} ${ordered(page)}`.execute(
    db,
  )
  return rows.map(({ entry }) => entry)
}

/** Internal entries of an outage, for vendor staff alone. */
export async function internalEntries(
  db: Database | Tx,
  where: ReturnType<typeof sql>,
  page: Page,
): Promise<InternalOutageEntry[]> {
  const { rows } = await sql<{ entry: InternalOutageEntry }>`
    select ${entryJson('internal')} as entry from outage_internal_entries e join users u on u.id = e.author_id where ${where} ${ordered(page)}`.execute(
    db,
  )
  return rows.map(({ entry }) => entry)
}

async function outageFor(call: CommandContext<typeof addOutageEntry> | CommandContext<typeof addInternalOutageEntry>) {
  const stored = await lockedCase(call.tx, call.session, call.query.issueKey)
  requirePermission(call, editOutages, stored.account)
  await outageOf(call.tx, stored.id, stored.key)
  const at = call.body.at ?? new Date().toISOString()
  if (Date.parse(at) > Date.now() + 60_000) throwFieldProblem('at', 'must not be in the future')
  return { stored, at }
}

function entryJson(kind: 'public' | 'internal') {
  return sql.raw(
    `json_build_object('id', e.id::text, 'kind', '${kind}', 'at', to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'author', ${userRefJson('u')}, 'body', e.body)`,
  )
}

function ordered({ page, size, descending }: Page) {
  const direction = sql.raw(descending ? 'desc' : 'asc')
  return sql`order by e.at ${direction}, e.id ${direction} limit ${size} offset ${page * size}`
}
