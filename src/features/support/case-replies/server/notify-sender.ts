import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { ReceivedMail, RejectionReason } from '../contract.ts'
import { serverTexts } from '../texts.ts'
import { filesDropped, replyRejected } from './case-reply-notifications.ts'
import type { MailRecord } from './received-mail-store.ts'

/** For a case and a reason: no two programs reply to each other without end. */
const MOST_AN_HOUR = 5

/** Mails the sender why a reply, which is stored, did not become a comment: once for each mail. */
export async function notifyOfRejection(
  portal: AppContext,
  tx: Tx,
  mail: MailRecord,
  { reason, dropped }: { reason: RejectionReason; dropped: Readonly<ReceivedMail['droppedFiles']> },
): Promise<void> {
  const why =
    reason in serverTexts.reasons ? serverTexts.reasons[reason as keyof typeof serverTexts.reasons] : undefined
  if (why === undefined || mail.sender === '' || (await countOfHour(tx, mail, reason)) > MOST_AN_HOUR) return
  await portal.notifier.notify(tx, replyRejected, {
    to: [{ address: mail.sender }],
    values: { subject: subjectOf(mail), why, files: listOf(dropped) },
    link: '/',
    key: `${digestOf(mail.identity + mail.sender)} ${mail.caseId ?? '-'} ${reason}`,
  })
}

/** How many mails of the sender were stored with the reason for the case within an hour. */
async function countOfHour(tx: Tx, { sender, caseId }: MailRecord, reason: RejectionReason): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from received_mails
    where received_at > now() - interval '1 hour' and sender = ${sender} and reason = ${reason}
      and case_id is not distinct from (select id from cases where id = ${caseId ?? null})`.execute(tx)
  return rows[0]!.count
}

/** Mails the sender which files of a reply were not kept. */
export async function notifyOfDroppedFiles(
  portal: AppContext,
  tx: Tx,
  mail: MailRecord,
  { key, dropped }: { key: string; dropped: Readonly<ReceivedMail['droppedFiles']> },
): Promise<void> {
  await portal.notifier.notify(tx, filesDropped, {
    to: [{ address: mail.sender }],
    values: { subject: subjectOf(mail), key, files: listOf(dropped) },
    link: '/',
    key: digestOf(mail.identity + mail.sender),
  })
}

/** The files, each a paragraph. */
function listOf(dropped: Readonly<ReceivedMail['droppedFiles']>): string {
  return dropped.slice(0, 20).map(wordsOf).join('\n\n')
}

function wordsOf({ filename, problem }: ReceivedMail['droppedFiles'][number]): string {
  const words =
    problem in serverTexts.dropped
      ? serverTexts.dropped[problem as keyof typeof serverTexts.dropped]
      : serverTexts.dropped.other
  return words.replace('{filename}', () => filename)
}

function subjectOf({ subject }: MailRecord): string {
  return subject.replaceAll(/[\r\n\t]+/g, ' ')
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
