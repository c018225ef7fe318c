import { sql } from 'kysely'
import { CASE_MAIL, unsubscribeUrls } from '#features/messaging/announcements/server/index.ts'
import { digestTimes, quietEnds } from '#features/messaging/delivery-times/server/index.ts'
import { type Recipient, readersAmong } from '#features/support/case-access/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import type { RecordedEvent } from '#kit/server/events/event.ts'
import { defineJob, type Task, taskOf } from '#kit/server/job.ts'
import { queueMails } from '#kit/server/mail.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { caseDigestMail, type DigestLine } from './case-digest-mail.ts'
import type { CaseNotification } from './case-notification.ts'

/** Users whose digests are queued in one transaction. */
const BATCH = 100

/**
 * Stores an event for the digests of those recipients who chose one; returns them. Outages are not kept for a digest, and
 * neither is what happened to a case that is gone by then.
 */
export async function keepForDigests(
  tx: Tx,
  event: RecordedEvent,
  { id: caseId, type, internal }: CaseNotification,
  recipients: readonly Recipient[],
  text: string,
): Promise<ReadonlySet<number>> {
  if (type === 'OUTAGE' || caseId === 0) return new Set()
  const waiting = recipients.flatMap(({ id, blocked, mailWhen: when }) =>
    blocked || when === 'AT_ONCE' ? [] : [{ id, when }],
  )
  const times = await digestTimes(tx, waiting)
  await sql`
    insert into case_digest_lines (user_id, case_id, event_id, internal, text, digest_at)
    select user_id, ${caseId}, ${event.id}, ${internal || event.audience !== 'account'}, ${text}, digest_at
    from unnest(${[...times.keys()]}::bigint[], ${[...times.values()]}::timestamptz[]) as d(user_id, digest_at)
    on conflict (user_id, event_id) do nothing`.execute(tx)
  return new Set(times.keys())
}

/** Mails each user what happened to their cases, when their digest is due. */
export function caseDigestTask(portal: AppContext): Task {
  return taskOf(defineJob('cases.digest'), {
    cron: '* * * * *',
    atStart: true,
    async run() {
      while ((await inTransaction(portal.db, (tx) => sendDigests(portal, tx))) === BATCH);
    },
  })
}

/** Queues the digests of the next users; returns of how many. */
async function sendDigests(portal: AppContext, tx: Tx): Promise<number> {
  const { rows } = await sql<DigestLine>`
    with due as (select user_id from case_digest_lines where digest_at <= now() group by user_id order by user_id limit ${BATCH}),
    taken as (delete from case_digest_lines l using due where l.user_id = due.user_id and l.digest_at <= now() returning l.*)
    select t.id, t.user_id as "userId", u.email, t.text, t.internal or c.internal as internal, c.id as "caseId", c.key, c.subject,
      c.account_id as "accountId", a.name as account, c.internal as "isInternalCase",
      not u.notification_blocking and 'CASES' = any(u.subscriptions) as "isWanted"
    from taken t join users u on u.id = t.user_id join cases c on c.id = t.case_id join accounts a on a.id = c.account_id
    order by t.user_id, t.id`.execute(tx)
  const lines = await readable(tx, rows)
  const users = [...new Set(lines.map(({ userId }) => userId))]
  const waitUntil = await quietEnds(tx, users)
  const unsubscribeUrl = await unsubscribeUrls(portal, tx)
  await queueMails(
    tx,
    users.map((userId) => ({
      ...caseDigestMail(
        portal,
        lines.filter((line) => line.userId === userId),
      ),
      sendAt: waitUntil.get(userId),
      unsubscribeUrl: unsubscribeUrl(userId, [CASE_MAIL]),
    })),
  )
  return new Set(rows.map(({ userId }) => userId)).size
}

/** The lines of users who want mail about cases, and may still read what each is about. */
async function readable(tx: Tx, lines: readonly DigestLine[]): Promise<readonly DigestLine[]> {
  const wanted = lines.filter(({ isWanted }) => isWanted)
  const groupOf = ({ accountId, internal }: DigestLine) => `${accountId} ${internal}`
  const kept = new Set<string>()
  for (const group of new Set(wanted.map(groupOf))) {
    const ofGroup = wanted.filter((line) => groupOf(line) === group)
    const users = ofGroup.map(({ userId }) => userId)
    for (const { id } of await readersAmong(tx, ofGroup[0]!, users)) kept.add(`${group} ${id}`)
  }
  return wanted.filter((line) => kept.has(`${groupOf(line)} ${line.userId}`))
}
