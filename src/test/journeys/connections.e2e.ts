import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enqueueConnectionMessage } from '#features/platform/connections/server/index.ts'
import { startWikiFake, WIKI_SPACE, WIKI_TOKEN, type WikiFake, wikiAdapter } from '../connections/wiki-fake.ts'
import { userWith } from '../factories.ts'
import { JIRA_LOGIN, type JiraFake, startJiraFake } from '../trackers/jira-fake.ts'
import { type Stage, startE2eApp } from './e2e-app.ts'

let stage: Stage
let wiki: WikiFake
let jira: JiraFake

beforeAll(async () => {
  wiki = await startWikiFake()
  jira = await startJiraFake()
  stage = await startE2eApp({ PRIVATE_HOSTS: `${wiki.host},${jira.host}`, PORTAL_ENVIRONMENT: 'staging' }, [
    wikiAdapter,
  ])
}, 300_000)
afterAll(async () => {
  await stage.close()
  await wiki.close()
  await jira.close()
})

test('Jira is connected with a wrong token, the diagnostics say which step fails, and after the fix three stuck changes are sent once each', async () => {
  const { db } = stage.app.portal
  const { rows } = await sql<{ id: number }>`select id from accounts where name = 'nordfeld-kabel'`.execute(db)
  const account = rows[0]!.id
  const page = await stage.openPage('admin')
  await page.goto(`/nordfeld-kabel/${account}/plugins/jira`)
  await page.getByRole('button', { name: 'Connect' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Address').fill(jira.url)
  await dialog.getByLabel('User name').fill(JIRA_LOGIN.username)
  await dialog.getByLabel('API token').fill('a wrong token')
  await dialog.getByRole('button', { name: 'Connect' }).click()
  await page.getByText('Connection saved. Test it next.').waitFor()
  await page.getByRole('button', { name: 'Test connection' }).click()
  await page.getByText("Jira does not accept the portal's credential. Check its settings.").first().waitFor()
  const step = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  await step('Sign-in').getByText('credential rejected').waitFor()
  await step('Address responds').getByText('OK').waitFor()
  await step('First read').getByText('not known').waitFor()

  // No poll at this minute adds a message of its own to the three.
  await sql`insert into tracker_projects (account_id, system, project_key, project_label, next_poll_at)
    values (${account}, 'jira', 'PRC', 'Pacific Reach', now() + interval '1 day')`.execute(db)
  await sql`insert into tracker_targets (account_id, target) values (${account}, 'jira') on conflict (account_id) do update set target = 'jira'`.execute(
    db,
  )
  const { headers } = await userWith(stage.app, 'ADMIN')
  for (const subject of ['Modems drop', 'Node is hot', 'Channel is silent']) {
    const body = JSON.stringify({ subject, description: 'Since noon.', priority: 'HIGH' })
    const url = `${stage.app.url}/api/plugins/jira/issues?account=nordfeld-kabel`
    const filed = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    })
    expect(filed.status).toBe(201)
  }
  // Each new case is four messages: the issue, its files, its watchers, and the team that watches it.
  await page.getByText('12 messages, in order per subject').waitFor()
  await page
    .getByText(/next try/)
    .first()
    .waitFor()
  expect(jira.issues.size).toBe(0)

  await page.getByLabel('API token').fill(JIRA_LOGIN.secret)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Settings saved. Test the connection next.').waitFor()
  await page.getByRole('button', { name: 'Test connection' }).click()
  await page.getByText('Connection is OK').waitFor()
  await page.getByText('No message waits.').waitFor()
  await expect
    .poll(() => [...jira.issues.values()].map(({ summary }) => summary).toSorted())
    .toEqual(['Channel is silent', 'Modems drop', 'Node is hot'])
  const accepted = await sql`select 1 from outbox where connection = 'jira:nordfeld-kabel' and state <> 'DONE'`.execute(
    db,
  )
  expect(accepted.rows).toEqual([])
  await step('First read').getByText('OK').waitFor()

  const audit = page.getByRole('list', { name: 'Audit' })
  await audit.getByText('changed the settings of connection Jira').waitFor()
  await page.getByRole('radio', { name: 'Tests' }).check({ force: true })
  await audit.getByText('changed the settings of connection Jira').waitFor({ state: 'detached' })
  await audit.getByText('tested connection Jira').first().waitFor()
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/jira.png`, fullPage: true })
  expect(stage.complaints).toEqual([])
  await page.context().close()
})

test('a connector without a page of its own is connected and fixed, and a dead letter is dropped', async () => {
  const { db } = stage.app.portal
  const { rows } = await sql<{ id: number }>`select id from accounts where name = 'nordfeld-kabel'`.execute(db)
  const page = await stage.openPage('admin')
  await page.goto(`/nordfeld-kabel/${rows[0]!.id}/plugins`)
  await page.getByRole('main').getByRole('link', { name: 'Wiki' }).click()
  await page.getByRole('button', { name: 'Connect' }).click()
  const dialog = page.getByRole('dialog')
  // Confluence is the other system of this kind.
  await dialog.getByText('Wiki', { exact: true }).click()
  await dialog.getByLabel('Address').fill('https://10.0.0.1')
  await dialog.getByLabel('API token').fill('of somebody else')
  await dialog.getByLabel('Space').fill(WIKI_SPACE)
  await dialog.getByRole('button', { name: 'Connect' }).click()
  await dialog.getByText(/10\.0\.0\.1 is not a public address/).waitFor()
  await dialog.getByLabel('Address').fill(wiki.url)
  await dialog.getByRole('button', { name: 'Connect' }).click()
  await page.getByText('Connection saved. Test it next.').waitFor()

  const post = (subject: string) =>
    db
      .transaction()
      .execute((tx) =>
        enqueueConnectionMessage(
          tx,
          'confluence:nordfeld-kabel',
          { operation: 'Page', content: {} },
          { subject, content: {} },
        ),
      )
  for (const subject of ['one', 'two', 'three', 'bad']) await post(subject)
  await page.getByRole('button', { name: 'Test connection' }).click()
  await page.getByText("Wiki does not accept the portal's credential. Check its settings.").first().waitFor()
  await page.getByText(/^Replace the credential, test/).waitFor()
  await page.getByText('Page three').waitFor()

  await page.getByLabel('API token').fill(WIKI_TOKEN)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Settings saved. Test the connection next.').waitFor()
  await page.getByRole('button', { name: 'Test connection' }).click()
  await page.getByText('Connection is OK').waitFor()
  await expect.poll(() => wiki.pages.toSorted()).toEqual(['one', 'three', 'two'])
  await page.getByText('Wiki rejected: a page has a title').first().waitFor()
  await page.getByRole('checkbox', { name: 'Select all dead letters' }).click()
  await page.getByRole('button', { name: 'Drop 1' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Drop 1' }).click()
  await page.getByText('No message was rejected.').waitFor()
  expect(wiki.pages).toHaveLength(3)
  await page.getByRole('img', { name: /calls succeeded and [1-9]\d* failed/ }).waitFor()
  await page.getByText('24 h', { exact: true }).click()
  await page.getByText(/^[1-9]\d* failed$/).waitFor()
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/connection.png` })
  expect(stage.complaints).toEqual([])
})

