import { type RawBuilder, sql } from 'kysely'
import { isVendor } from '#features/access/roles/contract.ts'
import { TOTAL_CAP } from '#kit/contract/hal.ts'
import type { Database } from '#kit/server/database.ts'
import { accountDataSql } from '#kit/server/events/account-data.ts'
import { directionOf } from '#kit/server/list/find-page.ts'
import { cappedTotal } from '#kit/server/list/hal-list.ts'
import type { LargeCountCache } from '#kit/server/list/large-count-cache.ts'
import { type PageCursor, readCursor } from '#kit/server/list/page-cursor.ts'
import type { PageCursorCache } from '#kit/server/list/page-cursor-cache.ts'
import type { Session } from '#kit/server/session.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import type { AuditEntry } from '../contract.ts'
import { type AuditFilters, auditBranches } from './audit-scope.ts'
import { whom } from './whom.ts'

/** The entries, where pages of them ended, and which lists are long. */
export type AuditLists = { readonly db: Database; readonly ends: PageCursorCache; readonly many: LargeCountCache }
type PageInput = {
  readonly page: number
  readonly size: number
  readonly descending: boolean
  readonly after?: string | undefined
}

/** A page of the audit log within the reader's permissions, in the order of time. */
export async function findAudit(
  { db, ends, many }: AuditLists,
  session: Session,
  filters: AuditFilters,
  { page, size, descending, after }: PageInput,
) {
  const branches = auditBranches(session, filters)
  const list = JSON.stringify([session.userId, filters, descending])
  const before =
    after === undefined ? ends.before(list, page * size) : { ...readCursor(after, 'timestamptz'), rows: page * size }
  const skip = page * size - (before?.rows ?? 0)
  const [rows, count] = await Promise.all([
    readEntries(db, session, branches, { before, skip, size: size + 1, descending }),
    countEntries({ db, many }, branches),
  ])
  const pageRows = rows.slice(0, size)
  const last = pageRows.at(-1)
  const end = rows.length > size && last ? { value: last.value, id: last.id } : null
  if (end && after === undefined) ends.keep(list, (page + 1) * size, end)
  return {
    rows: pageRows.map(({ row }) => row),
    total: cappedTotal(count),
    end,
    lastUpdateTime: pageRows[0]?.row.at ?? null,
  }
}

/** Every entry that matches, newest first, for a download of any length. */
export async function* eachAuditEntry(
  db: Database,
  session: Session,
  filters: AuditFilters,
): AsyncGenerator<AuditEntry> {
  const branches = auditBranches(session, filters)
  let before: PageCursor | undefined
  for (;;) {
    const rows = await readEntries(db, session, branches, { before, skip: 0, size: PIECE, descending: true })
    for (const { row } of rows) yield row
    if (rows.length < PIECE) return
    before = rows.at(-1)
  }
}

/** One entry, if the session may read it. */
export async function findAuditEntry(db: Database, session: Session, id: string): Promise<AuditEntry | undefined> {
  const branches = auditBranches(session, {}).map((branch) => sql`${branch} and e.id = ${id}`)
  const [entry] = await readEntries(db, session, branches, { before: undefined, skip: 0, size: 1, descending: true })
  return entry?.row
}

/** How many entries of a request the session may read, up to 1,000. */
export async function countOfRequest(db: Database, session: Session, requestId: string): Promise<number> {
  const ofRequest = auditBranches(session, { requestId })
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${allOf(ofRequest, sql`e.id`)} limit 1000) found`.execute(db)
  return rows[0]!.count
}

const PIECE = 1000
type Row = PageCursor & { readonly row: AuditEntry }
type Window = {
  readonly before: PageCursor | undefined
  readonly skip: number
  readonly size: number
  readonly descending: boolean
}

/** Each branch gives as many ids as the page may need of it, from its own index; then the rows of the page are made. */
async function readEntries(
  db: Database,
  session: Session,
  branches: readonly RawBuilder<unknown>[],
  { before, skip, size, descending }: Window,
): Promise<Row[]> {
  const direction = directionOf(descending)
  const rest = before
    ? sql`(e.at, e.id) ${sql.raw(descending ? '<' : '>')} (${before.value}::timestamptz, ${before.id}::bigint)`
    : sql`true`
  const heads = branches.map(
    (branch) => sql`(select e.id, e.at from events e where ${branch} and ${rest}
      order by e.at ${direction}, e.id ${direction} limit ${skip + size})`,
  )
  const { rows } = await sql<Row>`
    select json_build_object('id', e.id::text, 'seq', e.seq, 'at', ${isoSql('e.at')}, 'name', e.name,
      'subject', e.subject, 'subjectId', e.subject_id, 'account', a.name, 'by', case when e.actor_id is null then null else
      json_build_object('id', e.actor_id::text, 'fullName', coalesce(shown_name(e.actor_id, coalesce(e.actor_name, (select full_name from users where id = e.actor_id))), '')) end,
      'impersonatedBy', shown_name(e.impersonator_id, e.impersonator_name), 'whom', ${whom},
      'data', ${isVendor(session.actor) ? sql`e.data` : accountDataSql()},
      'requestId', e.request_id, 'address', ${isVendor(session.actor) ? sql`e.address` : sql`null`}) as row,
      e.at::text as value, e.id::text as id
    from (select head.id, head.at from (${sql.join(heads, sql` union all `)}) head
      order by head.at ${direction}, head.id ${direction} limit ${size} offset ${skip}) page
    join events e on e.id = page.id left join accounts a on a.id = e.account_id
    order by page.at ${direction}, page.id ${direction}`.execute(db)
  return rows
}

async function countEntries(
  { db, many }: Pick<AuditLists, 'db' | 'many'>,
  branches: readonly RawBuilder<unknown>[],
): Promise<number> {
  const counting = sql<{ count: number }>`
    select count(*)::int as count from (${allOf(branches, sql`1`)} limit ${many.limit}) counted`.compile(db)
  const list = JSON.stringify([counting.sql, counting.parameters])
  if (many.has(list)) return TOTAL_CAP + 1
  const { rows } = await db.executeQuery(counting)
  many.keep(list, rows[0]!.count)
  return rows[0]!.count
}

function allOf(branches: readonly RawBuilder<unknown>[], column: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql.join(
    branches.map((branch) => sql`select ${column} from events e where ${branch}`),
    sql` union all `,
  )
}
