import { type RawBuilder, sql } from 'kysely'
import type { CaseStatus } from '#features/support/case-access/contract.ts'
import { sentSizeSql } from '#features/support/log-triage/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import {
  CANCELLED_REASON,
  severityOfPriority,
  statusOfCase,
  TICKET_API,
  type Ticket,
  ticketPriority,
  ticketStatusOf,
  typeOfCase,
} from '../contract.ts'

/** Newest comments in a ticket, at most. */
const MOST_NOTES = 200

type Row = {
  readonly id: number
  readonly key: string
  readonly subject: string
  readonly description: string
  readonly status: CaseStatus
  readonly reason: string | null
  readonly priority: keyof typeof severityOfPriority
  readonly type: keyof typeof typeOfCase
  readonly ticketType: string | null
  readonly product: string | null
  readonly externalId: string | null
  readonly account: string
  readonly accountDisplayName: string
  readonly created: string
  readonly updated: string
  readonly resolved: string | null
  readonly notes: NonNullable<Ticket['note']>
  readonly files: readonly { id: string; name: string; mimeType: string; size: number }[]
}

/** Comments that both sides read; no query of tickets names the table of internal ones. */
const notes = sql`(select coalesce(json_agg(json_build_object('id', m.id::text, 'author', coalesce(m.author_name, u.full_name),
    'date', ${isoSql('m.created_at')}, 'text', m.body) order by m.id), '[]')
  from (select * from case_comments where case_id = c.id order by id desc limit ${sql.lit(MOST_NOTES)}) m join users u on u.id = m.author_id)`
const files = sql`(select coalesce(json_agg(json_build_object('id', f.id::text, 'name', f.filename, 'mimeType', f.media_type, 'size', ${sentSizeSql('f.digest', 'f.size')}) order by f.id), '[]')
  from case_attachments f where f.case_id = c.id)`
const columns = sql`c.id, c.key, c.subject, c.description, c.status, c.resolution_reason as reason, c.priority, c.type, x.ticket_type as "ticketType",
  c.product, c.external_id as "externalId", a.name as account, a.display_name as "accountDisplayName", ${isoSql('c.created_at')} as created,
  ${isoSql('c.updated_at')} as updated, ${isoSql('c.resolved_at')} as resolved, ${notes} as notes, ${files} as files`
const sources = sql`cases c join accounts a on a.id = c.account_id left join ticket_exchanges x on x.case_id = c.id`

/** The status and the severity of the ticket of `cases c`. */
export const ticketStatusSql = sql`case when c.status = 'CLOSED' and c.resolution_reason = ${sql.lit(CANCELLED_REASON)} then 'cancelled' else ${mappedColumn('c.status', statusOfCase)} end`
export const severitySql = mappedColumn('c.priority', severityOfPriority)

function mappedColumn(column: string, table: Readonly<Record<string, string>>): RawBuilder<string> {
  const whens = Object.entries(table).map(([from, to]) => sql`when ${sql.lit(from)} then ${sql.lit(to)}`)
  return sql`case ${sql.ref(column)} ${sql.join(whens, sql` `)} end`
}

/** Cases of an account on the side that its users see: no other one is ever a ticket. */
export const isTicketOf = (accountId: number) => sql<boolean>`c.account_id = ${accountId} and not c.internal`

/** The tickets that match, in an order, with their number. */
export async function findTickets(
  db: Database,
  where: RawBuilder<unknown>,
  { offset, limit, base }: { offset: number; limit: number; base: string },
): Promise<{ tickets: Ticket[]; count: number }> {
  const [ticketRows, ticketCount] = await Promise.all([
    sql<Row>`select ${columns} from ${sources} where ${where} order by c.id desc limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ count: number }>`select count(*) as count from cases c where ${where}`.execute(db),
  ])
  return { tickets: ticketRows.rows.map((row) => ticketOf(row, base)), count: ticketCount.rows[0]!.count }
}

/** The ticket of a case; undefined where the account has none with that key. */
export async function findTicket(
  db: Database | Tx,
  { accountId, key, base }: { accountId: number; key: string; base: string },
): Promise<Ticket | undefined> {
  const { rows } = await sql<Row>`
    select ${columns} from ${sources} where c.key = ${key.toUpperCase()} and ${isTicketOf(accountId)}`.execute(db)
  return rows[0] && ticketOf(rows[0], base)
}

function ticketOf(row: Row, base: string): Ticket {
  const { key, subject, description, status, reason, priority, product, externalId, resolved: resolvedAt } = row
  const href = `${base}${TICKET_API}/troubleTicket/${key}`
  return {
    id: key,
    href,
    creationDate: row.created,
    description,
    ...(externalId === null ? {} : { externalId }),
    lastUpdate: row.updated,
    name: subject,
    priority: ticketPriority[priority],
    ...(resolvedAt === null ? {} : { resolutionDate: resolvedAt }),
    severity: severityOfPriority[priority],
    ticketType: row.ticketType ?? typeOfCase[row.type],
    status: ticketStatusOf({ status, reason }),
    attachment: row.files.map(({ id, name, mimeType, size }) => ({
      id,
      name,
      mimeType,
      url: `${href}/attachment/${id}`,
      size: { amount: size, units: 'byte' },
    })),
    note: row.notes,
    ...(product === null
      ? {}
      : { relatedEntity: [{ id: product, name: product, role: 'affected', '@referredType': 'Product' }] }),
    relatedParty: [
      { id: row.account, name: row.accountDisplayName, role: 'customer', '@referredType': 'Organization' },
    ],
    '@type': 'TroubleTicket',
  }
}

/** The attributes that a request wants, with `id` and `href`; all without a list. */
export function withFields(ticket: Ticket, fields: string | undefined): Ticket {
  const wantedNames = fields?.split(',').map((field) => field.trim())
  if (!wantedNames?.some((field) => field !== '')) return ticket
  const keptFields = Object.entries(ticket).filter(
    ([name]) => name === 'id' || name === 'href' || wantedNames.includes(name),
  )
  return Object.fromEntries(keptFields) as Ticket
}
