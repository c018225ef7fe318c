import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Stage, startE2eApp } from './e2e-app.ts'

let stage: Stage

beforeAll(async () => {
  stage = await startE2eApp()
})
afterAll(() => stage.close())

/** Open customer cases of the customer's account that were not escalated, the newest first. */
async function openCases(): Promise<{ key: string; path: string }[]> {
  const { rows } = await stage.app.portal.pool.query<{ key: string; name: string; id: string }>(`
    select c.key, a.name, a.id::text from cases c join accounts a on a.id = c.account_id
    where a.name = 'nordfeld-kabel' and c.is_open and not c.internal and c.type = 'CASE'
      and not exists (select from rnd_issue_cases x where x.case_id = c.id) order by c.id desc`)
  return rows.map(({ key, name, id }) => ({ key, path: `/${name}/${id}/support/case/${key}` }))
}

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('a link between two cases is set by staff, seen by the customer in the other one, and removed', async () => {
  const [one, other] = await openCases()
  const engineer = await stage.openPage('engineer')
  await engineer.goto(one!.path)
  await engineer.getByRole('button', { name: 'Link a case' }).click()
  await engineer.getByRole('button', { name: 'Link', exact: true }).click()
  await engineer.getByText('Enter the key of a case.').waitFor()
  await choose(engineer, 'Link type', 'Blocks')
  await engineer.getByLabel('Case key').fill(one!.key)
  await engineer.getByRole('button', { name: 'Link', exact: true }).click()
  await engineer.getByText('must be another case').waitFor()
  await engineer.getByLabel('Case key').fill(other!.key.toLowerCase())
  await engineer.getByRole('button', { name: 'Link', exact: true }).click()
  await engineer.getByRole('region', { name: 'Linked cases' }).getByText(other!.key).waitFor()

  const customer = await stage.openPage('user')
  await customer.goto(other!.path)
  await customer.getByText('Blocked', { exact: true }).waitFor()
  await customer.getByRole('region', { name: 'Linked cases' }).getByRole('link', { name: one!.key }).click()
  await customer.waitForURL(`**${one!.path}`)
  expect(await customer.getByRole('button', { name: /^Remove the link/ }).count()).toBe(0)
  await engineer.getByRole('button', { name: `Remove the link to ${other!.key}` }).click()
  await engineer.getByText(`The link to ${other!.key} was removed`).waitFor()
  expect(stage.complaints).toEqual([])
  await engineer.context().close()
  await customer.context().close()
})

test('a case is escalated, R&D works on the issue, and the customer reads the milestone and no text of R&D', async () => {
  const one = (await openCases()).at(-1)!
  const engineer = await stage.openPage('engineer')
  await engineer.goto(one.path)
  await engineer.getByRole('button', { name: 'More', exact: true }).click()
  await engineer.getByRole('menuitem', { name: 'Escalate to R&D' }).click()
  await engineer.getByLabel('Subject').fill('Kanarie of R&D')
  await engineer.getByLabel('First R&D text').fill('Kanarie text')
  await engineer.getByRole('button', { name: 'Escalate', exact: true }).click()
  const panel = engineer.getByRole('region', { name: 'Progress in R&D' })
  await panel.getByRole('link', { name: /Kanarie of R&D/ }).click()
  await engineer.getByRole('heading', { name: 'Kanarie of R&D' }).waitFor()
  await engineer.getByText('Kanarie text').waitFor()
  expect(await engineer.getByLabel('R&D text').count()).toBe(0)

  const customer = await stage.openPage('user')
  await customer.goto(one.path)
  await customer.getByRole('region', { name: 'Progress in R&D' }).getByText('Received').waitFor()
  await customer.getByText('Live', { exact: true }).waitFor()
  const admin = await stage.openPage('admin')
  await admin.goto('/support/rnd')
  await admin.getByText('Kanarie of R&D').click()
  await admin.getByLabel('R&D text').fill('Kanarie more')
  await admin.getByRole('button', { name: 'Add R&D text' }).click()
  await admin.getByText('Kanarie more').waitFor()
  await choose(admin, 'Status', 'Reproduced')
  await customer.locator('[aria-current="step"]').getByText('Reproduced').waitFor()
  expect(await customer.content()).not.toContain('Kanarie')
  expect(stage.complaints).toEqual([])
  for (const page of [engineer, customer, admin]) await page.context().close()
})

test('a case becomes an outage with a page; a public update reaches the customer, an internal entry does not', async () => {
  const one = (await openCases())[1]!
  const admin = await stage.openPage('admin')
  await admin.goto(one.path)
  await admin.getByRole('button', { name: 'More', exact: true }).click()
  await admin.getByRole('menuitem', { name: 'Convert to an outage' }).click()
  await admin.getByLabel('Modems affected').fill('12')
  await choose(admin, 'Reason', 'Fibre')
  await admin.getByRole('button', { name: 'Convert', exact: true }).click()
  await admin.getByRole('link', { name: 'Open the outage page' }).click()
  await admin.getByText('Elapsed').waitFor()

  const customer = await stage.openPage('user')
  await customer.goto(one.path.replace(/support.*/, 'support/outages'))
  await customer
    .getByRole('link', { name: new RegExp(one.key) })
    .first()
    .click()
  await customer.getByText('No entries yet').waitFor()
  await customer.getByText('Live', { exact: true }).waitFor()
  await admin.getByText('Internal', { exact: true }).click()
  await admin.getByRole('textbox', { name: 'Text' }).fill('Kanarie entry')
  await admin.getByRole('button', { name: 'Post' }).click()
  await admin.getByText('Kanarie entry').waitFor()
  await admin.getByText('Update to customer').click()
  await admin.getByRole('textbox', { name: 'Text' }).fill('Crew on site')
  await admin.getByRole('button', { name: 'Post' }).click()
  await customer.getByText('Crew on site').waitFor()
  expect(await customer.content()).not.toContain('Kanarie')

  // The board for a wall shows the new outage until Escape.
  await admin.goto('/support/outages')
  await admin.getByRole('button', { name: 'Big screen' }).click()
  const screen = admin.getByRole('region', { name: 'Big screen' })
  await screen.getByText(one.key).waitFor()
  await screen.getByText('12 modems').first().waitFor()
  await admin.keyboard.press('Escape')
  await screen.waitFor({ state: 'detached' })
  expect(stage.complaints).toEqual([])
  for (const page of [customer, admin]) await page.context().close()
})

test('a case is printed as a document with every comment that the customer may read', async () => {
  const one = (await openCases())[0]!
  const staff = await stage.openPage('admin')
  await staff.goto(one.path)
  await staff.getByRole('button', { name: 'More', exact: true }).click()
  await staff.getByRole('menuitem', { name: 'Print' }).click()
  await staff.getByRole('heading', { level: 1, name: new RegExp(one.key) }).waitFor()
  await staff.getByText('Internal comments are left out.').waitFor()
  await staff.emulateMedia({ media: 'print' })
  expect(await staff.getByRole('button', { name: 'Print' }).isVisible()).toBe(false)
  expect(await staff.getByRole('navigation').first().isVisible()).toBe(false)
  expect(stage.complaints).toEqual([])
  await staff.context().close()
})
