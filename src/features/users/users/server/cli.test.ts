import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { openBrowser, signIn } from '#test/sign-in.ts'
import { makeUsers } from '#test/users.ts'
import { userCommands } from './cli.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp({ demo: true })
  await makeUsers(app.portal)
})
afterAll(() => app.close())

test('a user is added, chooses a password by the link, once, gets a role and a token', async () => {
  const email = 'hanna.vik@nordfeld-kabel.example'
  const said = await run('add', [email], 'Hanna Vik')
  const { pathname, search } = new URL(/https?:\S+/.exec(said)![0])
  const token = new URLSearchParams(search).get('token')!
  const browser = openBrowser(app.url)
  expect((await browser.go(pathname + search)).text).toContain('Welcome to Headend')
  const choose = (password: string) => browser.go('/signin/activate', { token, password, repeat: password })
  expect((await choose('hanna')).status).toBe(422)
  expect((await choose('Quartz/Harbour7')).text).toContain('Your password is set')
  expect((await choose('Quartz/Harbour8')).status).toBe(404)
  expect(await run('role', [email, 'USER:nordfeld-kabel'])).toContain('USER in nordfeld-kabel')
  const hanna = await signIn(app.url, email, 'Quartz/Harbour7')
  expect(await (await hanna.call('/api/users/me')).json()).toMatchObject({
    fullName: 'Hanna Vik',
    userAcl: { groupsByRole: { USER: ['nordfeld-kabel'] } },
  })
  const secret = (await run('token', [email], 'backup')).split('\n')[0]
  const me = await fetch(`${app.url}/api/users/me`, { headers: { authorization: `Bearer ${secret}` } })
  expect(me.status).toBe(200)
})

test('a role beyond the seats of the account is rejected with the use and the contact', async () => {
  const { pool } = app.portal
  const account = `(select id from accounts where name = 'nordfeld-kabel')`
  const seats = (more: number) =>
    pool.query(
      `insert into facet_overrides (account_id, facet_id, number_value)
       select ${account}, f.id, $1 + (select count(distinct u.id) from role_grants g join users u on u.id = g.user_id
         where g.account_id = ${account} and not u.is_vendor and u.state not in ('deprovisioned', 'approvedForDeletion'))
       from facets f where f.name = 'facet-users-max-users'
       on conflict (account_id, facet_id) do update set number_value = excluded.number_value`,
      [more],
    )
  await run('add', ['one.more@nordfeld-kabel.example'], 'One More')
  const give = () => run('role', ['one.more@nordfeld-kabel.example', 'USER:nordfeld-kabel'])
  await seats(0)
  await expect(give()).rejects.toThrow(/^all seats of .+ are taken: (\d+) of \1\. .+ ask .+ for a larger plan$/)
  await seats(1)
  expect(await give()).toContain('USER in nordfeld-kabel')
})

test('an invalid argument is reported in a sentence', async () => {
  await expect(run('add', ['nobody'], 'No Body')).rejects.toThrow('give an e-mail address')
  await expect(run('add', ['hanna.vik@nordfeld-kabel.example'], 'Hanna Vik')).rejects.toThrow('already')
  await expect(run('role', ['hanna.vik@nordfeld-kabel.example', 'ADMIN:nordfeld-kabel'])).rejects.toThrow('everywhere')
  await expect(run('role', ['hanna.vik@nordfeld-kabel.example', 'USER'])).rejects.toThrow('USER:ACCOUNT')
  await expect(run('role', ['who@example.com', 'ADMIN'])).rejects.toThrow('there is no user who@example.com')
})

function run(command: string, args: string[], name?: string): Promise<string> {
  const { db, config } = app.portal
  return userCommands[command]!({ db, config, args, ...(name ? { name } : {}) })
}
