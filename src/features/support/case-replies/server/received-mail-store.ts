import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { isoSql, likeText } from '#kit/server/sql-text.ts'
import type { ReceivedMail, RejectionReason } from '../contract.ts'
import type { MailHead } from './read-mail.ts'

/** What is stored of a received mail. */
export type MailRecord = MailHead & {
  readonly size: number
  readonly dkim?: string | null
  readonly spf?: string | null
  readonly caseId?: number
  readonly userId?: number
}

/** Stores a mail that did not become a comment, with the reason. Its case and user are kept where they exist. */
export async function insertRejected(db: Database | Tx, mail: MailRecord, reason: RejectionReason): Promise<void> {
  await insert(db, mail, reason)
}

/** Stores a mail that becomes a comment; undefined when it was one already. */
export async function insertTaken(tx: Tx, mail: MailRecord): Promise<number | undefined> {
  return insert(tx, mail, null)
}

async function insert(
  db: Database | Tx,
  mail: MailRecord,
  reason: RejectionReason | null,
): Promise<number | undefined> {
  const { messageId, sender, subject, size, dkim = null, spf = null, caseId = null, userId = null } = mail
  const { rows } = await sql<{ id: number }>`
    insert into received_mails (message_id, sender, subject, size, dkim, spf, reason, case_id, user_id)
    values (${messageId.slice(0, 500)}, ${sender.slice(0, 320)}, ${subject.slice(0, 250)}, ${size}, ${dkim}, ${spf}, ${reason},
      (select id from cases where id = ${caseId}), (select id from users where id = ${userId}))
    on conflict (message_id, case_id, user_id) where reason is null do nothing returning id`.execute(db)
  return rows[0]?.id
}

/** Stores which comment a mail became, and the files that were not kept. */
export async function completeTaken(
  tx: Tx,
  id: number,
  { commentId, dropped }: { commentId: number; dropped: ReceivedMail['droppedFiles'] },
): Promise<void> {
  await sql`update received_mails set comment_id = ${commentId}, dropped_files = ${JSON.stringify(dropped)}::jsonb where id = ${id}`.execute(
    tx,
  )
}

/** A page of received mails, newest first unless asked otherwise, and their number. */
export async function findReceivedMails(
  db: Database,
  filters: {
    readonly q?: string | undefined
    readonly reason?: readonly string[] | undefined
    readonly taken?: boolean | undefined
  },
  { page, size, descending }: { page: number; size: number; descending: boolean },
) {
  const { q, reason, taken } = filters
  const words = `%${likeText(q ?? '')}%`
  const where = sql`(${q === undefined} or m.sender ilike ${words} or m.subject ilike ${words})
    and (${!reason?.length} or m.reason = any(${[...(reason ?? [])]}::text[]))
    and (${taken === undefined} or (m.reason is null) = ${taken ?? false})`
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const [rows, counted] = await Promise.all([
    sql<{ row: ReceivedMail }>`
      select json_build_object('id', m.id::text, 'received', ${isoSql('m.received_at')}, 'sender', m.sender, 'subject', m.subject, 'size', m.size,
        'caseKey', c.key, 'account', a.name, 'accountId', a.id::text, 'reason', m.reason, 'dkim', m.dkim, 'spf', m.spf, 'droppedFiles', m.dropped_files) as row
      from received_mails m left join cases c on c.id = m.case_id left join accounts a on a.id = c.account_id
      where ${where} order by m.received_at ${direction}, m.id ${direction} limit ${size} offset ${page * size}`.execute(
      db,
    ),
    sql<{ count: number; newest: Date | null }>`
      select count(*) as count, max(m.received_at) as newest from received_mails m where ${where}`.execute(db),
  ])
  return {
    rows: rows.rows.map(({ row }) => row),
    total: { count: counted.rows[0]!.count },
    lastUpdateTime: counted.rows[0]!.newest,
  }
}

/** Removes the address and the subjects of mails of an erased user. */
export async function removeUserFromReplies(tx: Tx, userId: number): Promise<void> {
  await sql`update received_mails set sender = '', subject = '' where user_id = ${userId}`.execute(tx)
}
