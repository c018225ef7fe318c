import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsOf } from '#test/support-app.ts'
import { type UserManagementApp, userManagementApp } from '#test/user-management-app.ts'

let office: UserManagementApp
beforeAll(async () => {
  office = await userManagementApp({ env: { PRIVATE_HOSTS: '127.0.0.1:1' } })
})
afterAll(() => office.close())

const project = { projectKey: 'PRC', projectLabel: 'Pacific Reach' }
const login = { url: 'http://127.0.0.1:1', username: 'sync@vendor.example', secret: 'a token' }
const plugins = (account = 'acme') => office.call('staff', 'GET', `/plugins/jira/plugin/configs?account=${account}`)
const pluginOf = async (account?: string) => rowsOf(await plugins(account), 'configs')[0]!

test('without a tracker the cases of an account are in the portal alone', async () => {
  expect(await pluginOf('blue')).toMatchObject({
    account: 'blue',
    target: 'embedded',
    configs: [],
    waiting: 0,
    failed: 0,
  })
  expect(rowsOf(await office.call('staff', 'GET', '/plugins/jira/configs?account=blue'), 'configs')).toMatchObject([
    { account: 'blue', targetSystem: 'embedded' },
  ])
})

test('a project of Jira is set with its mapping, connected and read back; its secret is not', async () => {
  const body = {
    ...project,
    ...login,
    interval: 60,
    statusMap: { OPEN: 'Selected', CLOSED: '' },
    fieldMap: { product: 'customfield_10010' },
  }
  const saved = await office.call('admin', 'POST', '/plugins/jira/configs?account=acme', body)
  expect([saved.status, saved.body]).toMatchObject([
    200,
    {
      ...project,
      account: 'acme',
      system: 'jira',
      targetSystem: 'embedded',
      connection: 'jira:acme',
      edition: 'cloud',
      url: login.url,
      username: login.username,
      secretSet: true,
      interval: 60,
      statusMap: { OPEN: 'Selected' },
      fieldMap: { product: 'customfield_10010' },
    },
  ])
  expect(saved.text).not.toContain(login.secret)
  expect((await pluginOf()).configs).toEqual([saved.body])

  const again = await office.call('admin', 'POST', '/plugins/jira/configs?account=acme', {
    ...project,
    edition: 'data-center',
    secret: 'another',
    url: login.url,
  })
  expect(again.body).toMatchObject({
    edition: 'data-center',
    username: null,
    interval: 60,
    statusMap: { OPEN: 'Selected' },
  })
  expect(
    (await office.call('admin', 'POST', '/plugins/jira/configs?account=acme', project, { 'if-match': '"1"' })).status,
  ).toBe(412)
})

test('a project of a service desk is set and listed', async () => {
  const saved = await office.call('admin', 'POST', '/plugins/jsm/configs?account=acme', { ...project, ...login })
  expect([saved.status, saved.body]).toMatchObject([200, { system: 'jsm', connection: 'jsm:acme', edition: null }])
  const listed = await office.call('staff', 'GET', '/plugins/jsm/configs?account=acme')
  expect(rowsOf(listed, 'configs')).toEqual([saved.body])
})

test('an address in the own network and a forged project key are rejected at their fields', async () => {
  const configure = (body: object) =>
    office.call('admin', 'POST', '/plugins/jira/configs?account=blue', { ...project, ...body })
  for (const [body, path] of [
    [{ ...login, url: 'http://10.0.0.1' }, 'url'],
    [{ ...login, username: '' }, 'username'],
    [{ projectKey: 'PRC" OR project = "OTHER' }, 'projectKey'],
  ] as const) {
    const { status, body: problem } = await configure(body)
    expect([status, problem.fields?.map((field) => field.path)]).toEqual([400, [path]])
  }
  expect((await pluginOf('blue')).configs).toEqual([])
})

test('an account is switched to another system and back, by operators alone', async () => {
  const to = (target: string, as: 'admin' | 'staff' = 'admin', headers = {}) =>
    office.call(as, 'PATCH', `/plugins/jira/plugin/configs/acme/${target}`, undefined, headers)
  expect((await to('jira', 'staff')).status).toBe(403)
  const { version } = await pluginOf()
  expect((await to('jira', 'admin', { 'if-match': `"${Number(version) + 1}"` })).status).toBe(412)
  const switched = await to('jira', 'admin', { 'if-match': `"${version}"` })
  expect([switched.status, switched.body]).toMatchObject([200, { account: 'acme', target: 'jira' }])
  expect(rowsOf(await office.call('acmeManager', 'GET', '/plugins/jira/configs'), 'configs')).toMatchObject([
    { ...project, account: 'acme', targetSystem: 'jira' },
  ])
  expect((await to('jsm')).body).toMatchObject({ target: 'jsm' })
  expect((await to('embedded')).body).toMatchObject({ target: 'embedded' })
  expect(await pluginOf()).toMatchObject({ target: 'embedded' })
})
