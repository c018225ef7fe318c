import { sql } from 'kysely'
import type { Transporter } from 'nodemailer'
import type { Database, Tx } from './database.ts'
import { html } from './html.ts'
import { addJob, type Task } from './jobs.ts'
import type { Portal } from './portal.ts'

/** A mail: one recipient, plain paragraphs, and at most one link to follow. */
export type Mail = {
  readonly to: string
  readonly subject: string
  readonly paragraphs: readonly string[]
  readonly link?: { readonly label: string; readonly url: string }
  /** The same key twice is one mail. */
  readonly key?: string
}

/** Puts a mail into the outbox, in the transaction of what it tells; it is sent after the commit. Throws on a line break in an address or a subject. */
export async function queueMail(tx: Tx | Database, mail: Mail): Promise<void> {
  if (/[\r\n\0]/.test(mail.to + mail.subject)) throw new Error('a mail address or subject has a line break')
  const row = await tx
    .insertInto('mail_outbox')
    .values({
      key: mail.key ?? null,
      recipient: mail.to,
      subject: mail.subject,
      body_text: [...mail.paragraphs, ...(mail.link ? [`${mail.link.label}: ${mail.link.url}`] : [])].join('\n\n'),
      body_html: htmlOf(mail),
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row) await addJob(tx, 'mail.send', { id: row.id })
}

/** Sends what is in the outbox. Without SMTP_URL mails stay there, WAITING, for administrators to read. */
export function mailTask({ config, db }: Portal): Task {
  let transport: Transporter | undefined
  return {
    name: 'mail.send',
    calls: 'mail',
    async run(payload) {
      const { id } = payload as { id: number }
      if (!config.smtpUrl) return
      const mail = await db.selectFrom('mail_outbox').selectAll().where('id', '=', id).executeTakeFirst()
      if (mail?.state !== 'WAITING') return
      transport ??= (await import('nodemailer')).createTransport(config.smtpUrl)
      const { recipient: to, subject, body_text: text, body_html: body } = mail
      const attempt = { attempts: mail.attempts + 1 }
      // After a crash between sending and noting it the mail goes out again under the same id, so that a mailbox shows it once.
      const messageId = `<mail-${id}-${mail.created_at.getTime()}@headend>`
      const outcome = await transport
        .sendMail({ from: config.mailFrom, to, subject, text, html: body, messageId })
        .then(
          () => ({ ...attempt, state: 'SENT', error: null, sent_at: sql<Date>`now()` }),
          (failure: Error) => ({
            ...attempt,
            state: attempt.attempts < 10 ? 'WAITING' : 'FAILED',
            error: failure.message,
          }),
        )
      await db.updateTable('mail_outbox').set(outcome).where('id', '=', id).execute()
      if (outcome.state === 'WAITING') throw new Error(`mail ${id} was not taken: ${outcome.error}`)
    },
  }
}

function htmlOf({ paragraphs, link }: Mail): string {
  return html`<!doctype html><html lang="en"><body style="font-family:system-ui,sans-serif;font-size:14px;line-height:1.45">
${paragraphs.map((text) => html`<p>${text}</p>\n`)}${link && html`<p><a href="${link.url}">${link.label}</a></p>`}</body></html>`
    .text
}