test('a fault is simulated and switched off, and responses of another form are shown until they are accepted', async () => {
  const page = await stage.openPage('admin')
  await page.goto('/admin/connections/confluence:nordfeld-kabel')
  const choose = async (name: string) => {
    await page.getByLabel('Calls of this connection').first().click()
    await page.getByRole('option', { name }).click()
  }
  const test = page.getByRole('button', { name: 'Test connection' })
  await choose('break off')
  await page.getByText('Simulated fault', { exact: true }).first().waitFor()
  await test.click()
  await page.getByText('Wiki cannot be reached.').first().waitFor()
  await choose('reach the system')
  await page.getByText('Calls reach the system again').waitFor()

  const { rows } = await sql<{ fields: object }>`
    update connection_shapes set samples = 20 where connection = 'confluence:nordfeld-kabel' and operation = 'GET /spaces/{}' returning fields`.execute(
    stage.app.portal.db,
  )
  expect(rows).toHaveLength(1)
  wiki.space = { key: WIKI_SPACE, created: '01/03/2026' }
  await test.click()
  await page.getByText('Contract changed').waitFor()
  const check = page.getByRole('region', { name: 'GET /spaces/{}' })
  await check.getByText('created').waitFor()
  await check.getByText('absent').waitFor()
  await check.getByRole('button', { name: /^Accept/ }).click()
  await check.waitFor({ state: 'detached' })
  await page.getByText('Contract changed').waitFor({ state: 'detached' })
  expect(stage.complaints).toEqual([])
  await page.context().close()
})

test('an operator stops a connection from the list, and a manager sees the state of it and nothing to operate', async () => {
  const page = await stage.openPage('admin')
  const manager = await stage.openPage('manager')
  await manager.getByRole('link', { name: 'Plugins' }).click()
  const card = manager.getByRole('main').getByRole('listitem').filter({ hasText: 'Wiki' })
  await card.getByText('Started').waitFor()
  await page.getByRole('link', { name: 'Connections' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Wiki' }).click()
  await page.getByRole('button', { name: 'Stop' }).click()
  await card.getByText('Stopped', { exact: true }).waitFor()
  await card.getByRole('link', { name: 'Wiki' }).click()
  await manager.getByText('Stopped, messages wait').waitFor()
  expect(await manager.getByRole('button', { name: /Test connection|Start|Delete/ }).count()).toBe(0)
  expect(stage.complaints).toEqual([])
})
