import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendCopiesSoon } from '#kit/server/mail-composer.ts'
import { type Mailbox, openMailbox } from '../mailbox.ts'
import { emailOf, type Stage, startE2eApp } from './e2e-app.ts'

let stage: Stage
let mailbox: Mailbox

beforeAll(async () => {
  mailbox = await openMailbox()
  stage = await startE2eApp({ SMTP_URL: mailbox.url })
})
afterAll(async () => {
  await stage.close()
  mailbox.close()
})
const query = (text: string, values: unknown[] = []) => stage.app.portal.pool.query(text, values)
/** Sets the time zone of a user. */
const inZone = (user: 'admin' | 'manager', timeZone: string) =>
  query(
    `insert into user_settings (user_id, settings) select id, jsonb_build_object('timeZone', $2::text) from users where email = $1
     on conflict (user_id) do update set settings = user_settings.settings || excluded.settings`,
    [emailOf(user), timeZone],
  )

/** Stores a screenshot where SHOTS names a folder. */
async function shot(page: Page, name: string): Promise<void> {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` })
}

async function write(page: Page, title: string, method: 'Banner' | 'Bell' | 'Modal'): Promise<void> {
  await page.goto('/admin/announcements')
  await page.getByRole('link', { name: 'New announcement' }).click()
  await page.getByRole('heading', { name: 'New announcement', level: 1 }).waitFor()
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Message').first().fill('Modems restart once, for about six minutes.')
  await page.getByRole('radiogroup', { name: 'Shown as' }).getByText(method, { exact: true }).click()
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
  expect(await admin.getByRole('button', { name: 'Edit Network / Trials' }).count()).toBe(0)
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
    await customer.getByRole('list', { name: 'Announcements' }).getByText(title).waitFor()
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
  await customer.getByRole('list', { name: 'Announcements' }).waitFor()
  await customer.keyboard.press('e')
  await customer
    .getByRole('button', { name: before > 1 ? `Notifications, ${before - 1} new` : 'Notifications' })
    .waitFor()
  const mail = customer.getByRole('checkbox', { name: 'E-mail announcements of Commercial' })
  await mail.uncheck()
  await customer.reload()
  await mail.waitFor()
  expect(await mail.isChecked()).toBe(false)
  await shot(customer, 'inbox-dark')
  expect((await new AxeBuilder({ page: customer }).analyze()).violations).toEqual([])
  await customer.getByRole('button', { name: 'Acknowledge all' }).click()
  await customer.getByRole('button', { name: 'Notifications', exact: true }).waitFor()

  const phone = await stage.openPage('admin', { phone: true })
  await phone.goto('/admin/announcements/new')
  await phone.getByLabel('Title').waitFor()
  await shot(phone, 'editor-phone')
  await phone.goto('/me/notifications')
  await phone.getByRole('list', { name: 'Announcements' }).waitFor()
  await shot(phone, 'inbox-phone')
  expect((await new AxeBuilder({ page: phone }).analyze()).violations).toEqual([])
  expect(stage.complaints).toEqual([])
})

test('in quiet hours the inbox has an announcement at once, and its mail comes after them', async () => {
  await inZone('manager', 'UTC')
  const customer = await stage.openPage('manager')
  await customer.goto('/me/notifications')
  const hours = customer
    .locator('section')
    .filter({ has: customer.getByRole('heading', { name: 'Digests and quiet hours' }) })
  await hours.getByRole('checkbox', { name: 'Quiet hours' }).check()
  const began = Date.now()
  const wall = (hours: number) => new Date(began + hours * 3_600_000).toISOString().slice(11, 16)
  for (const [label, time] of [
    ['From', wall(-2)],
    ['Until', wall(3)],
  ] as const) {
    await hours.getByLabel(label).fill(time)
    await hours.getByLabel(label).blur()
  }
  const stored = async () => {
    const { rows } = await query(
      `select h.quiet_from, h.quiet_until from notification_hours h join users u on u.id = h.user_id where u.email = $1`,
      [emailOf('manager')],
    )
    return rows[0]
  }
  const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
  await expect
    .poll(stored, { timeout: 30_000 })
    .toEqual({ quiet_from: minutes(wall(-2)), quiet_until: minutes(wall(3)) })
  await shot(customer, 'quiet-hours')
  const admin = await stage.openPage('admin')
  await write(admin, 'Waits for the morning', 'Bell')
  await admin.getByLabel('E-mail copy').check()
  await admin.getByRole('button', { name: 'Deliver now' }).click()
  await admin.getByText('Announcement added').first().waitFor()
  await customer.goto('/me/notifications')
  await customer.getByRole('list', { name: 'Announcements' }).getByText('Waits for the morning').waitFor()
  const copy = async () =>
    (
      await query(
        `select o.state, o.send_at > now() + interval '2 hours' as later from mail_outbox o join mail_batches b on b.id = o.batch_id
         join users u on u.id = o.user_id where u.email = $1 and b.subject = 'Waits for the morning'`,
        [emailOf('manager')],
      )
    ).rows
  await expect.poll(copy, { timeout: 30_000 }).toEqual([{ state: 'WAITING', later: true }])
  // The quiet hours end.
  await query(`update mail_outbox set send_at = now() where send_at > now() and state = 'WAITING'`)
  await sendCopiesSoon(stage.app.portal.db)
  await expect
    .poll(
      () =>
        mailbox.received.filter(
          ({ subject, to }) => subject === 'Waits for the morning' && to?.[0]?.address === emailOf('manager'),
        ).length,
      { timeout: 60_000 },
    )
    .toBe(1)
  expect(stage.complaints).toEqual([])
})

test('a weekly announcement keeps its hour across a change to daylight saving time, as its preview says', async () => {
  await inZone('admin', 'Europe/Berlin')
  const admin = await stage.openPage('admin')
  await write(admin, 'Weekly window', 'Bell')
  await admin.getByRole('radiogroup', { name: 'When' }).getByText('Weekly', { exact: true }).click()
  await admin.getByLabel('First delivery').fill('2027-03-21T09:00')
  await admin.getByRole('group', { name: 'Days of the week' }).getByText('Sun', { exact: true }).click()
  const previewed = admin.locator('ol time')
  await expect.poll(() => previewed.count(), { timeout: 30_000 }).toBe(5)
  const instants = await previewed.evaluateAll((times) => times.map((time) => time.getAttribute('datetime')))
  expect(instants.slice(0, 3).map((at) => new Date(at!).toISOString())).toEqual([
    '2027-03-21T08:00:00.000Z',
    // The clocks went forward that night.
    '2027-03-28T07:00:00.000Z',
    '2027-04-04T07:00:00.000Z',
  ])
  for (const text of await previewed.allTextContents()) expect(text).toContain('09:00')
  await shot(admin, 'weekly')
  await admin.getByRole('button', { name: 'Schedule', exact: true }).click()
  await admin.getByText('Announcement added').first().waitFor()
  const { rows } = await query(`select id from announcements where title = 'Weekly window'`)
  const due = async () =>
    (
      await query(`select id, due_at from announcement_deliveries where announcement_id = $1 and state = 'WAITING'`, [
        rows[0].id,
      ])
    ).rows
  const fired: string[] = []
  for (let round = 0; round < 3; round += 1) {
    // The next delivery is planned by the run after the last one.
    await query(`select graphile_worker.add_job('announcements.deliver')`)
    await expect.poll(async () => (await due()).length, { timeout: 30_000 }).toBe(1)
    const [delivery] = await due()
    fired.push(delivery.due_at.toISOString())
    // Its time has come.
    await query('update announcement_deliveries set due_at = now() where id = $1', [delivery.id])
    await query(`select graphile_worker.add_job('announcements.deliver')`)
    await expect.poll(async () => (await due())[0]?.id !== delivery.id, { timeout: 30_000 }).toBe(true)
  }
  expect(fired).toEqual(instants.slice(0, 3).map((at) => new Date(at!).toISOString()))
  await admin.goto('/me/notifications')
  await expect
    .poll(() => admin.getByRole('list', { name: 'Announcements' }).getByText('Weekly window').count(), {
      timeout: 30_000,
    })
    .toBeGreaterThanOrEqual(3)
  expect(stage.complaints).toEqual([])
})
