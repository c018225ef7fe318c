import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Stage, startE2eApp } from './e2e-app.ts'

let stage: Stage

beforeAll(async () => {
  stage = await startE2eApp()
})
afterAll(() => stage.close())

test('a release manager makes a group, starts a rollout of rings, and stops it with a reason', async () => {
  const page = await stage.openPage('releaseManager')
  await page.goto('/software/groups')
  await page.getByRole('button', { name: 'New group' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('First customers')
  await page.getByRole('combobox', { name: 'Accounts' }).click()
  await page.getByRole('combobox', { name: 'Accounts' }).fill('Nordfeld')
  await page.getByRole('option', { name: 'Nordfeld', exact: false }).first().click()
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Create group' }).click()
  await page.getByText('Group First customers created').waitFor()

  await page.goto('/software/rollouts/new')
  await page.getByRole('button', { name: 'Start rollout' }).click()
  await page.getByText('Choose a bundle.').waitFor()
  await page.getByRole('combobox', { name: 'Bundle' }).click()
  await page.getByRole('option', { name: 'cOS-CN-DOCSIS 3.24.2' }).click()
  for (const ring of [3, 2]) await page.getByRole('button', { name: `Remove ring ${ring}` }).click()
  const group = page.getByRole('group', { name: 'Ring 1' }).getByRole('combobox', { name: 'Distribution group' })
  await group.click()
  await page.getByRole('option', { name: 'First customers' }).click()
  await page.getByRole('button', { name: 'Start rollout' }).click()
  await page.getByRole('heading', { level: 1, name: 'Rollout of cOS-CN-DOCSIS 3.24.2' }).waitFor()
  // The account has the release already, so the ring is delivered as soon as the job ran.
  await page.getByText('First customers is delivered').waitFor()
  await page.getByRole('button', { name: 'Stop rollout' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Wrong group')
  await dialog.getByRole('button', { name: 'Stop rollout' }).click()
  await page.getByText('Stopped: Wrong group', { exact: true }).waitFor()
  const { rows } = await stage.app.portal.pool.query(
    `select state, stop_reason from rollouts o join bundles b on b.id = o.bundle_id where b.name = 'cOS-CN-DOCSIS 3.24.2'`,
  )
  expect(rows).toEqual([{ state: 'STOPPED', stop_reason: 'Wrong group' }])
  expect(stage.complaints).toEqual([])
})
