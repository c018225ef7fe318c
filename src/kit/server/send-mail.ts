import { sql } from 'kysely'
import { addJob, defineJob, type Task, taskOf } from './job.ts'
import { jobKeyOf, KEY, mailSender, SEND } from './mail.ts'
import { sendCopiesSoon } from './mail-composer.ts'
import type { Mail } from './mail-content.ts'
import { mailTransport, messageIdOf, type OutgoingMail, stateAfter } from './mail-transport.ts'
import type { AppContext } from './portal.ts'
import { copiesTask } from './send-copies.ts'

/** As many as mails are sent at once. Copies have connections of their own: they hold up no other mail. */
const CONNECTIONS = 2
/** Mails that were sent, rejected or dropped can be found for this long. */
const KEPT_DAYS = 90

/** The form of the Message-ID of every mail of the portal. */
const ownMessageId = /^<(?:mail|thread)-[\w-]{1,100}@headend>$/

/** Whether a Message-ID is one that the portal gives. */
export function isOwnMessageId(messageId: string): boolean {
  return ownMessageId.test(messageId)
}

/** The tasks of the outbox. A process without SMTP_URL sends no mail: jobs wait for one that has it. */
export function mailTasks(portal: AppContext): Task[] {
  const purge = purgeMailTask(portal)
  return portal.config.smtpUrl ? [mailTask(portal), copiesTask(portal), resumeMailTask(portal), purge] : [purge]
}

/**
 * Adds a job, each minute and at the start, for waiting mails that have none: those queued before SMTP_URL was set, and
 * copies that are due.
 */
function resumeMailTask({ db }: Pick<AppContext, 'db'>): Task {
  return taskOf(defineJob('mail.resume'), {
    cron: '* * * * *',
    atStart: true,
    async run() {
      const { rows } = await sql<{ id: number }>`
        select id from mail_outbox m where state = 'WAITING' and batch_id is null
          and not exists (select from graphile_worker.jobs j where j.key = ${KEY} || m.id) order by id limit 5000`.execute(
        db,
      )
      for (const { id } of rows) await addJob(db, SEND, { id }, { key: jobKeyOf(id) })
      const copies = await sql`
        select from mail_outbox where state = 'WAITING' and batch_id is not null and send_at <= now() limit 1`.execute(
        db,
      )
      if (copies.rows.length > 0) await sendCopiesSoon(db)
    },
  })
}

/** Sends the mails of the outbox, one with each job. */
function mailTask({ config, db, settings }: AppContext): Task {
  const transport = mailTransport(config.smtpUrl, CONNECTIONS)
  return taskOf(SEND, {
    calls: 'mail',
    async run({ id }) {
      const mail = await db.selectFrom('mail_outbox').selectAll().where('id', '=', id).executeTakeFirst()
      if (mail?.state !== 'WAITING' || mail.batch_id !== null) return
      const attempts = mail.attempts + 1
      const outcome = await transport
        .send({
          from: senderOf(settings.valueOf(mailSender), mail.author),
          to: mail.recipient!,
          subject: mail.subject!,
          text: mail.body_text!,
          html: mail.body_html!,
          messageId: messageIdOf(id, mail.created_at),
          replyTo: mail.reply_to ?? undefined,
          thread: mail.thread ?? undefined,
          unsubscribeUrl: mail.unsubscribe_url ?? undefined,
          calendar: calendarOf(mail),
        })
        .then(
          () => ({ attempts, state: 'SENT', error: null, sent_at: sql<Date>`now()` }),
          (failure: Error) => ({ attempts, state: stateAfter(failure, attempts), error: failure.message }),
        )
      await db.updateTable('mail_outbox').set(outcome).where('id', '=', id).where('state', '=', 'WAITING').execute()
      if (outcome.state === 'WAITING') throw new Error(`mail ${id} was not taken: ${outcome.error}`)
    },
  })
}

/** The sender of a mail; one with a user's words names them, as the portal's address says nothing of who wrote. */
function senderOf(sender: string, author: string | null): OutgoingMail['from'] {
  if (author === null) return sender
  const [, name = '', address = sender] = /^(.*)<([^<>]+)>$/.exec(sender) ?? []
  const via = name.trim().replace(/^"(.*)"$/, '$1') || 'Headend'
  return { name: `${author} via ${via}`, address }
}

function calendarOf({ calendar_method: method, calendar_text: text }: StoredCalendar): Mail['calendar'] {
  return method && text ? { method: method as 'REQUEST' | 'CANCEL', text } : undefined
}
type StoredCalendar = { readonly calendar_method: string | null; readonly calendar_text: string | null }

/** Deletes mails of the outbox that ended long ago, day by day. */
function purgeMailTask({ db }: AppContext): Task {
  return taskOf(defineJob('mail.purge'), {
    cron: '23 3 * * *',
    async run() {
      await sql`delete from mail_outbox where created_at < now() - make_interval(days => ${KEPT_DAYS}) and state <> 'WAITING'`.execute(
        db,
      )
      await sql`delete from mail_batches b where created_at < now() - make_interval(days => ${KEPT_DAYS})
        and not exists (select from mail_outbox m where m.batch_id = b.id)`.execute(db)
    },
  })
}
