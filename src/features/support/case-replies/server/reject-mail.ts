import { sql } from 'kysely'
import { keepOriginal, storeMail } from '#features/platform/mail/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import type { FileStore } from '#kit/server/files/file-store.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { contentOf } from './mail-content.ts'
import type { MailPart } from './mail-parts.ts'
import { notifyOfRejection } from './notify-sender.ts'
import { insertRejected, type MailRecord } from './received-mail-store.ts'
import type { Rejection } from './take-reply.ts'

/** A received mail, and whether the relay confirms its sender. */
export type Received = {
  readonly record: MailRecord
  readonly confirmed: boolean
  readonly raw: Buffer
  /** False where its content did not arrive to its end. */
  readonly isWhole: boolean
}

/** Of one user in a day: a program that replies to everything does not fill the disk. */
const KEPT_A_DAY = 50

/**
 * Stores why a mail is no comment, and notifies its sender. The mail of a confirmed sender about a case is kept: staff
 * can read it and make it a comment.
 */
export async function rejectMail(
  portal: AppContext,
  store: FileStore,
  { record, confirmed, raw, isWhole }: Received,
  { reason, dropped, parts }: Rejection & { readonly parts: readonly MailPart[] },
): Promise<void> {
  const keeps = confirmed && isWhole && record.caseId !== undefined && reason !== 'DUPLICATE'
  const text = keeps ? await contentOf(parts).then((content) => content.text) : ''
  const file = keeps ? await storeMail(raw, store) : undefined
  await inTransaction(portal.db, async (tx) => {
    const originalId =
      file && (await mayKeep(tx, record))
        ? await keepOriginal(tx, { userId: await userOf(tx, record), text, file }, portal.config)
        : null
    await insertRejected(tx, { ...record, originalId }, reason)
    if (confirmed) await notifyOfRejection(portal, tx, record, { reason, dropped: dropped ?? [] })
  })
}

async function mayKeep(tx: Tx, { userId = 0 }: MailRecord): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from received_mails
    where user_id = ${userId} and original_id is not null and received_at > now() - interval '1 day'`.execute(tx)
  return rows[0]!.count < KEPT_A_DAY
}

/** The user who has the address of the sender. */
async function userOf(tx: Tx, { sender }: MailRecord): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`select id from users where lower(email) = ${sender}`.execute(tx)
  return rows[0]?.id ?? null
}
