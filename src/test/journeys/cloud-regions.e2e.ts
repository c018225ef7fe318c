import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Stage, startE2eApp } from './e2e-app.ts'

let stage: Stage

beforeAll(async () => {
  stage = await startE2eApp()
})
afterAll(() => stage.close())

test('an administrator changes the region and project of an account; a wrong project key is explained', async () => {
  const { pool } = stage.app.portal
  const { rows } = await pool.query(`select id, name from accounts where name = 'nordfeld-kabel'`)
  const account = rows[0] as { id: number; name: string }
  const page = await stage.openPage('admin')
  await page.goto(`/${account.name}/${account.id}/infrastructure/regions`)
  const key = page.getByRole('textbox', { name: 'Project key' })
  await key.fill('two words')
  await page.getByRole('button', { name: 'Save region' }).click()
  await page.getByText('Enter 6 to 30 lowercase letters', { exact: false }).waitFor()
  await key.fill('cos-nordfeld-new')
  await page.getByRole('combobox', { name: 'Region' }).click()
  await page.getByRole('combobox', { name: 'Region' }).fill('Stockholm')
  await page.getByRole('option', { name: 'Stockholm' }).click()
  await page.getByRole('button', { name: 'Save region' }).click()
  await page.getByText('Cloud region updated').waitFor()
  await page.getByRole('cell', { name: 'Stockholm eu-north-1' }).waitFor()
  const stored = await pool.query(`select region, project_key from cloud_regions where account_id = $1`, [account.id])
  expect(stored.rows).toEqual([{ region: 'eu-north-1', project_key: 'cos-nordfeld-new' }])
  expect(stage.complaints).toEqual([])
})
