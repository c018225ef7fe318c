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
  const admin = await stage.openPage('admin')
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

  const manager = await stage.openPage('manager')
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
  const user = await stage.openPage('user')
  await user.goto(`${account}/support/outages`)
  await user.getByRole('heading', { name: 'Outages', exact: true }).waitFor()
  expect(await user.getByRole('link', { name: 'SLA report' }).count()).toBe(0)
  expect(stage.complaints).toEqual([])
  for (const page of [admin, manager, user]) await page.context().close()
})

test('a manager disputes a line of a closed month; an edit with a reason makes the next signed revision', async () => {
  // The oldest outage of the account is moved into a closed month by a correction, as staff do.
  const { rows } = await stage.app.portal.pool.query<{ key: string; month: string; started: string; ended: string }>(`
    select c.key, to_char(d.day, 'YYYY-MM') as month, to_char(d.day, 'YYYY-MM-DD"T"10:00:00.000"Z"') as started, to_char(d.day, 'YYYY-MM-DD"T"11:00:00.000"Z"') as ended
    from outages o join cases c on c.id = o.case_id join accounts a on a.id = c.account_id, (select date_trunc('month', now() - interval '2 months') + interval '9 days' as day) d
    where a.name = 'nordfeld-kabel' and o.total_cms_affected > 0 and o.ended_at is not null order by o.started_at limit 1`)
  const { key, month, started, ended } = rows[0]!
  const admin = await stage.openPage('admin')
  const cookies = await admin.context().cookies()
  const token = cookies.find(({ name }) => name.endsWith('XSRF-TOKEN'))!.value
  const corrected = await admin.request.patch(`${stage.app.url}/api/plugins/jira/outages/${key}`, {
    headers: { 'x-xsrf-token': decodeURIComponent(token) },
    data: { started, ended, correction: 'The clock was wrong.' },
  })
  expect(corrected.status()).toBe(200)
  const revisions = async (page: typeof admin) => {
    const table = page.getByRole('table', { name: 'Signed months' })
    await table.waitFor()
    return table
  }

  const manager = await stage.openPage('manager')
  await expect
    .poll(
      async () =>
        (await stage.app.portal.pool.query(`select from signed_sla_months where month = $1 and revision = 2`, [month]))
          .rowCount,
      {
        timeout: 30_000,
      },
    )
    .toBeGreaterThan(0)
  await manager.goto(`${account}/support/sla?view=blended&month=${month}`)
  await manager.getByRole('button', { name: `Dispute the line of ${key}` }).click()
  const dialog = manager.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Open the case' }).click()
  await dialog.getByText('Enter a reason.').waitFor()
  await dialog.getByLabel('What is wrong with this line?').fill('The light was back at half past ten.')
  await dialog.getByRole('button', { name: 'Open the case' }).click()
  await dialog.waitFor({ state: 'detached' })
  const link = manager.getByRole('link', { name: /^Dispute NFK|^Dispute [A-Z]+-[0-9]+/ })
  await link.waitFor()
  expect(await manager.getByRole('button', { name: `Dispute the line of ${key}` }).count()).toBe(0)
  await (await revisions(manager))
    .getByRole('link', { name: /^Download PDF/ })
    .first()
    .waitFor()
  if (process.env.SHOTS) await manager.screenshot({ path: `${process.env.SHOTS}/signed.png`, fullPage: true })

  await admin.goto(`${account}/support/sla?view=blended&month=${month}`)
  await admin.getByRole('link', { name: /^Dispute [A-Z]+-[0-9]+/ }).waitFor()
  await admin.getByRole('button', { name: 'Edit with reason' }).click()
  await admin.getByRole('combobox', { name: 'Outage' }).click()
  await admin.getByRole('option', { name: new RegExp(key) }).click()
  await admin.getByRole('combobox', { name: 'Treatment' }).click()
  await admin.getByRole('option', { name: 'Planned work' }).click()
  await admin.getByLabel('Reason').fill('The dispute is accepted')
  await admin.getByRole('button', { name: 'Save' }).click()
  await admin.getByRole('dialog').waitFor({ state: 'detached' })
  await admin.getByText(/The dispute is accepted · /).waitFor()
  await (await revisions(admin)).getByText('The dispute is accepted').waitFor()
  expect(stage.complaints).toEqual([])
  for (const page of [admin, manager]) await page.context().close()
})

