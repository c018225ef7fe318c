import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SALESFORCE_APP, type SalesforceFake, startSalesforceFake } from '../crm/salesforce-fake.ts'
import { emailOf, type Stage, startE2eApp } from './e2e-app.ts'

const CRM_ID = '001d6F6rKbYcE0dAJF'
let stage: Stage
let salesforce: SalesforceFake

beforeAll(async () => {
  salesforce = await startSalesforceFake()
  stage = await startE2eApp({ PRIVATE_HOSTS: salesforce.host })
})
afterAll(async () => {
  await stage.close()
  await salesforce.close()
})

/** Stores a screenshot where SHOTS names a folder. */
async function shot(page: Page, name: string): Promise<void> {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` })
}
const query = (text: string, values: unknown[] = []) => stage.app.portal.pool.query(text, values)
/** The path of the pages of the customer. */
async function pathOfCustomer(): Promise<string> {
  const { rows } = await query(
    `select '/' || name || '/' || id as path from accounts where display_name like 'Nordfeld%'`,
  )
  return rows[0].path
}

test('an administrator changes plans in the sheet by keyboard alone, undoes one step, and saves at once', async () => {
  const page = await stage.openPage('admin')
  await page.goto('/admin/subscriptions/plans')
  const users = page.getByRole('button', { name: /^Users in essentials:/ })
  await users.focus()
  await page.keyboard.type('55')
  await page.keyboard.press('Enter')
  await page.getByText('was 40').waitFor()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Delete')
  await page.getByText('2 changes.').waitFor()
  await page.keyboard.press('Control+z')
  await page.getByText('1 change.').waitFor()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Users in essentials' }).fill('many')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+s')
  await page.getByText('1 value was saved').waitFor()
  await page.getByRole('button', { name: 'Users in essentials: 55' }).waitFor()
  await page.getByText('No changes').waitFor()
  expect(stage.complaints).toEqual([])
  await page.context().close()
})

test('the sheet says which accounts a change puts over a limit', async () => {
  const page = await stage.openPage('admin')
  await page.goto('/admin/subscriptions/plans')
  for (const plan of ['connected', 'essentials', 'enterprise']) {
    await page.getByRole('button', { name: new RegExp(`^Users in ${plan}:`) }).focus()
    await page.keyboard.type('1')
    await page.keyboard.press('Enter')
  }
  await page.getByText('3 changes.').waitFor()
  await page.getByText(/^\d+ accounts? go(es)? over a limit\./).waitFor()
  await shot(page, 'sheet-over')
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByText('No changes').waitFor()
  expect(stage.complaints).toEqual([])
  await page.context().close()
})

test('a subscription that expires in 30 days is found in one click, changed, and its history names the change', async () => {
  const page = await stage.openPage('admin')
  await page.goto('/admin/subscriptions/customers')
  await page.getByRole('button', { name: 'Expires in 30 days' }).click()
  await page.getByText('2 subscriptions').waitFor()
  await page.getByText('Rhônalys').or(page.getByText('Rhonalys')).first().click()
  await page.getByText('12 days left').waitFor()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByLabel('Contract length in years, 1 to 5').fill('6')
  await page.getByRole('button', { name: 'Save subscription' }).click()
  await page.getByText('Enter a whole number between 1 and 5.').waitFor()
  await page.getByLabel('Contract length in years, 1 to 5').fill('4')
  await page.getByRole('button', { name: 'Save subscription' }).click()
  await page.getByText('Contract length: 2 → 4').waitFor()
  expect(stage.complaints).toEqual([])
  await page.context().close()
})

test('a manager reads the own subscription with its limits, without value and history', async () => {
  const page = await stage.openPage('manager')
  await page.getByRole('link', { name: 'Subscription', exact: true }).first().click()
  await page.getByRole('heading', { name: 'Limits and their use' }).waitFor()
  await page.getByRole('heading', { name: 'Services' }).waitFor()
  expect(await page.getByText('Contract value').count()).toBe(0)
  expect(await page.getByRole('heading', { name: 'History' }).count()).toBe(0)
  expect(stage.complaints).toEqual([])
  await page.context().close()
})

test('a plan made in the sheet rejects the next invitation; the preview, then a larger plan, and the invitation passes', async () => {
  const { pool } = stage.app.portal
  // The customer of the demo has seats of its own, whatever its plan.
  await pool.query(
    `delete from facet_overrides where facet_id = (select id from facets where name = 'facet-users-max-users')`,
  )
  const admin = await stage.openPage('admin')
  await admin.goto('/admin/subscriptions/plans')
  await admin.getByRole('button', { name: 'Plan', exact: true }).click()
  await admin.getByRole('dialog').getByLabel(/^Name/).fill('Tiny')
  await admin.getByRole('button', { name: 'Save plan', exact: true }).click()
  await admin.getByRole('button', { name: /^Users in Tiny:/ }).focus()
  await admin.keyboard.type('1')
  await admin.keyboard.press('Enter')
  await admin.getByText('Reach: 0 accounts.').waitFor()
  await admin.keyboard.press('Control+s')
  await admin.getByText('1 value was saved').waitFor()
  await admin.getByRole('button', { name: 'As a customer sees it' }).click()
  await admin.getByText('Managers of customers see the plans like this').waitFor()

  const give = async (plan: string, effect: RegExp) => {
    await admin.goto('/admin/subscriptions/customers?q=nordfeld')
    await admin.getByRole('checkbox', { name: /^Select Nordfeld/ }).click()
    await admin.getByRole('button', { name: 'Change plan', exact: true }).click()
    await admin.getByRole('dialog').getByRole('combobox', { name: 'New plan' }).click()
    await admin.getByRole('option', { name: plan }).click()
    await admin.getByRole('dialog').getByText(effect).first().waitFor()
    await admin.getByRole('button', { name: 'Change 1 plan' }).click()
    await admin.getByText('1 plan changed').waitFor()
  }
  await give('Tiny', /^Users beyond the seats: /)
  const manager = await stage.openPage('manager')
  await manager.getByRole('link', { name: 'Users' }).click()
  await manager.getByRole('button', { name: 'Invite user' }).click()
  const dialog = manager.getByRole('dialog')
  await dialog.getByLabel('E-mail').fill('one.more@nordfeld-kabel.example')
  await dialog.getByLabel('First and last name').fill('One More')
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await manager
    .getByText(/^All seats of .+ are taken: \d+ of 1\./)
    .first()
    .waitFor()
  await give('enterprise', /^Users: 1 .* no limit|^Users: 1 .*∞/)
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await manager.getByText('Invitation sent').waitFor()

  expect(stage.complaints).toEqual([])
  await admin.context().close()
  await manager.context().close()
})

test('a row opens in place: what analytics has, the use of the limits, and the reminders with their days', async () => {
  for (const look of [{}, { dark: true }]) {
    const page = await stage.openPage('admin', look)
    await page.goto('/admin/subscriptions/customers?expiring=true')
    const show = page.getByRole('button', { name: /^Show details of Rh.nalys/ })
    await show.press('Enter')
    await page.getByRole('heading', { name: 'Analytics plan', exact: true }).waitFor()
    const panel = (name: string) => page.locator('section').filter({ has: page.getByRole('heading', { name }) })
    await panel('Use of the limits').getByText('Users').waitFor()
    await panel('Reminders').getByRole('listitem').nth(4).waitFor()
    expect(await panel('Reminders').getByRole('listitem').count()).toBe(5)
    await shot(page, `subscription-row${look.dark ? '-dark' : ''}`)
    await page.getByRole('button', { name: /^Hide details of Rh.nalys/ }).press('Enter')
    await page.getByRole('heading', { name: 'Reminders' }).waitFor({ state: 'detached' })
    expect(stage.complaints).toEqual([])
    await page.context().close()
  }
})

test('a field of the list is changed in its cell, and the change is undone', async () => {
  const page = await stage.openPage('admin')
  await page.goto('/admin/subscriptions/customers?q=nordfeld')
  const years = page.getByRole('button', { name: /^Years of Nordfeld/ })
  const before = await years.textContent()
  await years.click()
  await page.getByRole('textbox', { name: /^Years of Nordfeld/ }).fill('7')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: /^Years of Nordfeld/ }).fill('5')
  await page.keyboard.press('Enter')
  await page.getByText(/^The subscription of Nordfeld.* was saved$/).waitFor()
  await years.getByText('5').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await years.getByText(before ?? '', { exact: true }).waitFor()
  expect(stage.complaints).toEqual([])
  await page.context().close()
})

test('the plan is changed in its cell, which makes the analytics plan different; the difference is read and pushed', async () => {
  const page = await stage.openPage('admin')
  const choose = async (plan: string) => {
    await page.goto('/admin/subscriptions/customers?q=nordfeld')
    await page.getByRole('button', { name: /^Plan of Nordfeld/ }).click()
    await page.getByRole('combobox', { name: /^Plan of Nordfeld/ }).selectOption({ label: plan })
    await page.keyboard.press('Enter')
    await page.getByText(/^The subscription of Nordfeld.* was saved$/).waitFor()
    await page.getByRole('button', { name: new RegExp(`^Plan of Nordfeld.*: ${plan}$`) }).waitFor()
  }
  await choose('connected')
  await shot(page, 'subscriptions')
  await page.goto('/admin/subscriptions/analytics?q=nordfeld')
  const row = page.getByRole('row').filter({ hasText: 'Nordfeld' })
  await row.getByText('Different', { exact: true }).waitFor()
  await shot(page, 'analytics-plans')
  const dialog = page.getByRole('dialog')
  await row.click()
  const differences = dialog.getByRole('table', { name: 'Different services' })
  await differences.getByRole('row').filter({ hasText: 'connected' }).first().waitFor()
  await shot(page, 'analytics-difference')
  await dialog.getByRole('button', { name: 'Push' }).click()
  await page.getByText(/^The plan of Nordfeld.* was pushed$/).waitFor()
  await row.getByText('Synced', { exact: true }).waitFor()
  const phone = await stage.openPage('admin', { phone: true, dark: true })
  await phone.goto('/admin/subscriptions/analytics')
  await phone.getByText('Different', { exact: true }).first().waitFor()
  await shot(phone, 'analytics-plans-phone-dark')
  await phone.context().close()
  expect(stage.complaints).toEqual([])
  await page.context().close()
})

test('a plan that expires in 7 days makes the tile amber, and its reminder is in the inbox and the mail of the manager', async () => {
  const admin = await stage.openPage('admin')
  await admin.goto('/admin/announcements/events')
  const card = admin
    .locator('section')
    .filter({ has: admin.getByRole('heading', { name: 'Subscription expires', exact: true }) })
  await card.getByRole('combobox', { name: 'Template' }).click()
  await admin.getByRole('option', { name: 'Subscription expires' }).click()
  await card.getByLabel('E-mail copy').check()
  await shot(admin, 'events')
  await admin.getByRole('button', { name: 'Save events' }).click()
  await admin.getByText('Events saved').waitFor()
  await admin.goto('/admin/subscriptions/customers?q=nordfeld')
  await admin.getByRole('button', { name: /^Expires of Nordfeld/ }).click()
  const { rows } = await query(
    `select ((now() at time zone time_zone)::date + 7)::text as day from accounts where display_name like 'Nordfeld%'`,
  )
  await admin.getByLabel(/^Expires of Nordfeld/).fill(rows[0].day)
  await admin.keyboard.press('Enter')
  await admin.getByText(/^The subscription of Nordfeld.* was saved$/).waitFor()
  await query(`select graphile_worker.add_job('subscriptions.remind')`)

  const manager = await stage.openPage('manager')
  await manager.goto(`${await pathOfCustomer()}/dashboard`)
  const tile = manager.locator('section').filter({ has: manager.getByRole('heading', { name: 'Subscription' }) })
  await tile.getByText('7 days left').waitFor()
  expect(await tile.locator('[data-c]').first().getAttribute('data-c')).toBe('orange')
  await shot(manager, 'tile')
  await manager.goto('/me/notifications')
  await manager
    .getByRole('region', { name: 'Inbox' })
    .getByText(/^Nordfeld.*: the \w+ plan ends on /)
    .first()
    .waitFor()
  const mailed = async () =>
    (
      await query(
        `select b.subject from mail_outbox o join mail_batches b on b.id = o.batch_id join users u on u.id = o.user_id
         where u.email = $1 and b.subject like '% plan ends on %'`,
        [emailOf('manager')],
      )
    ).rowCount
  await expect.poll(mailed, { timeout: 30_000 }).toBe(1)
  expect(stage.complaints).toEqual([])
  await admin.context().close()
  await manager.context().close()
})

test('while Salesforce is down the last data stays with its age and the reason; it recovers by itself', async () => {
  await query(`update accounts set crm_id = $1 where display_name like 'Nordfeld%'`, [CRM_ID])
  salesforce.accounts.set(CRM_ID, {
    owner: { Name: 'Dana Levi', Email: 'dana@harmonic.example' },
    Contract: [{ ContractNumber: '00000117', Status: 'Activated', StartDate: '2025-01-01', EndDate: null }],
    Opportunity: [],
  })
  const admin = await stage.openPage('admin')
  const path = await pathOfCustomer()
  await admin.goto(`${path}/plugins/salesforce`)
  await admin.getByRole('button', { name: 'Connect', exact: true }).click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByLabel('Address').fill(salesforce.url)
  await dialog.getByLabel('Client ID of the connected app').fill(SALESFORCE_APP.clientId)
  await dialog.getByLabel('Client secret').fill(SALESFORCE_APP.clientSecret)
  await dialog.getByRole('button', { name: 'Connect' }).click()
  await admin.getByText('Connection saved. Test it next.').waitFor()

  await admin.goto(`${path}/account`)
  await admin.getByText('Dana Levi').waitFor()
  const later = (minutes: number) =>
    query(
      'update crm_copies set tried_at = tried_at - make_interval(mins => $1), read_at = read_at - make_interval(mins => $1)',
      [minutes],
    )
  await later(16)
  salesforce.faults.push([503, '{}'], [503, '{}'], [503, '{}'])
  await admin.reload()
  await admin.getByText('CRM data cannot be retrieved').waitFor()
  await admin.getByText('Salesforce has trouble of its own', { exact: false }).waitFor()
  await admin.getByText('Dana Levi').waitFor()
  await admin.getByText(/^as of 1[67] min/).waitFor()
  await shot(admin, 'salesforce-down')
  salesforce.faults.length = 0
  await later(2)
  await admin.reload()
  await admin.getByText('CRM data cannot be retrieved').waitFor({ state: 'detached' })
  await admin.getByText(/^as of now/).waitFor()
  await admin.getByText('Dana Levi').waitFor()
  expect(stage.complaints).toEqual([])
  await admin.context().close()
})
