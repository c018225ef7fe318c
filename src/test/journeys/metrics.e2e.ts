import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Stage, startE2eApp } from './e2e-app.ts'

let stage: Stage

beforeAll(async () => {
  stage = await startE2eApp()
})
afterAll(() => stage.close())

test('a token of a deployment is created, shown once and revoked', async () => {
  const page = await stage.openPage('admin')
  const account = await stage.app.portal.db
    .selectFrom('accounts')
    .select('id')
    .where('name', '=', 'nordfeld-kabel')
    .executeTakeFirstOrThrow()
  await page.goto(`/nordfeld-kabel/${account.id}/dashboard`)
  const open = page.getByRole('button', { name: /^Metrics of / }).first()
  await open.click()
  await page.getByText('No tokens. Create one to let a collector send metrics.').waitFor()
  await page.getByRole('button', { name: 'New token' }).click()
  await page.getByLabel('Name').fill('Prometheus in Kiel')
  await page.getByRole('dialog').getByRole('button', { name: 'New token' }).click()
  const token = (await page.getByText(/^hdd_/).textContent())!
  const sent = await fetch(`${new URL(page.url()).origin}/api/ingest/metrics`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/plain' },
    body: 'cable_modems{state="online"} 7\ncable_modems{deployment="another"} 7\n',
  })
  expect(sent.status).toBe(400)
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('dialog').getByText('Prometheus in Kiel').waitFor()
  await page.reload()
  await page.getByText('1 sample rejected').waitFor()
  await open.click()
  await page.getByText('Label of another deployment').waitFor()
  await page.getByRole('button', { name: 'Revoke Prometheus in Kiel' }).click()
  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await page.getByText('No tokens. Create one to let a collector send metrics.').waitFor()
  expect(stage.complaints).toEqual([])
})
