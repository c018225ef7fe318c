import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { JIRA_LOGIN, type JiraFake, startJiraFake } from '../trackers/jira-fake.ts'
import { type Stage, startE2eApp } from './e2e-app.ts'

let stage: Stage
let jira: JiraFake

beforeAll(async () => {
  jira = await startJiraFake()
  stage = await startE2eApp({ PRIVATE_HOSTS: jira.host })
})
afterAll(async () => {
  await stage.close()
  await jira.close()
})

const ACCOUNT = 'nordfeld-kabel'

test('Jira is connected, a wrong token is explained and corrected, and the first sync reads its issues', async () => {
  const { db } = stage.app.portal
  const { rows } = await sql<{ id: number }>`select id from accounts where name = ${ACCOUNT}`.execute(db)
  // Older than what the first poll reads: a poll at this minute would count as found what the sync is to find.
  const updated = new Date(Date.now() - 3_600_000).toISOString()
  for (let number = 1; number <= 5; number += 1)
    jira.addIssue({ summary: `Old issue ${number}`, status: 'Done', created: updated, updated })
  const page = await stage.openPage('admin')
  await page.goto(`/${ACCOUNT}/${rows[0]!.id}/plugins/jira`)
  await page.getByRole('button', { name: 'Connect' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Address').fill(jira.url)
  await dialog.getByLabel('User name').fill(JIRA_LOGIN.username)
  await dialog.getByLabel('API token').fill('a wrong token')
  await dialog.getByRole('button', { name: 'Connect' }).click()
  await page.getByText('Connection saved. Test it next.').waitFor()
  await page.getByRole('button', { name: 'Test connection' }).click()
  await page.getByText("Jira does not accept the portal's credential. Check its settings.").first().waitFor()
  await page.getByLabel('API token').fill(JIRA_LOGIN.secret)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Settings saved. Test the connection next.').waitFor()
  await page.getByRole('button', { name: 'Test connection' }).click()
  await page.getByText('Connection is OK').waitFor()

  await page.getByLabel('Project key').fill('PRC')
  // Offered as the project has it, besides free entry.
  await page.locator('datalist option[value="Waiting for customer"]').first().waitFor({ state: 'attached' })
  await page.getByLabel('Waiting for customer').fill('Waiting for customer')
  await page.getByRole('button', { name: 'Test mapping' }).click()
  const sample = page.getByRole('region', { name: 'Sample case' })
  await sample.getByText('Done → Resolved').waitFor()
  await sample.getByText('Old issue', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Save mapping' }).click()
  await page.getByText('Mapping saved').waitFor()
  await page.getByRole('radio', { name: 'Jira' }).click({ force: true })
  await page.getByText('Cases are kept in step with: Jira').waitFor()
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await page.getByText('5 new cases', { exact: false }).waitFor()

  jira.mode = 'down'
  const test = async () => {
    const tested = page.waitForResponse((response) => response.url().endsWith('/test'))
    await page.getByRole('button', { name: 'Test connection' }).click()
    await tested
  }
  for (let time = 0; time < 5; time += 1) await test()
  const banner = page.getByText('The connection to the issue tracker is unstable.')
  await banner.waitFor()
  jira.mode = 'works'
  await test()
  await banner.waitFor({ state: 'detached' })
  expect(stage.complaints).toEqual([])
})
