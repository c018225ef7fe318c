import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { defineEvent } from '#kit/contract/event.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { problems } from '#kit/contract/problem.ts'
import { operateMail, showMailLinks } from './contract/mail-permissions.ts'

export { operateMail, showMailLinks } from './contract/mail-permissions.ts'

export const mailProblems = problems({
  'mail-not-found': { status: 404, text: 'This mail was not found.' },
  'mail-already-sent': { status: 409, text: 'This mail was already sent.' },
  'mail-dropped': { status: 409, text: 'This mail was discarded.' },
  'mail-without-link': { status: 409, text: 'This mail has no one-time link.' },
})

export const MailState = z.enum(['WAITING', 'SENT', 'FAILED', 'DROPPED'])
export type MailState = z.output<typeof MailState>

const summary = {
  id: z.string(),
  recipient: z.string(),
  subject: z.string(),
  state: MailState,
  /** It waits because no mail server is set (`SMTP_URL`). */
  waitsForServer: z.boolean(),
  attempts: z.int(),
  /** The last response of the mail server, where it rejected the mail. */
  error: z.nullable(z.string()),
  /** It has a one-time link, which is hidden here. */
  hasLink: z.boolean(),
  created: z.iso.datetime(),
  sent: z.nullable(z.iso.datetime()),
}

/** A mail of the outbox, without its content. */
export const MailSummary = z.object(summary)
export type MailSummary = z.output<typeof MailSummary>

/** A mail with its text; one-time links are hidden. */
export const Mail = z.object({ ...summary, text: z.string() })
export type Mail = z.output<typeof Mail>

const byId = z.strictObject({ id: z.string().check(z.regex(/^\d{1,15}$/)) })

export const listMails = endpoint({
  tag: 'Mail',
  guard: operateMail,
  name: 'listMails',
  method: 'GET',
  url: '/api/mails',
  summary: 'List the mail outbox, newest first',
  query: listQuery(['created'], {
    /** Part of the recipient or the subject. */
    q: z.optional(z.string().check(z.maxLength(200))),
    state: z.optional(z.array(MailState)),
  }),
  reply: halList('mails', MailSummary),
  problems: [],
})
export const readMail = endpoint({
  tag: 'Mail',
  guard: operateMail,
  name: 'readMail',
  method: 'GET',
  url: '/api/mails/{id}',
  summary: 'Read a mail with its text; one-time links are hidden',
  params: byId,
  reply: Mail,
  problems: [mailProblems['mail-not-found']],
})
export const showMailLink = endpoint({
  tag: 'Mail',
  guard: showMailLinks,
  name: 'showMailLink',
  method: 'POST',
  url: '/api/mails/{id}/reveal',
  forbiddenWhileImpersonating: true,
  summary: 'Read the one-time link of a mail; recorded in the audit log',
  params: byId,
  reply: z.object({ link: z.string() }),
  problems: [mailProblems['mail-not-found'], mailProblems['mail-without-link']],
})
export const retryMail = endpoint({
  tag: 'Mail',
  guard: operateMail,
  name: 'retryMail',
  method: 'POST',
  url: '/api/mails/{id}/retry',
  summary: 'Resend a mail that was not delivered',
  params: byId,
  reply: Mail,
  problems: [mailProblems['mail-not-found'], mailProblems['mail-already-sent'], mailProblems['mail-dropped']],
})
export const dropMail = endpoint({
  tag: 'Mail',
  guard: operateMail,
  name: 'dropMail',
  method: 'POST',
  url: '/api/mails/{id}/drop',
  summary: 'Discard a mail that was not sent yet',
  params: byId,
  reply: Mail,
  problems: [mailProblems['mail-not-found'], mailProblems['mail-already-sent'], mailProblems['mail-dropped']],
})

export const mailRetried = defineEvent('mail.retried', {
  audience: 'vendor',
  text: 'sent a mail again: {subject}',
  data: { what: z.string() },
})
export const mailDropped = defineEvent('mail.dropped', {
  audience: 'vendor',
  text: 'discarded a mail: {subject}',
  data: { what: z.string() },
})
export const mailLinkShown = defineEvent('mail.link-shown', {
  audience: 'vendor',
  text: 'showed the one-time link of a mail: {subject}',
  data: { recipient: z.string(), what: z.string() },
})
