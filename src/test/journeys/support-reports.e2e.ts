import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Stage, startE2eApp } from './e2e-app.ts'

let stage: Stage
let account: string

beforeAll(async () => {
  stage = await startE2eApp()
  const { rows } = await stage.app.portal.pool.query<{ path: string }>(
    `select '/' || name || '/' || id as path from accounts where name = 'nordfeld-kabel'`,
  )
  account = rows[0]!.path
})
afterAll(() => stage.close())

test('a figure of the SLA report opens its outages; an edit with a reason changes it; a closed month gets revision 2', async () => {
  const { rows } = await stage.app.portal.pool.query<{ month: string; key: string }>(`
    select to_char(o.started_at at time zone a.time_zone, 'YYYY-MM') as month, c.key from outages o join cases c on c.id = o.case_id
      join accounts a on a.id = c.account_id where a.name = 'nordfeld-kabel' and o.total_cms_affected > 0 order by o.started_at limit 1`)
  const { month, key } = rows[0]!
  const admin = await stage.enter('admin')
  await admin.goto(`${account}/support/sla?view=blended`)
  await admin
    .getByRole('button', { name: /^Show the outages behind/ })
    .last()
    .click()
  await admin.getByText('The sum').waitFor()
  await admin.goto(`${account}/support/sla?view=blended&month=${month}`)
  await admin.getByRole('link', { name: key }).waitFor()
  if (process.env.SHOTS) await admin.screenshot({ path: `${process.env.SHOTS}/sla.png`, fullPage: true })
  const edit = async (reason: string) => {
    await admin.getByLabel('Reason').fill(reason)
    await admin.getByRole('button', { name: 'Save' }).click()
    await admin.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await admin.getByRole('button', { name: 'Edit with reason' }).click()
  await admin.getByRole('button', { name: 'Save' }).click()
  await admin.getByText('Enter a reason.').waitFor()
  await admin.getByRole('combobox', { name: 'Outage' }).click()
  await admin.getByRole('option', { name: new RegExp(key) }).click()
  await admin.getByRole('combobox', { name: 'Treatment' }).click()
  await admin.getByRole('option', { name: 'Planned work' }).click()
  await edit('Planned work of the night')
  await admin.getByText('Not counted: Planned work').waitFor()

  const manager = await stage.enter('manager')
  await manager.goto(`${account}/support/sla?view=blended&month=${month}`)
  await manager.getByText('Planned work of the night').first().waitFor()
  expect(await manager.getByRole('button', { name: 'Edit with reason' }).count()).toBe(0)
  await admin
    .getByRole('button', { name: /^Show the outages behind/ })
    .nth(5)
    .click()
  await admin.getByRole('combobox', { name: 'Revision' }).waitFor()
  await admin.getByRole('button', { name: 'Edit with reason' }).click()
  await edit('Recounted together')
  await admin.getByText(/Recounted together · /).waitFor()
  const user = await stage.enter('user')
  await user.goto(`${account}/support/outages`)
  await user.getByRole('heading', { name: 'Outages', exact: true }).waitFor()
  expect(await user.getByRole('link', { name: 'SLA report' }).count()).toBe(0)
  expect(stage.complaints).toEqual([])
  for (const page of [admin, manager, user]) await page.context().close()
})

test('the cases report stores its table in the address, for staff and for a manager', async () => {
  const admin = await stage.enter('admin')
  await admin.goto('/support/report')
  await admin.getByRole('table', { name: 'Open cases' }).waitFor()
  if (process.env.SHOTS) await admin.screenshot({ path: `${process.env.SHOTS}/report.png`, fullPage: true })
  await admin.getByRole('combobox', { name: 'Columns' }).click()
  await admin.getByRole('option', { name: 'Filed by month' }).click()
  await admin.getByRole('table', { name: 'Filed cases' }).waitFor()
  await admin.getByRole('combobox', { name: 'Rows' }).click()
  await admin.getByRole('option', { name: 'Account' }).click()
  await admin.waitForURL(/rows=account/)
  await admin.reload()
  await admin.getByRole('rowheader', { name: /Nordfeld Kabel/ }).waitFor()
  const manager = await stage.enter('manager', { phone: true })
  await manager.goto(`${account}/support/report`)
  await manager.getByRole('table', { name: 'Open cases' }).waitFor()
  if (process.env.SHOTS) await manager.screenshot({ path: `${process.env.SHOTS}/report-390.png`, fullPage: true })
  expect(stage.complaints).toEqual([])
  for (const page of [admin, manager]) await page.context().close()
})

test('a hardware return goes from the form to its receipt; service down is filed as HIGH', async () => {
  const user = await stage.enter('user')
  await user.goto(`${account}/support/new`)
  await user.getByText('Hardware return', { exact: true }).click()
  await user.getByRole('button', { name: 'File return' }).click()
  await user.getByText('Fill in this field.').first().waitFor()
  await user.getByRole('combobox', { name: 'Part' }).click()
  await user.getByRole('option', { name: /^RS-PSU-AC/ }).click()
  await user.getByLabel('Serial number').fill('RS224W11B00083')
  await user.getByRole('button', { name: 'Change the part to RS-12-CH' }).waitFor()
  if (process.env.SHOTS) await user.screenshot({ path: `${process.env.SHOTS}/rma-new.png` })
  await user.getByLabel('Contact').fill('Anke Vogt, +49 451 5550 118')
  await user.getByLabel('Shipping address').fill('Hub Lübeck')
  await user.getByLabel('Symptom').fill('Supply B is dead.')
  await user
    .locator('input[type=file]')
    .setInputFiles([{ name: 'run.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') }])
  await user.getByRole('button', { name: 'File return' }).click()
  const panel = user.getByRole('region', { name: 'Hardware return' })
  await panel.getByText('Serial to be checked').waitFor()
  await panel.getByText('run.exe').waitFor()
  await user.getByText('Live', { exact: true }).waitFor()

  const engineer = await stage.enter('engineer')
  await engineer.goto(user.url())
  await engineer.getByRole('button', { name: 'Approve the return' }).click()
  await engineer.getByRole('dialog').getByRole('button', { name: 'Approve the return' }).click()
  await engineer.getByRole('button', { name: 'Record the shipment' }).click()
  const dialog = engineer.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Record the shipment' }).click()
  await dialog.getByText('is required').first().waitFor()
  await dialog.getByLabel('Carrier').fill('DHL Express')
  await dialog.getByLabel('Tracking number').fill('JD0146000481220')
  await dialog.getByRole('button', { name: 'Record the shipment' }).click()
  await panel.getByText('JD0146000481220').waitFor()
  await engineer.getByRole('button', { name: 'Record the receipt' }).click()
  await engineer.getByRole('dialog').getByRole('button', { name: 'Record the receipt' }).click()
  await panel.locator('[aria-current="step"]').getByText('Received').waitFor()
  if (process.env.SHOTS) await engineer.screenshot({ path: `${process.env.SHOTS}/rma.png` })
  expect(await panel.getByRole('button').count()).toBe(0)

  await user.goto(`${account}/support/new`)
  await user.getByText('Service down', { exact: true }).click()
  await user.getByText('the NOC is notified at once').waitFor()
  if (process.env.SHOTS) await user.screenshot({ path: `${process.env.SHOTS}/down.png` })
  expect(stage.complaints).toEqual([])
  for (const page of [user, engineer]) await page.context().close()
})
