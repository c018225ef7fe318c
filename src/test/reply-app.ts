import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { type Mailbox, openMailbox } from './mailbox.ts'
import { type SupportApp, supportApp } from './support-app.ts'

/** The product with a relay in front of its mail listener, and a mailbox for what it sends. */
export type ReplyApp = {
  readonly desk: SupportApp
  readonly mailbox: Mailbox
  readonly port: number
  /** Delivers a mail as the relay does: with its results of DKIM and SPF unless `results` are given. */
  deliver(mail: SendMailOptions & { readonly results?: string | null }): Promise<unknown>
  close(): Promise<void>
}

/** Starts it; the relay is `relay.desk.example`. */
export async function replyApp(env: Record<string, string> = {}): Promise<ReplyApp> {
  const mailbox = await openMailbox()
  const port = await freePort()
  const desk = await supportApp({ ...replySettings(mailbox, port), ...env })
  return {
    desk,
    mailbox,
    port,
    deliver: ({ results, ...mail }) =>
      deliverReply(port, mail, results ?? (results === null ? null : confirmedFor('desk.example'))),
    async close() {
      await desk.close()
      mailbox.close()
    },
  }
}

/** The settings of a portal that listens for replies at a port, behind `relay.desk.example`. */
export function replySettings({ url }: Mailbox, port: number): Record<string, string> {
  return {
    SMTP_URL: url,
    MAIL_FROM: 'Headend <no-reply@desk.example>',
    REPLY_ADDRESS: 'support@desk.example',
    REPLY_LISTEN: `127.0.0.1:${port}`,
    REPLY_AUTHSERV_ID: 'relay.desk.example',
  }
}

/** What the relay says about a mail of that domain whose signature and sender it confirmed. */
export function confirmedFor(domain: string): string {
  return `relay.desk.example; dkim=pass header.d=${domain}; spf=pass smtp.mailfrom=${domain}`
}

/** Delivers a mail as the relay does, with its results. */
export async function deliverReply(port: number, mail: SendMailOptions, results: string | null): Promise<unknown> {
  const transport = createTransport({ host: '127.0.0.1', port, secure: false, ignoreTLS: true })
  const written = results === null ? {} : { 'Authentication-Results': results }
  const headers = { ...written, ...(mail.headers as Record<string, string> | undefined) }
  return transport.sendMail({ ...mail, headers }).finally(() => transport.close())
}

/** A port that is free at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
