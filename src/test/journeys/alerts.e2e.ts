import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Stage, startE2eApp } from './e2e-app.ts'

let stage: Stage

beforeAll(async () => {
  stage = await startE2eApp()
})
afterAll(() => stage.close())

test('an alert appears live, is acknowledged and closed; an override puts a user on call', async () => {
  const page = await stage.openPage('admin')
  const other = await page.context().newPage()
  await other.goto('/alerts')
  await other.getByRole('heading', { name: 'Alerts' }).waitFor()
  await other.getByText('Live', { exact: true }).waitFor()

  await page.goto('/alerts')
  await page.getByRole('button', { name: 'New alert' }).click()
  await page.getByRole('combobox', { name: 'Account' }).click()
  await page.getByRole('option').first().click()
  await page.getByLabel('What happened').fill('RPD 7 lost sync')
  await page.getByRole('button', { name: 'Send alert' }).click()
  await other.getByRole('link', { name: 'RPD 7 lost sync' }).click()
  await other.getByRole('button', { name: 'Acknowledge' }).click()
  await other.getByText(/^Acknowledged by/).waitFor()
  await other.getByRole('button', { name: 'Close alert' }).click()
  await other.getByText(/^Closed by/).waitFor()

  await page.goto('/alerts/on-call')
  await page.getByRole('button', { name: 'Add override' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'User' }).click()
  await dialog.getByRole('option').first().click()
  await dialog.getByRole('button', { name: 'Add override' }).click()
  await page.getByRole('button', { name: /^Remove the override/ }).waitFor()
  expect(stage.complaints).toEqual([])
})
