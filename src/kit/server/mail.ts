import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Database, Tx } from './database.ts'
import { html } from './html.ts'
import { addJob, defineJob } from './job.ts'
import { sendCopiesSoon } from './mail-composer.ts'
import { htmlOf, type Mail, textOf } from './mail-content.ts'
import { isSender } from './setting-checks.ts'
import type { Setting } from './settings/setting.ts'

/** The sender of every mail. */
export const mailSender: Setting<string> = {
  key: 'mail.sender',
  type: { kind: 'TEXT', longest: 320 },
  default: 'Headend <no-reply@localhost>',
  accepts: isSender,
  environment: { name: 'MAIL_FROM', valueIn: (config) => config.mailFrom },
}

/**
 * How many copies of announcements and other mail for many users are sent in a second at most. Other mail is not
 * limited.
 */
export const copyRate: Setting<number> = {
  key: 'mail.copies-per-second',
  type: { kind: 'NUMBER', minimum: 1, maximum: 10_000, unit: 'PER_SECOND' },
  default: 100,
}

/** The task that sends one mail. */
export const SEND = defineJob('mail.send', { id: z.number() })
/** The start of the keys of its jobs. */
export const KEY = 'mail '
/** Lower is sent first; other mails have 0. */
const URGENT = -10
const BULK = 10
/** More at once than one event of a case brings. */
const MANY = 50

/**
 * Enqueues a mail in the outbox, in the transaction of the change; it is sent after the commit. Throws on a line break
 * in an address or a subject.
 */
export async function queueMail(tx: Tx | Database, mail: Mail): Promise<void> {
  await queueMails(tx, [mail])
}

/**
 * Enqueues different mails, in two statements. A key that is there already is not queued again. Mails of which there are
 * many at once are sent after all others.
 */
export async function queueMails(tx: Tx | Database, mails: readonly Mail[]): Promise<void> {
  for (const mail of mails) requireOneLine(mail.to + mail.subject + (mail.replyTo ?? '') + (mail.author ?? ''))
  const usual = mails.length > MANY ? BULK : 0
  for (const some of inStatements(mails)) {
    const rows = some.map((mail) => ({
      key: mail.key ?? null,
      recipient: mail.to,
      subject: mail.subject,
      body_text: textOf(mail),
      body_html: htmlOf(mail),
      link_token: mail.link?.token ?? null,
      author: mail.author ?? null,
      reply_to: mail.replyTo ?? null,
      thread: mail.thread ?? null,
      unsubscribe_url: mail.unsubscribeUrl ?? null,
      send_at: mail.sendAt ?? null,
      calendar_method: mail.calendar?.method ?? null,
      calendar_text: mail.calendar?.text ?? null,
    }))
    await sql`
      with mails as (
        select *, row_number() over () as place from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as m(key text, recipient text, subject text, body_text text,
          body_html text, link_token text, author text, reply_to text, thread text, unsubscribe_url text, send_at timestamptz,
          calendar_method text, calendar_text text)
      ), queued as (
        insert into mail_outbox (key, recipient, subject, body_text, body_html, link_token, author, reply_to, thread, unsubscribe_url, send_at, calendar_method, calendar_text)
        select key, recipient, subject, body_text, body_html, link_token, author, reply_to, thread, unsubscribe_url, send_at, calendar_method, calendar_text
        from mails order by place on conflict (key) do nothing returning id, send_at
      )
      select graphile_worker.add_job(${SEND.name}, payload => json_build_object('id', q.id), job_key => ${KEY} || q.id, run_at => q.send_at,
        priority => ${some.some(({ urgent }) => urgent) ? URGENT : usual}::int) from queued q order by q.id`.execute(tx)
  }
}

/** Characters of mails that one statement stores, about: more would hold the event loop while they are escaped. */
const STATEMENT_LENGTH = 500_000

function* inStatements(mails: readonly Mail[]): Generator<readonly Mail[]> {
  let some: Mail[] = []
  let length = 0
  for (const mail of mails) {
    some.push(mail)
    // Each text is in the mail as text and as HTML.
    length += 2 * mail.paragraphs.join('').length + (mail.calendar?.text.length ?? 0)
    if (length < STATEMENT_LENGTH) continue
    yield some
    some = []
    length = 0
  }
  if (some.length > 0) yield some
}

/** Sends a mail that failed, or waits for its next attempt, again: now, with as many attempts as a new one. */
export async function queueMailAgain(tx: Tx, id: number): Promise<void> {
  const { rows } = await sql<{ isCopy: boolean }>`
    update mail_outbox set state = 'WAITING', attempts = 0, send_at = case when batch_id is not null then now() else send_at end
    where id = ${id} and state in ('WAITING', 'FAILED') returning batch_id is not null as "isCopy"`.execute(tx)
  if (rows[0]?.isCopy) await sendCopiesSoon(tx)
  else await addJob(tx, SEND, { id }, { key: jobKeyOf(id) })
}

/** Cancels a mail that was not sent. */
export async function dropQueuedMail(tx: Tx, id: number): Promise<void> {
  await sql`update mail_outbox set state = 'DROPPED' where id = ${id} and state in ('WAITING', 'FAILED')`.execute(tx)
}

/**
 * Takes the mails of a thread with such parts of keys, of all users or of one, that were not sent out of the outbox: a
 * text in them was replaced or taken back, and they may be written again. Rejected ones are cancelled. Returns the keys of those that waited.
 */
export async function takeWaitingMails(
  tx: Tx,
  thread: string,
  { keys, userId }: { readonly keys: readonly string[] | 'all'; readonly userId?: number | undefined },
): Promise<string[]> {
  const whose = userId === undefined ? '%' : String(userId)
  const ending = keys === 'all' ? [`% ${whose}`] : keys.map((key) => `% ${key} ${whose}`)
  const isWanted = keys === 'all' && userId === undefined ? sql`true` : sql`key like any(${ending}::text[])`
  await sql`
    update mail_outbox set state = 'DROPPED' where state = 'FAILED' and thread = ${thread} and ${isWanted}`.execute(tx)
  const { rows } = await sql<{ key: string | null }>`
    delete from mail_outbox where state = 'WAITING' and batch_id is null and thread = ${thread} and ${isWanted} returning key`.execute(
    tx,
  )
  return rows.flatMap(({ key }) => key ?? [])
}

/** Replaces a line of text in the mails of a thread that were not sent. */
export async function replaceInWaitingMails(
  tx: Tx,
  thread: string,
  { before, after }: { readonly before: string; readonly after: string },
): Promise<void> {
  await sql`
    update mail_outbox set subject = replace(subject, ${before}, ${after}), body_text = replace(body_text, ${before}, ${after}),
      body_html = replace(body_html, ${html`${before}`.toString()}, ${html`${after}`.toString()})
    where state in ('WAITING', 'FAILED') and batch_id is null and thread = ${thread}`.execute(tx)
}

/** The key of the job that sends a mail. */
export function jobKeyOf(id: number): string {
  return `${KEY}${id}`
}

function requireOneLine(text: string): void {
  if (/[\r\n\0]/.test(text)) throw new Error('a mail address or subject has a line break')
}

/** Deletes the mails to an address from the outbox. */
export async function deleteMailsTo(tx: Tx, address: string): Promise<void> {
  await tx.deleteFrom('mail_outbox').where('recipient', '=', address).execute()
}
