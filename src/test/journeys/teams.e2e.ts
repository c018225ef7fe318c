import { afterAll, beforeAll, expect, test } from 'vitest'
import { userWith } from '#test/factories.ts'
import { type Stage, startE2eApp } from './e2e-app.ts'

let stage: Stage
let account: { id: number; name: string }
let users: { email: string; full_name: string }[]

beforeAll(async () => {
  stage = await startE2eApp()
  const { pool } = stage.app.portal
  account = (await pool.query(`select id, name from accounts where name = 'nordfeld-kabel'`)).rows[0]
  users = (
    await pool.query(
      `select distinct u.id, u.email, u.full_name from users u join role_grants g on g.user_id = u.id
        where g.account_id = $1 and g.role in ('USER', 'MANAGER') and u.state = 'active' and not u.is_vendor order by u.id limit 10`,
      [account.id],
    )
  ).rows
})
afterAll(() => stage.close())

test('a customer-success manager adds users by pasting addresses, one mistyped; they watch the next case', async () => {
  const page = await stage.openPage('csm')
  await page.goto(`/${account.name}/${account.id}/teams`)
  await page.getByRole('button', { name: 'New team' }).click()
  await page.getByLabel('Name', { exact: false }).first().fill('Night shift')
  await page.getByRole('button', { name: 'Create team' }).click()
  await page.getByRole('heading', { name: 'Night shift' }).waitFor()
  await page.getByRole('radio', { name: 'All' }).click({ force: true })
  await page.getByText('Team saved').waitFor()

  await page.getByRole('button', { name: 'Add users' }).click()
  const [first, ...rest] = users
  const mistyped = first!.email.replace('@', 'x@')
  const pasted = [`Anna <${mistyped}>;`, ...rest.map(({ email }) => email)].join('\n')
  await page.getByLabel('E-mail addresses').fill(pasted)
  await page.getByRole('button', { name: `Use ${first!.full_name}` }).click()
  await page.getByRole('button', { name: `Add ${users.length} users` }).waitFor()
  await page.getByRole('button', { name: `Add ${users.length} users` }).click()
  await page.getByRole('button', { name: `Remove ${first!.full_name}` }).waitFor()

  const { pool } = stage.app.portal
  const { headers } = await userWith(stage.app, 'USER', account)
  const filed = await fetch(`${stage.app.url}/api/plugins/jira/issues?account=${account.name}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ subject: 'Modems offline', description: 'x', priority: 'LOW' }),
  })
  const { key } = (await filed.json()) as { key: string }
  await expect
    .poll(async () => {
      const { rows } = await pool.query(
        `select u.email from case_watchers w join cases c on c.id = w.case_id join users u on u.id = w.user_id where c.key = $1`,
        [key],
      )
      return rows.map(({ email }) => email)
    })
    .toEqual(expect.arrayContaining(users.map(({ email }) => email)))
  expect(stage.complaints).toEqual([])
})

test('the manager of the customer sees the own teams only', async () => {
  const page = await stage.openPage('manager')
  await page.goto(`/${account.name}/${account.id}/teams`)
  await page.getByRole('button', { name: /^Network operations/ }).waitFor()
  expect(await page.getByRole('region', { name: 'Vendor' }).count()).toBe(0)
  expect(await page.getByRole('region', { name: 'System' }).count()).toBe(0)
  expect(stage.complaints).toEqual([])
})
