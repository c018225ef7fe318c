import { sql } from 'kysely'
import { TOTAL_CAP } from '#kit/contract/hal.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { likeText } from '#kit/server/sql-text.ts'
import type { Mail, MailState, MailSummary } from '../contract.ts'
import { hideOneTimeLinks, oneTimeLinkOf } from './one-time-link.ts'

type Row = Omit<Mail, 'hasLink' | 'waitsForServer' | 'created' | 'sent'> & { created: Date; sent: Date | null }

const columns = sql`id::text, recipient, subject, state, attempts, error, body_text as text, created_at as created, sent_at as sent`

/** A page of the outbox, and the total up to one more than the cap. */
export async function findMails(
  db: Database,
  hasServer: boolean,
  { q, state }: { q?: string | undefined; state?: readonly MailState[] | undefined },
  { page, size, descending }: { page: number; size: number; descending: boolean },
): Promise<{ mails: MailSummary[]; total: number }> {
  const words = `%${likeText(q ?? '')}%`
  const where = sql`(${q === undefined} or recipient ilike ${words} or subject ilike ${words})
    and (${!state?.length} or state = any(${state ?? []}::text[]))`
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const { rows } = await sql<Row>`
    select ${columns} from mail_outbox where ${where} order by created_at ${direction}, id ${direction} limit ${size} offset ${page * size}`.execute(
    db,
  )
  const counted = await sql<{ total: number }>`
    select count(*) as total from (select 1 from mail_outbox where ${where} limit ${TOTAL_CAP + 1}) counted`.execute(db)
  return {
    mails: rows.map((row) => {
      const { text: _, ...summary } = mailOf(row, hasServer)
      return summary
    }),
    total: counted.rows[0]!.total,
  }
}

/** A mail with its text and its link as they are sent; `lock` holds it for the transaction. */
export async function findMail(
  db: Database | Tx,
  hasServer: boolean,
  id: string,
  { lock = false } = {},
): Promise<{ mail: Mail; link: string | undefined } | undefined> {
  const { rows } = await sql<Row>`
    select ${columns} from mail_outbox where id = ${id} ${lock ? sql`for update` : sql``}`.execute(db)
  return rows[0] && { mail: mailOf(rows[0], hasServer), link: oneTimeLinkOf(rows[0].text) }
}

function mailOf({ text, created, sent, ...row }: Row, hasServer: boolean): Mail {
  return {
    ...row,
    waitsForServer: row.state === 'WAITING' && !hasServer,
    hasLink: oneTimeLinkOf(text) !== undefined,
    created: created.toISOString(),
    sent: sent?.toISOString() ?? null,
    text: hideOneTimeLinks(text),
  }
}
