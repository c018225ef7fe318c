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

test('the overview: accounts by products, products, rows; a slow one names the next step, and no tracker', async () => {
  const page = await stage.openPage('releaseManager')
  await page.goto('/software/bundles')
  await page.getByRole('link', { name: 'Overview' }).click()
  const grid = page.getByRole('grid', { name: 'Software overview' })
  const cell = grid.getByRole('link', { name: /^Nordfeld Kabel, cOS-CN-DOCSIS 3\.24\.2: Assigned, 1 version behind/ })
  await cell.waitFor()
  await page.getByText('4 accounts').waitFor()

  // A product leads to its rows, a row to its release; the filters stay with the view.
  await page.getByText('By product', { exact: true }).click()
  await grid.getByText('cOS-CN-DOCSIS', { exact: true }).click()
  await page.getByText('3 rows').waitFor()
  await page.getByRole('searchbox').fill('larks')
  await page.getByText('1 row', { exact: true }).waitFor()
  const csv = page.waitForRequest(/overview\/csv/)
  await page.getByRole('button', { name: 'CSV' }).click()
  expect(new URL((await csv).url()).search).toBe('?q=larks&products=cOS-CN-DOCSIS')
  await page.getByText('By account', { exact: true }).click()
  await page.getByText('1 account', { exact: true }).waitFor()
  await page.getByRole('searchbox').fill('')
  await cell.click()
  await page.getByRole('heading', { level: 1, name: 'cOS-CN-DOCSIS 3.24.2' }).waitFor()

  // The account's releases say the same of it.
  await page.goBack()
  await grid.getByText('Nordfeld Kabel').click()
  await page.getByRole('list', { name: 'Software of the account' }).getByText('1 version behind 3.25.0').waitFor()

  await page.route(/overview\/grouped/, (route) =>
    route.fulfill({
      status: 408,
      json: { code: 'overview-too-slow', error: 'Choose fewer accounts, then try again.' },
    }),
  )
  await page.goto('/software/overview')
  await page.getByText('Choose fewer accounts, then try again.').waitFor()
  expect(await page.getByText('The connection to the issue tracker is unstable.').count()).toBe(0)
  await page.unroute(/overview\/grouped/)
  await page.route(/overview\/grouped/, async (route) => {
    const response = await route.fetch()
    const list = await response.json()
    await route.fulfill({ response, json: { ...list, page: { ...list.page, totalElements: 2001 } } })
  })
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('There are more than 2,000 accounts.', { exact: false }).waitFor()
  expect(stage.complaints).toEqual([])
})
