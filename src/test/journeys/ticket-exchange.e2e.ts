import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Stage, startE2eApp } from './e2e-app.ts'

let stage: Stage

beforeAll(async () => {
  stage = await startE2eApp()
})
afterAll(() => stage.close())

test('a manager tries a mapping, creates a token, and finds the case that a ticket system files with it', async () => {
  const page = await stage.openPage('manager')
  await page.getByRole('link', { name: 'Account settings' }).click()
  await page.getByRole('heading', { name: 'Ticket exchange (TMF621)' }).waitFor()
  const before = await count()

  await page.getByLabel('Trouble ticket').fill('{"description": "Node 12", "severity": "P1", "ticketType": "incident"}')
  await page.getByRole('button', { name: 'Show the case' }).click()
  await page.getByText('severity must be one of: Critical, Major, Minor').waitFor()
  const ticket = {
    description: 'Node 12 is offline.\nEvery evening.',
    severity: 'Critical',
    ticketType: 'incident',
    externalId: 'INC-4711',
    channel: { id: 'web' },
  }
  await page.getByLabel('Trouble ticket').fill(JSON.stringify(ticket))
  await page.getByRole('button', { name: 'Show the case' }).click()
  const made = page.getByRole('region', { name: 'The case it would make' })
  for (const text of ['Node 12 is offline.', 'High', 'INC-4711', 'channel'])
    await made.getByText(text, { exact: true }).first().waitFor()
  expect(await count()).toBe(before)

  await page.getByRole('button', { name: 'New token' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('ITSM of Nordfeld')
  await dialog.getByRole('button', { name: 'New token' }).click()
  const token = await page.locator('code', { hasText: 'hda_' }).textContent()
  await page.getByRole('button', { name: 'Done' }).click()
  const address = await page.locator('code', { hasText: '/tmf-api/' }).textContent()
  const filed = await fetch(`${address}/troubleTicket`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(ticket),
  })
  expect(filed.status).toBe(201)
  const { id } = (await filed.json()) as { id: string }
  const settings = new URL(page.url()).pathname
  await page.goto(settings.replace(/account$/, `support/case/${id}`))
  await page.getByText("Operator's id").first().waitFor()
  await page.getByText('INC-4711').first().waitFor()

  await page.goto(settings)
  await page.getByRole('button', { name: 'Revoke ITSM of Nordfeld' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('No tokens.').waitFor()
  expect(stage.complaints).toEqual([])
})

async function count(): Promise<number> {
  const { rows } = await stage.app.portal.pool.query<{ count: number }>(
    `select count(*)::int as count from cases where external_id = 'INC-4711'`,
  )
  return rows[0]!.count
}
