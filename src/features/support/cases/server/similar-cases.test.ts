import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { type MadeAccount, makeAccount, type TestUser, userWith } from '#test/factories.ts'

let app: TestApp
let account: MadeAccount
let user: TestUser

beforeAll(async () => {
  app = await testApp()
  account = await makeAccount(app, 'likeness')
  user = await userWith(app, 'USER', account)
})
afterAll(() => app.close())

const issues = () => `${app.url}/api/plugins/jira/issues`

test('a case with the same rare word is found however many changed after it', async () => {
  const filed = await fetch(`${issues()}?account=likeness`, {
    method: 'POST',
    headers: { ...user.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ subject: 'Zirconium flange cracks', description: 'In the node.', priority: 'LOW' }),
  })
  const { key } = (await filed.json()) as { key: string }
  await app.portal.pool.query(
    `with made as (
       insert into cases (account_id, key, priority, subject, reporter_id, updated_at)
       select $1, 'LATER-' || n, 'LOW', 'Modems reset in the node', $2, now() + n * interval '1 second' from generate_series(1, 600) n returning id
     ) select index_case(id) from made`,
    [account.id, user.id],
  )
  const response = await fetch(`${issues()}/similar?account=likeness&text=zirconium+in+a+node`, {
    headers: user.headers,
  })
  const { _embedded } = (await response.json()) as { _embedded: { issues: { key: string; matched: string[] }[] } }
  expect(_embedded.issues[0]).toMatchObject({ key, matched: ['node', 'zirconium'] })
})
