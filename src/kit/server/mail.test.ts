import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Mailbox, openMailbox } from '#test/mailbox.ts'
import { addressOf, type SupportApp, supportApp } from '#test/support-app.ts'
import { queueMail } from './mail.ts'

let mailbox: Mailbox
let desk: SupportApp

beforeAll(async () => {
  mailbox = await openMailbox()
  desk = await supportApp({ SMTP_URL: mailbox.url, MAIL_FROM: 'Support <support@portal.example>' })
})
afterAll(async () => {
  await desk.close()
  mailbox.close()
})

test('a reply to a case is mailed to the user who filed it; an internal note to no customer', async () => {
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
  const answered = async () =>
    (await mailbox.mailsTo(addressOf('uma'))).find(({ text: body }) => body?.includes('We look at'))
  await expect.poll(answered).toBeDefined()
  const mail = (await answered())!
  expect(mail.subject).toContain(`[${key}]`)
  expect(mail.from?.address).toBe('support@portal.example')
  expect(mail.html).not.toContain('<script>')
  expect(mail.text).toContain(`id=${key}`)
  const toCustomers = mailbox.received.filter(({ to }) =>
    to?.some(({ address }) => ['uma', 'mia', 'ugo', 'carl'].some((name) => address === addressOf(name as 'uma'))),
  )
  expect(JSON.stringify(toCustomers)).not.toContain('Nobody outside')
})

test('a mail that the server rejects is retried, and arrives once', async () => {
  // The next mail must be this one.
  const waiting = () => desk.portal.db.selectFrom('mail_outbox').select('id').where('state', '=', 'WAITING').execute()
  await expect.poll(waiting).toEqual([])
  mailbox.reject(1)
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
  expect(await mailbox.mailsTo('later@people.example', 1)).toHaveLength(1)
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

test('a line break in an address or a subject creates no header', async () => {
  const mail = { to: 'a@people.example', subject: 'x', paragraphs: [] }
  await expect(queueMail(desk.portal.db, { ...mail, subject: 'x\r\nBcc: b@people.example' })).rejects.toThrow(
    'line break',
  )
  await expect(queueMail(desk.portal.db, { ...mail, to: 'a@people.example\nb' })).rejects.toThrow('line break')
})
