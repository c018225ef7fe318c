import type { Transporter } from 'nodemailer'
import type { ComposedMail } from './mail-composer.ts'

/** With growing delay, the last attempt is a day after the first. */
export const ATTEMPTS = 14
/** An open connection that sends nothing is closed after this time. */
const IDLE_MS = 1_000

/** A mail as it is given to the server. */
export type OutgoingMail = {
  readonly from: string | { readonly name: string; readonly address: string }
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly messageId: string
  readonly replyTo?: string | undefined
  readonly thread?: string | undefined
  readonly unsubscribeUrl?: string | undefined
  readonly calendar?: ComposedMail['calendar']
}

/** Connections to the mail server that several mails share, one after the other. */
export type MailTransport = { send(mail: OutgoingMail): Promise<void> }

/** Opens up to `connections` to the server when mails are sent, and closes them soon after the last one. */
export function mailTransport(smtpUrl: string | undefined, connections: number): MailTransport {
  let transport: Promise<Transporter> | undefined
  const open = async () => {
    const { createTransport } = await import('nodemailer')
    // The pool itself sends a mail again only if the connection closed before its first byte; all else is up to the outbox.
    const pool = { pool: true, maxConnections: connections, idleTimeout: IDLE_MS, maxRequeues: 2 } as const
    return createTransport({ url: smtpUrl, ...pool })
  }
  return {
    async send(mail) {
      transport ??= open()
      await (await transport).sendMail(messageOf(mail))
    },
  }
}

function messageOf({ thread, calendar, unsubscribeUrl, replyTo, ...mail }: OutgoingMail) {
  return {
    ...mail,
    headers: headersOf(unsubscribeUrl),
    ...(replyTo ? { replyTo } : {}),
    // The first mail of a thread does not have this id: all of them refer to it, and so belong together.
    ...(thread ? { references: `<thread-${thread}@headend>`, inReplyTo: `<thread-${thread}@headend>` } : {}),
    ...(calendar ? { icalEvent: { method: calendar.method, content: calendar.text } } : {}),
  }
}

function headersOf(unsubscribeUrl: string | undefined): Record<string, string> {
  const automatic = { 'Auto-Submitted': 'auto-generated' }
  if (unsubscribeUrl === undefined) return automatic
  return {
    ...automatic,
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

/**
 * The Message-ID of a mail of the outbox. After a crash between sending and recording it the mail is sent again under
 * the same id, so that a mailbox shows it once.
 */
export function messageIdOf(id: number, createdAt: Date): string {
  return `<mail-${id}-${createdAt.getTime()}@headend>`
}

/** The state after a failed attempt, the `attempts`-th one. */
export function stateAfter(failure: Error, attempts: number): 'WAITING' | 'FAILED' {
  return attempts < ATTEMPTS && !isFinal(failure) ? 'WAITING' : 'FAILED'
}

/** The server rejects this recipient or this mail for good. */
function isFinal({ code, responseCode = 0 }: Error & { code?: string; responseCode?: number }): boolean {
  return responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')
}
