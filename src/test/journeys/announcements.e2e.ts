import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emailOf, type Stage, startE2eApp } from './e2e-app.ts'
import { write } from './write-announcement.ts'

let stage: Stage

beforeAll(async () => {
  stage = await startE2eApp()
})
afterAll(() => stage.close())

/** What a user chose for groups of notifications. */
const stored = async (name: 'manager') =>
  await stage.app.portal.db
    .selectFrom('notification_settings')
    .innerJoin('users', 'users.id', 'notification_settings.user_id')
    .select(['group_name as group', 'channel', 'choice'])
    .where('users.email', '=', emailOf(name))
    .execute()

/** Stores a screenshot where SHOTS names a folder. */
async function shot(page: Page, name: string): Promise<void> {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` })
}

test('an announcement is written, previewed, delivered, read live in a second browser, counted and withdrawn', async () => {
  const admin = await stage.openPage('admin')
  const customer = await stage.openPage('manager')
  await customer.goto('/me/notifications')
  await customer.getByRole('heading', { name: 'Notifications', level: 1 }).waitFor()
  await shot(customer, 'inbox')

  await write(admin, 'Planned work in Altona', 'Banner')
  await admin.reload()
  expect(await admin.getByLabel('Title').inputValue()).toBe('Planned work in Altona')
  await admin.getByText('users', { exact: true }).waitFor()
  await shot(admin, 'editor')
  expect((await new AxeBuilder({ page: admin }).analyze()).violations).toEqual([])
  await admin.getByRole('button', { name: 'Deliver now' }).click()
  await admin.getByText('Announcement added').waitFor()

  const banner = customer.getByRole('status').filter({ hasText: 'Planned work in Altona' })
  await banner.waitFor()
  await shot(customer, 'banner')
  await banner.getByRole('button', { name: 'Close Planned work in Altona' }).click()
  await banner.waitFor({ state: 'detached' })

  await admin.getByRole('row').filter({ hasText: 'Planned work in Altona' }).click()
  const figures = admin.getByRole('table', { name: 'Deliveries' })
  await figures.getByRole('row').nth(1).waitFor()
  const delivered = await figures.getByRole('row').nth(1).getByRole('cell').nth(1).textContent()
  expect(Number(delivered?.replaceAll(',', ''))).toBeGreaterThan(5)
  await shot(admin, 'stored')

  // The kill switch removes a banner that is still shown.
  const own = admin.getByRole('status').filter({ hasText: 'Planned work in Altona' })
  await own.waitFor()
  await admin.getByRole('button', { name: 'Deactivate' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  await own.waitFor({ state: 'detached' })
  await admin.getByText('Inactive').first().waitFor()
  await admin.goto('/admin/announcements')
  await admin.getByRole('row').nth(3).waitFor()
  await shot(admin, 'list')
  expect(stage.complaints).toEqual([])
})

test('a category is added, renamed and deleted', async () => {
  const admin = await stage.openPage('admin')
  await admin.goto('/admin/announcements')
  await admin.getByRole('link', { name: 'Categories' }).click()
  await admin.getByRole('table', { name: 'Categories of announcements' }).waitFor()
  await shot(admin, 'categories')
  await admin.getByRole('button', { name: 'New category' }).click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Network')
  await dialog.getByLabel('Subcategory').fill('Field trials')
  await dialog.getByRole('button', { name: 'Add category' }).click()
  await admin.getByRole('button', { name: 'Edit Network / Field trials' }).click()
  await dialog.getByLabel('Subcategory').fill('Trials')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await admin.getByRole('button', { name: 'Delete Network / Trials' }).click()
  await dialog.getByRole('button', { name: 'Delete category' }).click()
  await admin.getByText('Category deleted: Network / Trials').waitFor()
  await admin.getByRole('button', { name: 'Edit Network / Trials' }).waitFor({ state: 'detached' })
  expect(stage.complaints).toEqual([])
})

test('a mailed announcement is unsubscribed from with one button; the next one is in the inbox alone', async () => {
  const admin = await stage.openPage('admin')
  const customer = await stage.openPage('manager')
  const send = async (title: string) => {
    await write(admin, title, 'Bell')
    await admin.getByLabel('E-mail copy').check()
    await admin.getByRole('button', { name: 'Deliver now' }).click()
    await admin.getByText('Announcement added').first().waitFor()
    await customer.goto('/me/notifications')
    await customer.getByRole('region', { name: 'Inbox' }).getByText(title).waitFor()
    const { db, mailComposers } = stage.app.portal
    const copies = await db
      .selectFrom('mail_outbox')
      .innerJoin('mail_batches', 'mail_batches.id', 'mail_outbox.batch_id')
      .innerJoin('users', 'users.id', 'mail_outbox.user_id')
      .select([
        'mail_batches.composer',
        'mail_batches.source_id as sourceId',
        'mail_batches.part',
        'users.id as userId',
      ])
      .where('users.email', '=', emailOf('manager'))
      .where('mail_batches.subject', '=', title)
      .execute()
    return await Promise.all(
      copies.map(async ({ composer, userId, ...source }) => {
        const mails = await mailComposers.find(({ name }) => name === composer)!.compose(db, source, [userId])
        return { url: mails.get(userId)?.unsubscribeUrl }
      }),
    )
  }
  const mails = await send('Mailed once')
  expect(mails).toHaveLength(1)
  await customer.goto(mails[0]!.url!)
  await customer.getByRole('button', { name: 'Unsubscribe' }).click()
  await customer.getByText('are no longer mailed to you', { exact: false }).waitFor()
  expect(await send('Not mailed')).toEqual([])
  expect(stage.complaints).toEqual([])
})

test('modal alerts come one at a time and are acknowledged by the keyboard', async () => {
  const admin = await stage.openPage('admin')
  for (const title of ['First alert', 'Second alert']) {
    await write(admin, title, 'Modal')
    await admin.getByRole('button', { name: 'Deliver now' }).click()
    const alert = admin.getByRole('dialog').filter({ hasText: title })
    await alert.waitFor()
    if (title === 'First alert')
      await admin.getByRole('dialog').getByRole('button', { name: 'Acknowledge' }).press('Enter')
  }
  const customer = await stage.openPage('manager')
  const dialog = customer.getByRole('dialog')
  await dialog.filter({ hasText: 'First alert' }).waitFor()
  expect(await dialog.count()).toBe(1)
  await shot(customer, 'modal')
  expect((await new AxeBuilder({ page: customer }).analyze()).violations).toEqual([])
  await customer.keyboard.press('Escape')
  await customer.keyboard.press('Enter')
  await dialog.filter({ hasText: 'Second alert' }).waitFor()
  await customer.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  expect(stage.complaints).toEqual([])
})

test('the inbox is read and acknowledged by the keyboard, the bell counts it, and a category is turned off', async () => {
  const customer = await stage.openPage('manager', { dark: true })
  const bell = customer.getByRole('button', { name: /^Notifications, \d+ new/ })
  const before = Number(/\d+/.exec((await bell.getAttribute('aria-label')) ?? '')?.[0])
  await bell.click()
  await customer.getByRole('link', { name: /Support line unreachable/ }).waitFor()
  await shot(customer, 'bell-dark')
  await customer.getByRole('link', { name: 'All notifications' }).click()
  await customer.getByRole('region', { name: 'Inbox' }).waitFor()
  await customer.keyboard.press('e')
  await customer
    .getByRole('button', { name: before > 1 ? `Notifications, ${before - 1} new` : 'Notifications' })
    .waitFor()
  await shot(customer, 'inbox-dark')
  expect((await new AxeBuilder({ page: customer }).analyze()).violations).toEqual([])
  await customer.getByRole('radio', { name: 'Settings' }).check({ force: true })
  const mail = customer.getByRole('combobox', { name: 'E-mail: Commercial' })
  await mail.click()
  await customer.getByRole('option', { name: 'Off' }).click()
  const ofCases = customer.getByRole('combobox', { name: 'E-mail: Cases' })
  await ofCases.click()
  await customer.getByRole('option', { name: 'Daily digest' }).click()
  await expect.poll(() => stored('manager')).toEqual([{ group: 'cases', channel: 'mail', choice: 'DAILY' }])
  await customer.reload()
  await mail.waitFor()
  expect([await mail.inputValue(), await ofCases.inputValue()]).toEqual(['Off', 'Daily digest'])
  await shot(customer, 'settings-dark')
  expect((await new AxeBuilder({ page: customer }).analyze()).violations).toEqual([])
  await customer.getByRole('radio', { name: 'Inbox' }).check({ force: true })
  await customer.getByRole('button', { name: 'Mark all as read' }).click()
  await customer.getByRole('button', { name: 'Notifications', exact: true }).waitFor()

  const phone = await stage.openPage('admin', { phone: true })
  await phone.goto('/admin/announcements/new')
  await phone.getByLabel('Title').waitFor()
  await shot(phone, 'editor-phone')
  await phone.goto('/me/notifications')
  await phone.getByRole('region', { name: 'Inbox' }).waitFor()
  await shot(phone, 'inbox-phone')
  expect((await new AxeBuilder({ page: phone }).analyze()).violations).toEqual([])
  expect(stage.complaints).toEqual([])
})
