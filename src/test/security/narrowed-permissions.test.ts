import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { type MadeAccount, makeAccount, type TestUser, userWith } from '#test/factories.ts'
import { bodies, pathOf } from './calls-on-cases.ts'
import { callAs, type Filed, fileCase } from './filed-case.ts'

let app: TestApp
let alpha: MadeAccount
let theirs: Filed
let reporter: TestUser

beforeAll(async () => {
  app = await testApp()
  alpha = await makeAccount(app, 'alpha')
  reporter = await userWith(app, 'USER', alpha)
  theirs = await fileCase(app, reporter, alpha, 'theirs')
})
afterAll(() => app.close())

test('a contractor has the cases that they reported or watch, and cannot count the others', async () => {
  const contractor = await userWith(app, 'CUST_CONTRACTOR', alpha)
  const stats = async () => {
    const account = await callAs(app, contractor, 'GET', '/api/accounts/alpha')
    const support = await callAs(app, contractor, 'GET', '/api/accounts/support-stats?accountName=alpha')
    return [JSON.parse(account.text).openCases, JSON.parse(support.text)._embedded.stats[0].open]
  }
  expect(await stats()).toEqual([0, 0])
  const page = `/api/plugins/jira/issues/${theirs.key}`
  expect((await callAs(app, contractor, 'GET', page)).status).toBe(404)
  await callAs(app, reporter, 'POST', `/api/plugins/jira/issues/watchers?issueKey=${theirs.key}`, {
    username: contractor.email,
  })
  expect((await callAs(app, contractor, 'GET', page)).status).toBe(200)
  await callAs(
    app,
    reporter,
    'DELETE',
    `/api/plugins/jira/issues/watchers?issueKey=${theirs.key}&username=${contractor.email}`,
  )
  expect((await callAs(app, contractor, 'GET', page)).status).toBe(404)
})

test('a federated parent reaches its visible children, not those that are view-only, and not upwards', async () => {
  const parent = await makeAccount(app, 'parent')
  await app.portal.db
    .updateTable('accounts')
    .set({ is_federated: true, is_parent: true })
    .where('id', '=', parent.id)
    .execute()
  const child = await makeAccount(app, 'child', { parent })
  const closed = await makeAccount(app, 'closed-child', { parent, viewOnly: true })
  const above = await userWith(app, 'MANAGER', parent)
  const inChild = await userWith(app, 'MANAGER', child)
  const seen = await fileCase(app, inChild, child, 'of the child')
  const unseen = await fileCase(app, await userWith(app, 'HARMONIC'), closed, 'of the closed child')
  const over = await fileCase(app, above, parent, 'of the parent')
  const read = async (user: TestUser, { key }: Filed) =>
    (await callAs(app, user, 'GET', `/api/plugins/jira/issues/${key}`)).status
  expect([await read(above, seen), await read(above, unseen), await read(above, over)]).toEqual([200, 404, 200])
  expect([await read(inChild, seen), await read(inChild, over)]).toEqual([200, 404])
  const { text } = await callAs(app, above, 'GET', '/api/accounts')
  expect(text).toContain('"child"')
  expect(text).not.toContain('closed-child')
})

test('a view-only account is read by its own users, and not changed', async () => {
  const quiet = await makeAccount(app, 'quiet', { viewOnly: true })
  const vendor = await userWith(app, 'HARMONIC')
  const manager = await userWith(app, 'MANAGER', quiet)
  const filed = await fileCase(app, vendor, quiet, 'quiet')
  const issues = '/api/plugins/jira/issues'
  for (const path of [
    `${issues}/${filed.key}`,
    `${issues}/search?account=quiet`,
    `${issues}/comment?issueKey=${filed.key}`,
  ])
    expect([path, (await callAs(app, manager, 'GET', path)).status]).toEqual([path, 200])
  expect(JSON.parse((await callAs(app, manager, 'GET', `${issues}/${filed.key}`)).text).actions).toEqual([])
  const writes = app.portal.endpoints.filter(
    ({ name, method, tag }) =>
      method !== 'GET' && /^Case/.test(tag) && !['searchCasesByBody', 'markCaseRead'].includes(name),
  )
  expect(writes.length).toBeGreaterThan(15)
  for (const endpoint of writes) {
    const path = pathOf(endpoint, filed, 'quiet')
    const { status } = await callAs(app, manager, endpoint.method, path, bodies[endpoint.name])
    expect([endpoint.name, status]).toEqual([endpoint.name, 403])
  }
  // A user who may write elsewhere may still not write here.
  const { id: user_id } = manager
  await app.portal.db.insertInto('role_grants').values({ user_id, role: 'MANAGER', account_id: alpha.id }).execute()
  await expect.poll(async () => (await callAs(app, manager, 'GET', `${issues}/${theirs.key}`)).status).toBe(200)
  const create = (account: string) => callAs(app, manager, 'POST', `${issues}?account=${account}`, bodies.createCase)
  expect([(await create('quiet')).status, (await create('alpha')).status]).toEqual([403, 201])
  expect((await callAs(app, manager, 'POST', `${issues}/comment?issueKey=${filed.key}`, { body: 'x' })).status).toBe(
    403,
  )
})

test('an API token narrowed to some permissions has no others, whatever its user may', async () => {
  const tac = await userWith(app, 'HARMONIC_TAC_MANAGER')
  const filed = await fileCase(app, reporter, alpha, 'narrow')
  /** Narrows it, and waits until that takes effect: then this is denied. */
  const narrow = async (rejected: string, ...permissions: string[]) => {
    await app.portal.db.updateTable('api_tokens').set({ permissions }).where('user_id', '=', tac.id).execute()
    await expect.poll(async () => (await callAs(app, tac, 'GET', rejected)).status).toBe(403)
  }
  const issues = '/api/plugins/jira/issues'
  await narrow('/api/audit', 'case:read', 'case:create', 'case:attach')
  expect((await callAs(app, tac, 'GET', `${issues}/${filed.key}`)).status).toBe(200)
  expect(
    (await callAs(app, tac, 'POST', `${issues}?account=alpha`, { ...(bodies.createCase as object), internal: true }))
      .status,
  ).toBe(403)
  expect(
    (await callAs(app, tac, 'DELETE', `${issues}/attachment?issueKey=${filed.key}&attachmentId=${filed.attachmentId}`))
      .status,
  ).toBe(403)
  for (const [method, path, body] of [
    ['POST', `${issues}/comment?issueKey=${filed.key}`, { body: 'x' }],
    ['GET', `${issues}/comment/internal?issueKey=${filed.key}`],
    ['POST', `${issues}/fire/resolve?issueKey=${filed.key}`, {}],
    ['DELETE', `${issues}/${filed.key}`],
    ['GET', '/api/audit'],
    ['GET', '/api/search?q=x'],
    ['POST', '/api/users/me/tokens', { name: 'more' }],
  ] as [string, string, unknown?][])
    expect([method, path, (await callAs(app, tac, method, path, body)).status]).toEqual([method, path, 403])
  await narrow(`${issues}/${filed.key}`, 'audit:read')
  expect((await callAs(app, tac, 'GET', '/api/audit')).status).toBe(200)
})
