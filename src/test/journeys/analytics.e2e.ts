import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFigures } from '#features/monitoring/analytics/server/index.ts'
import { ANALYTICS_LOGIN, OPS_NAME, startAnalyticsFake } from '#test/connections/analytics-fake.ts'
import { type Stage, startE2eApp } from './e2e-app.ts'

let stage: Stage
let analytics: Awaited<ReturnType<typeof startAnalyticsFake>>

beforeAll(async () => {
  analytics = await startAnalyticsFake()
  stage = await startE2eApp({ PRIVATE_HOSTS: analytics.host })
})
afterAll(async () => {
  await stage.close()
  await analytics.close()
})

/** Stores a screenshot where SHOTS names a folder. */
async function shot(page: Page, name: string): Promise<void> {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` })
}

test('a deployment is added, its test names the wrong login, its token is made, and its first samples show', async () => {
  const page = await stage.openPage('admin')
  const { db } = stage.app.portal
  const account = await db
    .selectFrom('accounts')
    .select('id')
    .where('name', '=', 'nordfeld-kabel')
    .executeTakeFirstOrThrow()
  const path = `/nordfeld-kabel/${account.id}/analytics`
  await page.goto(`${path}/settings`)
  await page.getByRole('button', { name: 'Add deployment' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: false }).first().fill('Flensburg')
  await dialog.getByLabel('API URL').fill(analytics.url)
  await dialog.getByLabel('Ops customer name').fill(OPS_NAME)
  await dialog.getByLabel('Portal user').fill(ANALYTICS_LOGIN.username)
  const password = dialog.locator('input[type="password"]')
  await password.fill('wrong')
  await dialog.getByRole('button', { name: 'Test connection' }).click()
  await dialog.getByText('Login: failed').waitFor()
  await dialog.getByText('Analytics login failed (check username and password).').waitFor()
  await dialog.getByText('Ops name: not tested').waitFor()
  await shot(page, 'settings')
  await password.fill(ANALYTICS_LOGIN.password)
  await dialog.getByRole('button', { name: 'Test connection' }).click()
  await dialog.getByText('Connection is OK').waitFor()
  await dialog.getByRole('button', { name: 'Save deployment' }).click()
  await page.getByRole('cell', { name: 'Flensburg', exact: true }).waitFor()

  await page.goto(`/nordfeld-kabel/${account.id}/dashboard`)
  await page.getByRole('button', { name: 'Metrics of Flensburg' }).click()
  await page.getByRole('button', { name: 'New token' }).click()
  await page.getByLabel('Name').fill('Collector')
  await page.getByRole('dialog').getByRole('button', { name: 'New token' }).click()
  const token = (await page.getByText(/^hdd_/).textContent())!
  const sent = await fetch(`${new URL(page.url()).origin}/api/ingest/metrics`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/plain' },
    body: 'cable_modems{cluster="c1",state="online"} 4711\n',
  })
  expect(sent.status).toBe(204)
  await readFigures(db, Date.now())
  await page.goto(path)
  await page.getByRole('row', { name: /Flensburg.*Fine.*4,711/ }).waitFor()
  await shot(page, 'analytics')
  await page.getByRole('link', { name: 'Technical report' }).first().click()
  await page.getByRole('heading', { name: /Cover/ }).waitFor()
  await shot(page, 'report')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download PDF' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/\.pdf$/)
  await page.goto('/analytics')
  await page.getByRole('heading', { name: 'Monitoring' }).waitFor()
  await shot(page, 'monitoring')
  expect(stage.complaints).toEqual([])
})
