import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf, type Desk, openDesk } from '#test/support-desk.ts'
import { queueMail } from './mail.ts'

const received: Email[] = []
let refusals = 0
let smtp: SMTPServer
let desk: Desk

beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => (refusals-- > 0 ? done(new Error('not now')) : done()),
    onData: (stream, _session, done) => {
      text(stream)
        .then(async (mail) => void received.push(await PostalMime.parse(mail)))
        .then(() => done(), done)
    },
  })
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  const { port } = smtp.server.address() as AddressInfo
  desk = await openDesk({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Support <support@portal.example>' })
})
afterAll(async () => {
  await desk.close()
  smtp.close()
})

/** The mails to one address, when there are at least so many. */
async function mailsTo(address: string, count: number): Promise<Email[]> {
  for (;;) {
    const mails = received.filter(({ to }) => to?.some((one) => one.address === address))
    if (mails.length >= count) return mails
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

test('an answer to a case is mailed to who filed it; an internal note to no customer', async () => {
  const filed = await desk.call('uma', 'POST', '/issues?account=acme', {
    subject: 'Größe & "Zeichen" <b>',
    description: 'What is wrong.',
    priority: 'HIGH',
    deploymentId: undefined,
  })
  expect(filed.status).toBe(201)
  const key = String(filed.body.key)
  await desk.call('vera', 'POST', `/issues/comment/internal?issueKey=${key}`, { body: 'Nobody outside may read this.' })
  await desk.call('vera', 'POST', `/issues/comment?issueKey=${key}`, {
    body: 'We look at <script>alert(1)</script> it.',
  })
  const mail = (await mailsTo(addressOf('uma'), 1)).find(({ text: body }) => body?.includes('We look at'))!
  expect(mail.subject).toContain(`[${key}]`)
  expect(mail.from?.address).toBe('support@portal.example')
  expect(mail.html).not.toContain('<script>')
  expect(mail.text).toContain(`id=${key}`)
  const toCustomers = received.filter(({ to }) =>
    to?.some(({ address }) => ['uma', 'mia', 'ugo', 'carl'].some((name) => address === addressOf(name as 'uma'))),
  )
  expect(JSON.stringify(toCustomers)).not.toContain('Nobody outside')
})

test('a mail that the server does not take is tried again, and arrives once', async () => {
  refusals = 1
  await queueMail(desk.portal.db, {
    to: 'later@people.example',
    subject: 'Later',
    paragraphs: ['It comes.'],
    key: 'later',
  })
  await queueMail(desk.portal.db, {
    to: 'later@people.example',
    subject: 'Later',
    paragraphs: ['It comes.'],
    key: 'later',
  })
  expect(await mailsTo('later@people.example', 1)).toHaveLength(1)
  await expect
    .poll(() =>
      desk.portal.db
        .selectFrom('mail_outbox')
        .select(['state', 'attempts'])
        .where('key', '=', 'later')
        .executeTakeFirst(),
    )
    .toEqual({ state: 'SENT', attempts: 2 })
})

test('a line break in an address or a subject makes no header', async () => {
  const mail = { to: 'a@people.example', subject: 'x', paragraphs: [] }
  await expect(queueMail(desk.portal.db, { ...mail, subject: 'x\r\nBcc: b@people.example' })).rejects.toThrow(
    'line break',
  )
  await expect(queueMail(desk.portal.db, { ...mail, to: 'a@people.example\nb' })).rejects.toThrow('line break')
})
