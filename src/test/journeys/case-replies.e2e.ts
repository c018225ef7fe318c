import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Mailbox, openMailbox } from '../mailbox.ts'
import { type Stage, startE2eApp } from './e2e-app.ts'

let mailbox: Mailbox
let stage: Stage
let port: number

beforeAll(async () => {
  mailbox = await openMailbox()
  const free = createServer().listen(0, '127.0.0.1')
  await once(free, 'listening')
  port = (free.address() as AddressInfo).port
  free.close()
  stage = await startE2eApp({
    SMTP_URL: mailbox.url,
    REPLY_ADDRESS: 'support@headend.example',
    REPLY_LISTEN: `127.0.0.1:${port}`,
    REPLY_AUTHSERV_ID: 'relay.headend.example',
  })
})
afterAll(async () => {
  await stage.close()
  mailbox.close()
})

test('a user answers a case in a mail program; the comment appears live, and the mail is in the list', async () => {
  const user = 'tom.becker@nordfeld-kabel.example'
  const { key, account, id } = await openCaseOf(user)
  const page = await stage.enter('engineer')
  await page.goto(`/${account}/${id}/support/case/${key}`)
  await page.getByText('Live', { exact: true }).waitFor()
  await page.getByRole('button', { name: /^Reply to/ }).click()
  await page.getByRole('textbox', { name: /^Reply to/ }).click()
  await page.keyboard.type('Which firmware do the nodes have?')
  await page.getByRole('button', { name: 'Send reply' }).click()
  const question = () =>
    mailbox.received.find(({ to, subject }) => to?.[0]?.address === user && subject?.startsWith(`[${key}]`))
  await expect.poll(question, { timeout: 90_000 }).toBeDefined()
  const mail = question()!

  const client = createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
  await client.sendMail({
    from: user,
    to: mail.replyTo![0]!.address!,
    subject: `Re: ${mail.subject}`,
    inReplyTo: mail.messageId!,
    text: `All of them have 9.4.0.\n\nOn Monday, Headend <no-reply@localhost> wrote:\n> Which firmware do the nodes have?`,
    headers: { 'Authentication-Results': 'relay.headend.example; dkim=pass header.d=nordfeld-kabel.example' },
  })
  client.close()
  await page.getByText('All of them have 9.4.0.').waitFor()

  const admin = await stage.enter('admin')
  await admin.goto('/admin/mail-replies')
  await admin.getByRole('link', { name: key }).waitFor()
  await admin.getByText('Comment', { exact: true }).waitFor()
  expect(stage.complaints).toEqual([])
})

test('a user chooses which cases mail is about', async () => {
  const page = await stage.enter('user')
  await page.goto('/me')
  await page.getByRole('combobox', { name: 'Mail about cases' }).click()
  await page.getByRole('option', { name: 'Outages' }).click()
  await page.getByText('Mail about cases: Outages').waitFor()
  expect(stage.complaints).toEqual([])
})

async function openCaseOf(email: string) {
  return stage.app.portal.db
    .selectFrom('cases')
    .innerJoin('accounts', 'accounts.id', 'cases.account_id')
    .innerJoin('users', 'users.id', 'cases.reporter_id')
    .select(['cases.key', 'accounts.name as account', 'accounts.id'])
    .where('users.email', '=', email)
    .where('cases.is_open', '=', true)
    .where('cases.internal', '=', false)
    .where('cases.type', '=', 'CASE')
    .orderBy('cases.id')
    .executeTakeFirstOrThrow()
}
