import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Stage, startE2eApp } from './e2e-app.ts'

let stage: Stage

beforeAll(async () => {
  stage = await startE2eApp()
})
afterAll(() => stage.close())

test('a known issue is declared, edited, found while a case is typed, and linked to it', async () => {
  const page = await stage.openPage('tacManager')
  await page.goto('/support/known-issues')
  await page.getByRole('button', { name: 'Declare known issue' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('Zebra counter stops after midnight')
  await dialog.getByRole('combobox', { name: 'Product' }).click()
  await page.getByRole('option', { name: 'cOS-CN-DOCSIS', exact: true }).click()
  await dialog.getByLabel('Symptom').fill('counter stops')
  await dialog.getByRole('button', { name: 'Declare known issue' }).click()
  await dialog.getByLabel('Affected versions').fill('>=1.0.0')
  await dialog.getByLabel('Internal note').fill('Reproduced in the lab')
  await dialog.getByRole('button', { name: 'Declare known issue' }).click()
  await page.getByRole('heading', { name: 'Zebra counter stops after midnight' }).waitFor()
  await page.getByText('Reproduced in the lab').waitFor()
  await page.getByText('Not published').waitFor()

  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await dialog.getByLabel('Workaround').fill('Restart the **counter** service.')
  await dialog.getByRole('switch', { name: 'Published' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Restart the counter service.').waitFor()
  await page.getByText('Not published').waitFor({ state: 'detached' })

  const customer = await stage.openPage('user')
  await customer.goto('/support/known-issues')
  await customer.getByText('Zebra counter stops after midnight').waitFor()
  await customer.goto('/support/new')
  await customer.getByLabel('Subject').fill('Zebra counter stops')
  const matching = customer.getByRole('region', { name: 'Known issues' })
  await matching.getByText('Zebra counter stops after midnight').waitFor()

  const { key, account, account_id } = await openCase()
  await page.goto(`/${account}/${account_id}/support/case/${key}`)
  const panel = page.getByRole('region', { name: 'Known issues' })
  await panel.getByRole('button', { name: 'Link by key' }).click()
  await panel.getByLabel('Key of the known issue').fill('KI-021')
  await panel.getByRole('button', { name: 'Link', exact: true }).click()
  await panel.getByRole('button', { name: 'Remove KI-021' }).waitFor()
  await panel.getByRole('link', { name: /KI-021/ }).click()
  await page.getByRole('link', { name: new RegExp(key) }).waitFor()
  expect(stage.complaints).toEqual([])
})

test('a log whose secrets are hidden fills in version and serial, and offers its known issue', async () => {
  const customer = await stage.openPage('user')
  await customer.goto('/support/new')
  const log = [
    'Nov 20 02:12:02 rpd-0207 sys[411]: RPD firmware 9.4.0, model RN-120-12-AC',
    'Nov 20 02:12:02 rpd-0207 sys[411]: serial RN123W08K01977 name rpd-0207',
    'Nov 20 02:13:00 rpd-0207 snmpd: community n0rdk4bel-RW access rw',
    'Nov 20 02:36:09 rpd-0207 kernel: oom-kill pnmd rss 402 MB',
    'Nov 20 02:36:09 rpd-0207 ssd: write abort, image discarded',
  ].join('\n')
  const file = { name: 'rpd-0207.log', mimeType: 'text/plain', buffer: Buffer.from(log) }
  await customer.locator('input[type=file]').first().setInputFiles(file)
  const says = customer.getByRole('region', { name: 'What the log says' })
  await says.getByText('1 secret hidden').waitFor()
  await says.getByRole('button', { name: 'Use RN123W08K01977' }).click()
  await says.getByRole('button', { name: 'Use 9.4.0' }).click()
  if (process.env.PICTURES) await customer.screenshot({ path: `${process.env.PICTURES}/log-new-case.png` })
  expect(await customer.getByRole('combobox', { name: 'Product' }).inputValue()).toBe('RPD firmware')
  expect(await customer.getByRole('combobox', { name: 'Version' }).inputValue()).toBe('9.4.0')
  await customer.getByLabel('Subject').fill('Node restarts at night')
  await customer.getByRole('button', { name: 'Deployment' }).click()
  await customer.getByRole('option').first().click()
  await customer.getByRole('button', { name: 'File case' }).first().click()
  await customer.waitForURL(/[?&]id=/)
  await customer.getByText('Serial number: RN123W08K01977').first().waitFor()
  await customer.getByRole('tab', { name: /Files/ }).click()
  await customer.getByText('1 secret hidden').waitFor()
  if (process.env.PICTURES) await customer.screenshot({ path: `${process.env.PICTURES}/log-files.png` })
  const copied = customer.waitForEvent('download')
  await customer.getByRole('link', { name: 'rpd-0207.log', exact: true }).click()
  const copy = await (await copied).createReadStream().then(textOf)
  expect([copy.includes('n0rdk4bel-RW'), copy.includes('community [hidden] access rw')]).toEqual([false, true])
  const opened = customer.waitForEvent('download')
  await customer.getByRole('link', { name: 'Open the original of rpd-0207.log' }).click()
  expect(await (await opened).createReadStream().then(textOf)).toBe(log)
  expect(stage.complaints).toEqual([])
})

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts).toString()
}

async function openCase() {
  return stage.app.portal.db
    .selectFrom('cases')
    .innerJoin('accounts', 'accounts.id', 'cases.account_id')
    .select(['cases.key', 'accounts.name as account', 'accounts.id as account_id'])
    .where('accounts.name', '=', 'nordfeld-kabel')
    .where('cases.is_open', '=', true)
    .where('cases.internal', '=', false)
    .where('cases.type', '=', 'CASE')
    .orderBy('cases.id')
    .executeTakeFirstOrThrow()
}