test('the page of an outage draws how many modems were missing, and shows the same as a table', async () => {
  const { rows } = await stage.app.portal.pool.query<{ key: string }>(`
    select c.key from outages o join cases c on c.id = o.case_id join accounts a on a.id = c.account_id
    where a.name = 'nordfeld-kabel' and exists (select from outage_counts k where k.case_id = o.case_id and k.at between o.started_at and coalesce(o.ended_at, now()))
    order by o.ended_at nulls first, o.started_at desc limit 1`)
  const engineer = await stage.openPage('engineer')
  await engineer.goto(`${account}/support/outages/${rows[0]!.key}`)
  await engineer.locator('canvas').first().waitFor()
  if (process.env.SHOTS) await engineer.screenshot({ path: `${process.env.SHOTS}/curve.png`, fullPage: true })
  await engineer.getByText('Table', { exact: true }).click()
  await engineer.getByRole('table', { name: 'Modems missing' }).waitFor()
  expect(stage.complaints).toEqual([])
  await engineer.context().close()
})

test('the dialog of the queue changes the checked cases and shows the result of each', async () => {
  const admin = await stage.openPage('admin')
  await admin.goto('/support')
  const boxes = admin.getByRole('grid').getByRole('checkbox')
  await boxes.nth(1).check({ force: true })
  await boxes.nth(2).check({ force: true })
  await admin.getByRole('button', { name: 'Change…' }).click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Change', exact: true }).click()
  await dialog.getByText('Choose at least one change.').waitFor()
  await dialog.getByRole('combobox', { name: 'Priority' }).click()
  await admin.getByRole('option', { name: 'Low' }).click()
  if (process.env.SHOTS) await admin.screenshot({ path: `${process.env.SHOTS}/bulk.png` })
  await dialog.getByRole('button', { name: 'Change', exact: true }).click()
  await admin.getByText('All cases have their result.').waitFor()
  await admin.getByRole('table', { name: 'Results' }).getByText('changed', { exact: true }).first().waitFor()
  if (process.env.SHOTS) await admin.screenshot({ path: `${process.env.SHOTS}/bulk-results.png` })
  expect(stage.complaints).toEqual([])
  await admin.context().close()
})

test('the cases report stores its table in the address, for staff and for a manager', async () => {
  const admin = await stage.openPage('admin')
  await admin.goto('/support/report')
  await admin.getByRole('table', { name: 'Open cases' }).waitFor()
  await admin.getByRole('img', { name: /^Filed cases by type and resolved cases/ }).waitFor()
  await admin.getByRole('img', { name: /^Time to the first response/ }).waitFor()
  if (process.env.SHOTS) await admin.screenshot({ path: `${process.env.SHOTS}/report.png`, fullPage: true })
  await admin.getByRole('combobox', { name: 'Columns' }).click()
  await admin.getByRole('option', { name: 'Filed by month' }).click()
  await admin.getByRole('table', { name: 'Filed cases' }).waitFor()
  await admin.getByRole('combobox', { name: 'Rows' }).click()
  await admin.getByRole('option', { name: 'Account' }).click()
  await admin.waitForURL(/rows=account/)
  await admin.reload()
  await admin.getByRole('rowheader', { name: /Nordfeld Kabel/ }).waitFor()
  const manager = await stage.openPage('manager', { phone: true })
  await manager.goto(`${account}/support/report`)
  await manager.getByRole('table', { name: 'Open cases' }).waitFor()
  if (process.env.SHOTS) await manager.screenshot({ path: `${process.env.SHOTS}/report-390.png`, fullPage: true })
  expect(stage.complaints).toEqual([])
  for (const page of [admin, manager]) await page.context().close()
})

test('a hardware return goes from the form to its receipt; service down is filed as HIGH', async () => {
  const user = await stage.openPage('user')
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

  const engineer = await stage.openPage('engineer')
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
