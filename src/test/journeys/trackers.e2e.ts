import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { issueOf, JIRA_LOGIN, type JiraFake, startJiraFake } from '../trackers/jira-fake.ts'
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
  for (let number = 1; number <= 5; number += 1) jira.addIssue({ summary: `Old issue ${number}`, status: 'Done' })
  const page = await stage.enter('admin')
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
  await page.getByRole('button', { name: 'Save mapping' }).click()
  await page.getByText('Mapping saved').waitFor()
  await page.getByRole('radio', { name: 'Jira' }).check({ force: true })
  await page.getByText('Cases are kept in step with: Jira').waitFor()
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await page.getByText('5 new cases', { exact: false }).waitFor()
  expect(stage.complaints).toEqual([])
})

test('while Jira is down work goes on, the case shows it, and everything arrives once when it is back', async () => {
  const { db } = stage.app.portal
  const { rows } = await sql<{ key: string; id: number }>`
    select c.key, a.id from cases c join tracker_issues i on i.case_id = c.id join accounts a on a.id = c.account_id
    where a.name = ${ACCOUNT} and c.is_open order by c.id desc limit 1`.execute(db)
  const { key, id } = rows[0]!
  await expect.poll(async () => (await waiting()).length).toBe(0)
  const page = await stage.enter('admin')
  await page.goto(`/${ACCOUNT}/${id}/support/case/${key}`)
  await page
    .getByText(/in step/)
    .first()
    .waitFor()
  jira.mode = 'down'
  const before = issueOf(jira, key)!.comments.length
  await page.getByRole('button', { name: /^Reply to/ }).click()
  await page.getByRole('textbox', { name: /^Reply to/ }).click()
  await page.keyboard.type('Written while it was down')
  await page.getByRole('button', { name: 'Send reply' }).click()
  await page
    .getByText(/sending/)
    .first()
    .waitFor()
  jira.mode = 'works'
  await sql`update outbox set next_at = now() where state = 'WAITING'`.execute(db)
  await expect.poll(() => issueOf(jira, key)!.comments.length, { timeout: 90_000 }).toBe(before + 1)
  await page
    .getByText(/in step/)
    .first()
    .waitFor()
  expect(stage.complaints).toEqual([])

  async function waiting() {
    const { rows: found } =
      await sql`select 1 from outbox where connection = ${`jira:${ACCOUNT}`} and state = 'WAITING'`.execute(db)
    return found
  }
})
