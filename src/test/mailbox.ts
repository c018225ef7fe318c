import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A mail server that accepts everything and stores it. */
export type Mailbox = {
  /** For SMTP_URL. */
  readonly url: string
  /** All received mails, in order. */
  readonly received: readonly Email[]
  /** The mails to an address, once there are at least this many. */
  mailsTo(address: string, count?: number): Promise<Email[]>
  /** Rejects the next recipients, this many times. */
  reject(times: number): void
  /** Rejects an address with this code until it is called without one. */
  rejectAddress(address: string, code: number | undefined): void
  /** Waits before each mail is taken. */
  delay(milliseconds: number): void
  close(): void
}

/** Opens a mailbox on a free port. */
export async function openMailbox(): Promise<Mailbox> {
  const received: Email[] = []
  let problems = 0
  let delay = 0
  const rejected = new Map<string, number>()
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      const code = problems-- > 0 ? 451 : rejected.get(address)
      done(code === undefined ? null : Object.assign(new Error('rejected'), { responseCode: code }))
    },
    onData: (stream, _session, done) => {
      text(stream)
        .then((mail) => new Promise<string>((resolve) => setTimeout(resolve, delay, mail)))
        .then(async (mail) => void received.push(await PostalMime.parse(mail)))
        .then(() => done(), done)
    },
  })
  // A client that is killed cuts its connections.
  smtp.on('error', () => undefined)
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    received,
    async mailsTo(address, count = 1) {
      for (;;) {
        const mails = received.filter(({ to }) => to?.some((one) => one.address === address))
        if (mails.length >= count) return mails
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
    reject(times) {
      problems = times
    },
    rejectAddress(address, code) {
      if (code === undefined) rejected.delete(address)
      else rejected.set(address, code)
    },
    delay(milliseconds) {
      delay = milliseconds
    },
    close: () => smtp.close(),
  }
}
