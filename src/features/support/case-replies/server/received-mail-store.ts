import { sql } from 'kysely'
import { deleteOriginalsOf } from '#features/platform/mail/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { directionOf, findJsonPage } from '#kit/server/list/find-page.ts'
import { isoSql, likeText } from '#kit/server/sql-text.ts'
import type { ReceivedMail, RejectionReason } from '../contract.ts'
import type { MailHead } from './read-mail.ts'

/** What is stored of a received mail. */
export type MailRecord = Omit<MailHead, 'messageId'> & {
  readonly size: number
  readonly dkim?: string | null
  readonly spf?: string | null
  readonly caseId?: number
  readonly userId?: number
  readonly originalId?: number | null
}

/** Stores a mail that did not become a comment, with the reason. Its case and user are kept where they exist. */
export async function insertRejected(db: Database | Tx, mail: MailRecord, reason: RejectionReason): Promise<void> {
  await insert(db, mail, reason)
}

/** Stores a mail that becomes a comment, or is taken for something else; undefined when it was one already. */
export async function insertTaken(tx: Tx, mail: MailRecord): Promise<number | undefined> {
  return insert(tx, mail, null)
}

async function insert(
  db: Database | Tx,
  mail: MailRecord,
  reason: RejectionReason | null,
): Promise<number | undefined> {
  const {
    identity,
    sender,
    subject,
    size,
    dkim = null,
    spf = null,
    caseId = null,
    userId = null,
    originalId = null,
  } = mail
  const { rows } = await sql<{ id: number }>`
    insert into received_mails (message_id, sender, subject, size, dkim, spf, reason, original_id, case_id, user_id)
    values (${identity}, ${sender}, ${subject}, ${size}, ${dkim}, ${spf}, ${reason}, ${originalId},
      (select id from cases where id = ${caseId}), (select id from users where id = ${userId}))
    on conflict (message_id, case_id, user_id) where reason is null do nothing returning id`.execute(db)
  return rows[0]?.id
}

/** Stores which comment a mail became, and the files that were not kept. */
export async function completeTaken(
  tx: Tx,
  id: number,
  { commentId, dropped }: { commentId: number; dropped: Readonly<ReceivedMail['droppedFiles']> },
): Promise<void> {
  await sql`
    update received_mails set reason = null, comment_id = ${commentId}, dropped_files = ${JSON.stringify(dropped)}::jsonb
    where id = ${id}`.execute(tx)
}

const json = sql`json_build_object('id', m.id::text, 'received', ${isoSql('m.received_at')}, 'sender', m.sender, 'subject', m.subject, 'size', m.size,
  'caseKey', c.key, 'account', a.name, 'accountId', a.id::text, 'reason', m.reason, 'dkim', m.dkim, 'spf', m.spf, 'droppedFiles', m.dropped_files,
  'isKept', m.comment_id is null and m.original_id is not null)`
const sources = sql`received_mails m left join cases c on c.id = m.case_id left join accounts a on a.id = c.account_id`

/** A mail that became no comment, as commands read it. */
export type RejectedMail = {
  readonly mail: ReceivedMail
  readonly id: number
  readonly originalId: number
  readonly caseId: number | null
  readonly userId: number | null
  /** It is from the address that the reply address was made for. */
  readonly isOwn: boolean
}

/** A received mail; undefined unless it was kept and is no comment. */
export async function findRejected(db: Database | Tx, id: string): Promise<RejectedMail | undefined> {
  const { rows } = await sql<RejectedMail>`
    select ${json} as mail, m.id, m.original_id as "originalId", m.case_id as "caseId", m.user_id as "userId",
      exists (select from users u where u.id = m.user_id and lower(u.email) = m.sender) as "isOwn"
    from ${sources} where m.id = ${Number(id)} and m.comment_id is null and m.original_id is not null`.execute(db)
  return rows[0]
}

/** A received mail. */
export async function readReceived(db: Database | Tx, id: number): Promise<ReceivedMail> {
  const { rows } = await sql<{ mail: ReceivedMail }>`select ${json} as mail from ${sources} where m.id = ${id}`.execute(
    db,
  )
  return rows[0]!.mail
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
  const { q, reason, taken: takenFilter } = filters
  const words = `%${likeText(q ?? '')}%`
  const where = sql`(${q === undefined} or m.sender ilike ${words} or m.subject ilike ${words})
    and (${!reason?.length} or m.reason = any(${[...(reason ?? [])]}::text[]))
    and (${takenFilter === undefined} or (m.reason is null) = ${takenFilter ?? false})`
  const direction = directionOf(descending)
  return findJsonPage(db, {
    page,
    size,
    rows: sql<{ row: ReceivedMail }>`
      select ${json} as row from ${sources}
      where ${where} order by m.received_at ${direction}, m.id ${direction}`,
    of: sql`from received_mails m where ${where}`,
    newest: sql`m.received_at`,
  })
}

/** Removes the mails of an erased user, their address and their subjects. */
export async function removeUserFromReplies(tx: Tx, userId: number): Promise<void> {
  await deleteOriginalsOf(tx, userId)
  await sql`update received_mails set sender = '', subject = '' where user_id = ${userId}`.execute(tx)
}
