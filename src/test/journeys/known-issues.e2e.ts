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
