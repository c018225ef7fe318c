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

test('Jira is connected, a wrong token is explained and corrected, its issues are read, and nothing is lost of work while it is down', async () => {
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
  await dialog.getByLabel('Role that reads internal comments').fill('Service Desk Team')
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

  // Work goes on: the page says that comments are being sent.
  const found = await db.selectFrom('cases').select('key').where('subject', '=', open).executeTakeFirstOrThrow()
  await page.goto(`/${ACCOUNT}/${rows[0]!.id}/support/case/${found.key}`)
  const said = ['We look into it.', 'A fuse is replaced.']
  for (const text of said) {
    await page.getByRole('textbox', { name: /^Reply to/ }).click()
    await page.keyboard.type(text)
    await page.getByRole('button', { name: 'Send reply' }).click()
    await page.getByText(text).first().waitFor()
  }
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
  await nothingLost()
  await page
    .getByText(/PRC-\d+ · in step/)
    .first()
    .waitFor()

  // The day is sent again: what Jira has already is not added a second time.
  await page.goto(`/${ACCOUNT}/${rows[0]!.id}/plugins/jira`)
  await page.getByLabel('Day', { exact: true }).fill(new Date().toISOString().slice(0, 10))
  await page.getByRole('button', { name: 'Send again' }).click()
  await page.getByText(/messages of the day are sent again$/).waitFor()
  await nothingLost()
  expect(stage.complaints).toEqual([])

  /** Both sides have each case and each comment once, those of the journey in their order; nothing waits or failed. */
  async function nothingLost(): Promise<void> {
    await expect
      .poll(async () => {
        const undelivered = await sql<{ operation: string; error: string | null }>`
          select operation, error from outbox where connection = ${`jira:${ACCOUNT}`} and state in ('WAITING', 'FAILED')`.execute(
          db,
        )
        return undelivered.rows
      })
      .toEqual([])
    expect(issue.comments.map(({ text }) => plainOf(text))).toEqual(said.map((text) => expect.stringContaining(text)))
    const { rows: here } = await sql<{ subject: string; comments: number }>`
      select c.subject, ((select count(*) from case_comments m where m.case_id = c.id)
        + (select count(*) from case_internal_comments m where m.case_id = c.id))::int as comments
      from cases c left join tracker_issues i on i.case_id = c.id
      where c.account_id = ${rows[0]!.id} and not c.internal and (c.is_open or i.case_id is not null)`.execute(db)
    const there = [...jira.issues.values()].map(({ summary, comments }) => ({
      subject: summary,
      comments: comments.length,
    }))
    const sorted = (cases: typeof there) => cases.map(({ subject, comments }) => `${subject}: ${comments}`).sort()
    expect(sorted(there)).toEqual(sorted(here))
    expect(here.filter(({ subject }) => subject === open)).toEqual([{ subject: open, comments: said.length }])
  }

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
