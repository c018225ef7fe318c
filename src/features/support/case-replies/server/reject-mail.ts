import { sql } from 'kysely'
import { keepOriginal, storeMail } from '#features/platform/mail/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import type { FileStore } from '#kit/server/files/file-store.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import type { MailContent } from './mail-content.ts'
import { notifyOfRejection } from './notify-sender.ts'
import { insertRejected, insertTaken, type MailRecord } from './received-mail-store.ts'
import type { Rejection } from './take-reply.ts'

/** A received mail, and whether the relay confirms its sender. */
export type ReceivedMail = {
  readonly record: MailRecord
  readonly confirmed: boolean
  readonly raw: Buffer
  readonly content: MailContent
  /** False where its content did not arrive to its end. */
  readonly isWhole: boolean
  /** It is to an address of the portal for something else than a case: its sender is not notified. */
  readonly isOther?: boolean
}

/** Of one sender in a day: a program that replies to everything does not fill the disk. */
const KEPT_A_DAY = 50

/**
 * Stores why a mail is no comment, and notifies its sender. The mail of a confirmed sender to an address that the portal
 * made is kept: staff can read it, and make one about a case a comment.
 */
export async function rejectMail(
  portal: AppContext,
  store: FileStore,
  mail: ReceivedMail,
  { reason, dropped }: Rejection,
): Promise<void> {
  const { record, confirmed: isConfirmed, isOther = false } = mail
  const keeps = isConfirmed && mail.isWhole && (isOther || record.caseId !== undefined) && reason !== 'DUPLICATE'
  const keep = keeps ? await keeperOf(portal, store, mail) : undefined
  await inTransaction(portal.db, async (tx) => {
    await insertRejected(tx, { ...record, originalId: (await keep?.(tx)) ?? null }, reason)
    if (isConfirmed && !isOther) await notifyOfRejection(portal, tx, record, { reason, dropped: dropped ?? [] })
  })
}

/** Stores a mail that another feature took, which staff can read as it arrived. */
export async function recordTaken(portal: AppContext, store: FileStore, mail: ReceivedMail): Promise<void> {
  const keep = mail.isWhole ? await keeperOf(portal, store, mail) : undefined
  await inTransaction(portal.db, async (tx) => {
    await insertTaken(tx, { ...mail.record, originalId: (await keep?.(tx)) ?? null })
  })
}

/** Stores the bytes of a mail; the result keeps them in a transaction, and is the id of the original. */
async function keeperOf(
  portal: AppContext,
  store: FileStore,
  { record, raw, content }: ReceivedMail,
): Promise<(tx: Tx) => Promise<number | null>> {
  const file = await storeMail(raw, store)
  return async (tx) => {
    const userId = await userOf(tx, record)
    return (await mayKeep(tx, record)) ? keepOriginal(tx, { userId, text: content.text, file }, portal.config) : null
  }
}

async function mayKeep(tx: Tx, { sender, userId }: MailRecord): Promise<boolean> {
  const whose = userId === undefined ? sql`sender = ${sender}` : sql`user_id = ${userId}`
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from received_mails
    where ${whose} and original_id is not null and received_at > now() - interval '1 day'`.execute(tx)
  return rows[0]!.count < KEPT_A_DAY
}

/** The user who has the address of the sender. */
async function userOf(tx: Tx, { sender }: MailRecord): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`select id from users where lower(email) = ${sender}`.execute(tx)
  return rows[0]?.id ?? null
}
