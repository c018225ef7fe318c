import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Stage, startE2eApp } from './e2e-app.ts'

let stage: Stage

beforeAll(async () => {
  stage = await startE2eApp()
})
afterAll(() => stage.close())

test('an administrator reads which replies did not become comments, and why', async () => {
  await stage.app.portal.db
    .insertInto('received_mails')
    .values([
      { message_id: 'a', sender: 'mailer-daemon@nordfeld-kabel.example', subject: 'x', size: 512, reason: 'BOUNCE' },
    ])
    .execute()
  const page = await stage.openPage('admin')
  await page.goto('/admin/mail-replies')
  await page.getByText('Undeliverable notice').waitFor()
  await page.getByText(/Replies by mail are switched off/).waitFor()
  expect(stage.complaints).toEqual([])
})

test('what was cut from a reply is shown to its sender, and a mail that became no comment to an administrator', async () => {
  const { db } = stage.app.portal
  const { rows } = await sql<{ key: string; account: string; accountId: number }>`
    with found as (
      select c.id, c.key, c.account_id, u.id as user_id from cases c join users u on u.id = c.reporter_id
      where u.email = 'tom.becker@nordfeld-kabel.example' and not c.internal order by c.id desc limit 1
    ),
    file as (insert into stored_files (digest, size) values (repeat('ab', 32), 9) returning id),
    original as (
      insert into mail_originals (user_id, file_id, text) select found.user_id, file.id, E'It is 9.4.0.\n> Which firmware?' from found, file
      returning id, user_id
    ),
    comment as (
      insert into case_comments (case_id, author_id, body, original_id, is_cut)
      select found.id, user_id, 'It is 9.4.0.', original.id, true from found join original using (user_id)
    ),
    mail as (
      insert into received_mails (message_id, sender, subject, size, reason, case_id, user_id, original_id)
      select 'b', 'tom.becker@nordfeld-kabel.example', 'Out of office', 9, 'AUTOMATIC', found.id, user_id, original.id
      from found join original using (user_id)
    )
    select found.key, a.name as account, a.id as "accountId" from found join accounts a on a.id = found.account_id`.execute(
    db,
  )
  const { key, account, accountId } = rows[0]!
  const page = await stage.openPage('user')
  await page.goto(`/${account}/${accountId}/support/case/${key}`)
  await page.getByRole('button', { name: 'Show quoted text' }).click()
  await page.getByText('> Which firmware?').waitFor()
  await page.getByRole('link', { name: 'Download the mail as it arrived' }).waitFor()
  await page.getByRole('button', { name: 'Hide quoted text' }).click()
  await page.getByText('> Which firmware?').waitFor({ state: 'detached' })

  const admin = await stage.openPage('admin')
  await admin.goto('/admin/mail-replies')
  await admin.getByText('Out of office').first().click()
  const dialog = admin.getByRole('dialog', { name: 'Out of office' })
  await dialog.getByText('> Which firmware?').waitFor()
  await dialog.getByRole('button', { name: 'Add to the case' }).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await dialog.waitFor({ state: 'detached' })
  expect(stage.complaints).toEqual([])
})

test('a user chooses which cases mail is about', async () => {
  const page = await stage.openPage('user')
  await page.goto('/me')
  await page.getByRole('combobox', { name: 'Mail about cases', exact: true }).click()
  await page.getByRole('option', { name: 'Outages' }).click()
  await page.getByText('Mail about cases: Outages').waitFor()
  expect(stage.complaints).toEqual([])
})
