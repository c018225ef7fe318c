import { afterAll, beforeAll, expect, test } from 'vitest'
import { emailOf, type Stage, startE2eApp } from './e2e-app.ts'

let stage: Stage

beforeAll(async () => {
  stage = await startE2eApp()
})
afterAll(() => stage.close())

test('a denied page names who can give the role; they give it by the mail, and the page opens automatically', async () => {
  const { db } = stage.app.portal
  const { id } = await db
    .selectFrom('accounts')
    .select('id')
    .where('name', '=', 'nordfeld-kabel')
    .executeTakeFirstOrThrow()
  const manager = await stage.openPage('manager')
  await manager.getByText('Live', { exact: true }).waitFor()
  const page = await stage.openPage('user')
  await page.goto(`/nordfeld-kabel/${id}/impersonations`)
  await page.getByRole('heading', { name: 'Access to Vendor access is denied' }).waitFor()
  await page
    .getByText('This page requires the role Customer Manager in Nordfeld Kabel. Your role is Customer User.')
    .waitFor()
  await page.getByText('Customer Manager, can assign this role to you').waitFor()
  await page.getByRole('button', { name: 'Request access' }).click()
  await page.getByText('Requested a moment ago').waitFor()
  await page.reload()
  await page.getByText('Requested a moment ago').waitFor()
  expect(await page.getByRole('button', { name: 'Request access' }).count()).toBe(0)

  await manager.getByRole('button', { name: /^Notifications, \d+ new/ }).click()
  await manager.getByRole('link', { name: /Tom Becker requests access/ }).waitFor()
  const mail = await db
    .selectFrom('mail_outbox')
    .select('body_text')
    .where('recipient', '=', emailOf('manager'))
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  await manager.goto(/https?:\S+\?give=\S+/.exec(mail.body_text!)![0].replace(/^https?:\/\/[^/]+/, ''))
  await manager.getByText('1 change', { exact: false }).first().waitFor()
  expect(await manager.getByLabel('Customer Manager in Nordfeld Kabel').isChecked()).toBe(true)
  await manager.getByRole('button', { name: /Save roles/ }).click()
  await page.waitForURL(`**/nordfeld-kabel/${id}/impersonations`)
  await page.getByText('is denied').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Vendor access' }).waitFor()
  expect(stage.complaints).toEqual([])
})
