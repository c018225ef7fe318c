import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWikiFake, WIKI_SPACE, WIKI_TOKEN, type WikiFake, wikiAdapter } from '#test/connections/wiki-fake.ts'
import { type Member, type UserManagementApp, userManagementApp } from '#test/user-management-app.ts'

let office: UserManagementApp
let wiki: WikiFake
beforeAll(async () => {
  wiki = await startWikiFake()
  office = await userManagementApp({ env: { PRIVATE_HOSTS: wiki.host }, adapters: [wikiAdapter] })
})
afterAll(async () => {
  await office.close()
  await wiki.close()
})

type Details = {
  name: string
  state: string
  system: string | null
  items: number | null
  refreshedAt: string | null
  children?: object | null
}
const details = async (as: Member, account: string) => {
  const { status, body } = await office.call(as, 'GET', `/accounts/plugin?accountName=${account}`)
  return { status, details: (body._embedded as unknown as { details: Details[] } | undefined)?.details ?? [] }
}
const of = async (name: string) => (await details('admin', 'acme')).details.find((plugin) => plugin.name === name)
const refresh = async (as: Member, query: string) => {
  const { status, body } = await office.call(as, 'POST', `/accounts/plugin/refresh?${query}`)
  if (status === 200)
    await expect.poll(async () => (await office.call(as, 'GET', `/jobs/${body.job}`)).body.state).toBe('DONE')
  return status
}
const fileCase = (subject: string) =>
  office.call('acmeUser', 'POST', '/plugins/jira/issues?account=acme', {
    subject,
    description: 'It does not come up.',
    priority: 'LOW',
  })

test("reports the state of each tool: the portal's own are started, a service desk is not installed", async () => {
  const { status, details: found } = await details('acmeUser', 'acme')
  expect(status).toBe(200)
  expect(found).toHaveLength(10)
  expect(found.filter(({ state }) => state !== 'STARTED').map(({ name }) => name)).toEqual(['jsm'])
  for (const { name, system } of found) expect([name, system]).toEqual([name, name === 'jsm' ? null : 'embedded'])
})

test('a refresh is a job that queries the tools; recently queried tools only by force', async () => {
  expect((await of('jira'))?.refreshedAt).toBe(null)
  expect((await fileCase('A first case')).status).toBe(201)
  expect(await refresh('csm', 'accountName=acme')).toBe(200)
  const first = await of('jira')
  expect(first).toMatchObject({ items: 1, refreshedAt: expect.any(String), job: null })
  await fileCase('A second case')
  await refresh('csm', 'accountName=acme&pluginName=jira')
  expect(await of('jira')).toEqual(first)
  await refresh('csm', 'pluginName=jira&force=true')
  expect(await of('jira')).toMatchObject({ items: 2 })
  expect((await of('box'))?.items).toBe(0)
})

test('the result is sent live, as the history of plugins, to the user who requested it', async () => {
  expect(await refresh('csm', 'accountName=acme&force=true')).toBe(200)
  const { db } = office.portal
  const liveMessages = () => db.selectFrom('live_messages').select(['destination', 'body']).execute()
  await expect
    .poll(
      async () => (await liveMessages()).filter(({ destination }) => destination.includes('account-plugin-history')),
      {
        timeout: 20_000,
      },
    )
    .toContainEqual(
      expect.objectContaining({ body: expect.stringContaining('"name":"account.plugins-refresh-requested"') }),
    )
})

test('users see the tools of accounts visible to them, and only some may refresh them', async () => {
  expect((await details('blueUser', 'acme')).status).toBe(404)
  expect((await details('acmeContractor', 'acme')).status).toBe(403)
  expect(await refresh('acmeManager', 'accountName=acme')).toBe(403)
  expect(await refresh('admin', 'accountName=nobody')).toBe(404)
  expect((await office.call('admin', 'POST', '/accounts/plugin/refresh?pluginName=made-up')).status).toBe(400)
})

