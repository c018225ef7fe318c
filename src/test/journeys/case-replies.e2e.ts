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

test('a user chooses which cases mail is about', async () => {
  const page = await stage.openPage('user')
  await page.goto('/me')
  await page.getByRole('combobox', { name: 'Mail about cases', exact: true }).click()
  await page.getByRole('option', { name: 'Outages' }).click()
  await page.getByText('Mail about cases: Outages').waitFor()
  expect(stage.complaints).toEqual([])
})
