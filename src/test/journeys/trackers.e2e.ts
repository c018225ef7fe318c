import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { JIRA_LOGIN, type JiraFake, startJiraFake } from '../trackers/jira-fake.ts'
import { plainOf } from '../trackers/texts.ts'
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

test('Jira is connected, a wrong token is explained and corrected, its issues are read, and work goes on while it is down', async () => {
  const { db } = stage.app.portal
  const { rows } = await sql<{ id: number }>`select id from accounts where name = ${ACCOUNT}`.execute(db)
  // Older than what the first poll reads: a poll at this minute would count as found what the sync is to find.
  const updated = new Date(Date.now() - 3_600_000).toISOString()
  for (let number = 1; number <= 5; number += 1)
    jira.addIssue({ summary: `Old issue ${number}`, status: 'Done', created: updated, updated })
  const open = 'Node 12 is offline'
  jira.addIssue({ summary: open, created: updated, updated })
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
  await page.getByText('6 new cases', { exact: false }).waitFor()

  jira.mode = 'down'
  const test = async () => {
    const tested = page.waitForResponse((response) => response.url().endsWith('/test'))
    await page.getByRole('button', { name: 'Test connection' }).click()
    await tested
  }
  for (let time = 0; time < 5; time += 1) await test()
  const banner = page.getByText('The connection to the issue tracker is unstable.')
  await banner.waitFor()

  // Work goes on: the page says that the comment is being sent.
  const found = await db.selectFrom('cases').select('key').where('subject', '=', open).executeTakeFirstOrThrow()
  await page.goto(`/${ACCOUNT}/${rows[0]!.id}/support/case/${found.key}`)
  const reply = page.getByRole('textbox', { name: /^Reply to/ })
  await reply.click()
  await page.keyboard.type('We look into it.')
  await page.getByRole('button', { name: 'Send reply' }).click()
  await page.getByText('We look into it.').first().waitFor()
  await banner.waitFor()
  await page
    .getByText(/PRC-\d+ · sending/)
    .first()
    .waitFor()
  const issue = [...jira.issues.values()].find(({ summary }) => summary === open)!
  expect(issue.comments).toEqual([])

  // It is back by itself: the next probe, which waits half a minute, is due now.
  jira.mode = 'works'
  await probeNow()
  await banner.waitFor({ state: 'detached' })
  await expect.poll(() => issue.comments.length).toBe(1)
  expect(plainOf(issue.comments[0]!.text)).toContain('We look into it.')
  await page
    .getByText(/PRC-\d+ · in step/)
    .first()
    .waitFor()
  expect(jira.issues.size).toBe(6)
  expect(stage.complaints).toEqual([])

  async function probeNow(): Promise<void> {
    const due = sql`
      update connection_status set retry_at = now() where circuit_open_since is not null returning 1`
    const jobs = sql`
      update graphile_worker._private_jobs j set run_at = now() from graphile_worker._private_tasks t
      where t.id = j.task_id and t.identifier = 'connections.probe' and j.locked_at is null returning 1`
    await due.execute(db)
    await expect.poll(async () => (await jobs.execute(db)).rows.length).toBeGreaterThan(0)
  }
})