test('configurations are those of every visible account', async () => {
  const names = async (as: Member, query = '') => {
    const { body } = await office.call(as, 'GET', `/accounts/plugins/configurations${query}`)
    const { configurations } = body._embedded as unknown as { configurations: { accountName: string; name: string }[] }
    return configurations.map(({ accountName, name }) => `${accountName} ${name}`)
  }
  const plugins = ['analytics', 'box', 'confluence', 'jira', 'opsgenie', 'registry', 'salesforce', 'slack', 'sonar']
  const ofAccount = (account: string) => plugins.map((name) => `${account} ${name}`)
  expect(await names('staff')).toEqual([...ofAccount('acme'), ...ofAccount('blue')])
  expect(await names('blueManager')).toEqual(ofAccount('blue'))
  expect(await names('staff', '?sort=name,DESC&size=3')).toEqual(['acme sonar', 'blue sonar', 'acme slack'])
  expect((await office.call('staff', 'GET', '/accounts/plugins/configurations?colour=red')).status).toBe(400)
})

test('a connection gives its plugin a system and a state, and each change is sent live; deleted, the portal is back', async () => {
  const wikiOf = () => of('confluence')
  const settings = { url: wiki.url, token: WIKI_TOKEN, space: WIKI_SPACE }
  const connection = { port: 'confluence', system: 'wiki', account: 'acme', settings }
  expect((await office.call('admin', 'POST', '/connections', connection)).status).toBe(201)
  expect(await wikiOf()).toMatchObject({
    state: 'INSTALLED',
    system: 'wiki',
    connection: { systemName: 'Wiki', failing: false },
  })
  await office.call('admin', 'POST', '/connections/confluence:acme/test')
  expect(await wikiOf()).toMatchObject({ state: 'STARTED', connection: { lastSuccess: expect.any(String), failed: 0 } })
  const { body } = await office.call('blueUser', 'GET', '/accounts/plugins/configurations')
  expect(JSON.stringify(body)).not.toContain('wiki')
  await office.call('admin', 'PATCH', '/connections/confluence:acme', { stopped: true })
  expect((await wikiOf())?.state).toBe('STOPPED')
  await office.call('admin', 'DELETE', '/connections/confluence:acme')
  expect(await wikiOf()).toMatchObject({ state: 'STARTED', system: 'embedded', connection: null })

  const liveMessages = async (destination: string) =>
    (await office.portal.db.selectFrom('live_messages').select(['destination', 'body']).orderBy('id').execute()).filter(
      (message) => message.destination.includes(destination) && message.body.includes('acme'),
    )
  await expect
    .poll(async () =>
      (await liveMessages('account-plugin-history'))
        .map(({ body: text }) => JSON.parse(text) as { plugin?: string; newValue?: string })
        .filter(({ plugin }) => plugin === 'confluence')
        .map(({ newValue }) => newValue),
    )
    .toEqual(['INSTALLED', 'STOPPED', 'NOT_INSTALLED'])
  expect((await liveMessages('/topic/plugins')).length).toBe(4)
})

test('a federated parent shows the figures of its visible children, for the plugins that the portal aggregates', async () => {
  const { db, pool } = office.portal
  const children = async (as: Member, name: string) =>
    (await details(as, 'acme')).details.find((one) => one.name === name)?.children
  expect(await children('staff', 'jira')).toBe(null)
  const acme = await db.selectFrom('accounts').select('id').where('name', '=', 'acme').executeTakeFirst()
  await db.updateTable('accounts').set({ parent_id: acme!.id }).where('name', '=', 'blue').execute()
  await pool.query(
    `insert into connections (id, port, account_id, system, settings, secrets, secrets_set) select 'jira:blue', 'jira', id, 'jira', '{}', null, '{}' from accounts where name = 'blue'`,
  )
  await pool.query(`insert into connection_status (connection, last_failure_at) values ('jira:blue', now())`)
  await pool.query(
    `insert into outbox (line, subject, connection, operation, state) values ('test', '1', 'jira:blue', 'create', 'WAITING'), ('test', '2', 'jira:blue', 'create', 'FAILED')`,
  )
  expect(await children('staff', 'jira')).toMatchObject({ accounts: 1, failing: 1, waiting: 1, failed: 1 })
  expect(await children('staff', 'box')).toBe(null)
  expect(await children('acmeUser', 'jira')).toBe(null)
  const put = (value: string[]) => office.call('admin', 'PUT', '/settings', { values: { 'plugins.aggregated': value } })
  expect((await put(['made-up'])).status).toBe(400)
  expect((await put(['box'])).status).toBe(200)
  expect([await children('staff', 'jira'), await children('staff', 'box')]).toEqual([
    null,
    { accounts: 1, items: null, failing: 0, waiting: 0, failed: 0 },
  ])
})
