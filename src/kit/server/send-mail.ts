import { sql } from 'kysely'
import type { Transporter } from 'nodemailer'
import { addJob, type Task } from './jobs.ts'
import { jobKeyOf, KEY, mailSender, SEND } from './mail.ts'
import type { AppContext } from './portal.ts'

/** With growing delay, the last attempt is a day after the first. */
const ATTEMPTS = 14

/** The form of the Message-ID of every mail of the portal. */
const ownMessageId = /^<(?:mail|thread)-[\w-]{1,100}@headend>$/

/** Whether a Message-ID is one that the portal gives. */
export function isOwnMessageId(messageId: string): boolean {
  return ownMessageId.test(messageId)
}

/** The tasks that send mail. A process without SMTP_URL has none: jobs wait for one that has it. */
export function mailTasks(portal: AppContext): Task[] {
  return portal.config.smtpUrl ? [mailTask(portal), resumeMailTask(portal)] : []
}

/** Adds a job, each minute and at the start, for waiting mails that have none: those queued before SMTP_URL was set. */
function resumeMailTask({ db }: Pick<AppContext, 'db'>): Task {
  return {
    name: 'mail.resume',
    cron: '* * * * *',
    atStart: true,
    async run() {
      const { rows } = await sql<{ id: number }>`
        select id from mail_outbox m where state = 'WAITING'
          and not exists (select from graphile_worker.jobs j where j.key = ${KEY} || m.id) order by id limit 5000`.execute(
        db,
      )
      for (const { id } of rows) await addJob(db, SEND, { id }, { key: jobKeyOf(id) })
    },
  }
}

/** Sends the mails of the outbox. */
function mailTask({ config, db, settings }: AppContext): Task {
  let transport: Transporter | undefined
  return {
    name: SEND,
    calls: 'mail',
    async run(payload) {
      const { id } = payload as { id: number }
      const mail = await db.selectFrom('mail_outbox').selectAll().where('id', '=', id).executeTakeFirst()
      if (mail?.state !== 'WAITING') return
      transport ??= (await import('nodemailer')).createTransport(config.smtpUrl)
      const { recipient: to, subject, body_text: text, body_html: body, unsubscribe_url: unsubscribeUrl } = mail
      const attempt = { attempts: mail.attempts + 1 }
      // After a crash between sending and recording it the mail is sent again under the same id, so that a mailbox
      // shows it once.
      const messageId = `<mail-${id}-${mail.created_at.getTime()}@headend>`
      const outcome = await transport
        .sendMail({
          from: settings.valueOf(mailSender),
          to,
          subject,
          text,
          html: body,
          messageId,
          headers: headersOf(unsubscribeUrl),
          ...(mail.reply_to ? { replyTo: mail.reply_to } : {}),
          // The first mail of a thread does not have this id: all of them refer to it, and so belong together.
          ...(mail.thread
            ? { references: `<thread-${mail.thread}@headend>`, inReplyTo: `<thread-${mail.thread}@headend>` }
            : {}),
          ...(mail.calendar_method && mail.calendar_text
            ? { icalEvent: { method: mail.calendar_method, content: mail.calendar_text } }
            : {}),
        })
        .then(
          () => ({ ...attempt, state: 'SENT', error: null, sent_at: sql<Date>`now()` }),
          (failure: Error) => ({
            ...attempt,
            state: attempt.attempts < ATTEMPTS && !isFinal(failure) ? 'WAITING' : 'FAILED',
            error: failure.message,
          }),
        )
      await db.updateTable('mail_outbox').set(outcome).where('id', '=', id).where('state', '=', 'WAITING').execute()
      if (outcome.state === 'WAITING') throw new Error(`mail ${id} was not taken: ${outcome.error}`)
    },
  }
}

/** The server rejects this recipient or this mail for good. */
function isFinal({ code, responseCode = 0 }: Error & { code?: string; responseCode?: number }): boolean {
  return responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')
}

function headersOf(unsubscribeUrl: string | null): Record<string, string> {
  const automatic = { 'Auto-Submitted': 'auto-generated' }
  if (unsubscribeUrl === null) return automatic
  return {
    ...automatic,
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}
