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
  const desk = await supportApp({
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'Headend <no-reply@desk.example>',
    REPLY_ADDRESS: 'support@desk.example',
    REPLY_LISTEN: `127.0.0.1:${port}`,
    REPLY_AUTHSERV_ID: 'relay.desk.example',
    ...env,
  })
  return {
    desk,
    mailbox,
    port,
    async deliver({ results, ...mail }) {
      const transport = createTransport({ host: '127.0.0.1', port, secure: false, ignoreTLS: true })
      const confirmed = 'relay.desk.example; dkim=pass header.d=desk.example; spf=pass smtp.mailfrom=desk.example'
      const written = results === null ? {} : { 'Authentication-Results': results ?? confirmed }
      const headers = { ...written, ...(mail.headers as Record<string, string> | undefined) }
      return transport.sendMail({ ...mail, headers }).finally(() => transport.close())
    },
    async close() {
      await desk.close()
      mailbox.close()
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
