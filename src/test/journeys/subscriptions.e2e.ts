import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Stage, startE2eApp } from './e2e-app.ts'

let stage: Stage

beforeAll(async () => {
  stage = await startE2eApp()
})
afterAll(() => stage.close())

test('an administrator changes plans in the sheet by keyboard alone, undoes one step, and saves at once', async () => {
  const page = await stage.enter('admin')
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

test('a subscription that expires in 30 days is found in one click, changed, and its history names the change', async () => {
  const page = await stage.enter('admin')
  await page.goto('/admin/subscriptions/customers')
  await page.getByRole('button', { name: 'Expires in 30 days' }).click()
  await page.getByText('2 subscriptions').waitFor()
  await page.getByText('Rhônalys').or(page.getByText('Rhonalys')).first().dblclick()
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
  const page = await stage.enter('manager')
  await page.getByRole('link', { name: 'Subscription', exact: true }).first().click()
  await page.getByRole('heading', { name: 'Limits and their use' }).waitFor()
  await page.getByRole('heading', { name: 'Services' }).waitFor()
  expect(await page.getByText('Contract value').count()).toBe(0)
  expect(await page.getByRole('heading', { name: 'History' }).count()).toBe(0)
  expect(stage.complaints).toEqual([])
  await page.context().close()
})
