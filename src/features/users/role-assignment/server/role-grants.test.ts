import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customerRoles, vendorRoles } from '#features/access/roles/contract.ts'
import { grantRole } from '#features/users/users/server/index.ts'
import { setSeats, type TestUser, userWith } from '#test/factories.ts'
import { type Member, type UserManagementApp, userManagementApp } from '#test/user-management-app.ts'
import { makeUsers, signInAs } from '#test/users.ts'

let office: UserManagementApp
beforeAll(async () => {
  office = await userManagementApp({ demo: true })
})
afterAll(() => office.close())

type Update = { account?: string; role: string; add: boolean }
const change = (as: Member | TestUser, { id }: TestUser, updates: Update[]) =>
  office.call(as, 'POST', `/users/${id}/role`, { updates })
const rolesOf = async ({ id }: TestUser) => {
  const { body } = await office.call('admin', 'GET', `/users/${id}`)
  return (body.roles as unknown as { role: string; account: string | null }[])
    .map(({ role, account }) => (account ? `${role}:${account}` : role))
    .sort()
}
const allowed = async (as: Member, query = '') =>
  (await office.call(as, 'GET', `/users/permissions/roles/assignment${query}`)).body.allowedRoles as unknown as string[]

test('each role grants what the granting rule allows, and nothing else', async () => {
  const customers = Object.keys(customerRoles)
  const vendors = Object.keys(vendorRoles)
  const acme = `?accountId=${office.acme.id}`
  const blue = `?accountId=${office.blue.id}`
  expect(await allowed('admin')).toEqual([...vendors, ...customers])
  expect(await allowed('manager')).toEqual([
    ...vendors.filter((role) => role !== 'ADMIN' && role !== 'CENTRAL'),
    ...customers,
  ])
  for (const [as, inAcme, inBlue] of [
    ['admin', true, true],
    ['manager', true, true],
    ['lift', true, true],
    ['csm', true, false],
    ['acmeManager', true, false],
    ['blueManager', false, true],
    ['acmeUser', false, false],
    ['staff', false, false],
  ] as const) {
    expect([as, await allowed(as, acme)]).toEqual([as, inAcme ? customers : []])
    expect([as, await allowed(as, blue)]).toEqual([as, inBlue ? customers : []])
  }
})

test('allowed grants succeed, others are rejected, by the same rule', async () => {
  for (const as of ['admin', 'manager', 'lift', 'csm', 'acmeManager', 'acmeUser', 'staff'] as const) {
    const may = new Set(await allowed(as, `?accountId=${office.acme.id}`))
    for (const role of Object.keys(customerRoles)) {
      const user = await userWith(office, 'FIELDTECH', office.acme)
      const { status } = await change(as, user, [{ account: 'acme', role, add: true }])
      expect([as, role, status]).toEqual([as, role, may.has(role) ? 200 : 403])
    }
  }
  for (const as of ['manager', 'csm', 'acmeManager'] as const) {
    const may = new Set(await allowed(as))
    for (const role of ['HARMONIC', 'CENTRAL', 'ADMIN', 'RELMGR']) {
      const user = await userWith(office, 'USER', office.acme)
      const { status } = await change(as, user, [{ role, add: true }])
      expect([as, role, status]).toEqual([as, role, may.has(role) ? 200 : 403])
    }
  }
})

test('all items or none', async () => {
  const user = await userWith(office, 'USER', office.acme)
  const rejected = await change('acmeManager', user, [
    { account: 'acme', role: 'MANAGER', add: true },
    { account: 'blue', role: 'USER', add: true },
  ])
  expect([rejected.status, (rejected.body.fields as unknown as { path: string }[])[0]!.path]).toEqual([
    400,
    'updates.1.account',
  ])
  expect(await rolesOf(user)).toEqual(['USER:acme'])
  await change('manager', user, [
    { account: 'acme', role: 'USER', add: false },
    { role: 'MANAGER:acme', add: true },
    { account: 'blue', role: 'FIELDTECH', add: true },
  ])
  expect(await rolesOf(user)).toEqual(['FIELDTECH:blue', 'MANAGER:acme'])
})

test('PATCH leaves one role in the account, DELETE none; other accounts keep theirs', async () => {
  const user = await userWith(office, 'USER', office.acme)
  await change('admin', user, [
    { account: 'acme', role: 'FIELDTECH', add: true },
    { account: 'blue', role: 'USER', add: true },
    { role: 'HARMONIC', add: true },
  ])
  const url = `/users/${user.id}/role`
  expect((await office.call('admin', 'PATCH', url, { account: 'acme', role: 'MANAGER' })).status).toBe(200)
  expect(await rolesOf(user)).toEqual(['HARMONIC', 'MANAGER:acme', 'USER:blue'])
  await office.call('admin', 'PATCH', url, { role: 'HARMONIC_NOC' })
  expect(await rolesOf(user)).toEqual(['HARMONIC_NOC', 'MANAGER:acme', 'USER:blue'])
  await office.call('admin', 'DELETE', `${url}?account=acme`)
  await office.call('admin', 'DELETE', url)
  expect(await rolesOf(user)).toEqual(['USER:blue'])
})

test('a manager revokes the last role that a user has in the account', async () => {
  for (const take of [
    (user: TestUser) => office.call('acmeManager', 'DELETE', `/users/${user.id}/role?account=acme`),
    (user: TestUser) => change('acmeManager', user, [{ account: 'acme', role: 'USER', add: false }]),
  ]) {
    const user = await userWith(office, 'USER', office.acme)
    const taken = await take(user)
    expect([taken.status, taken.body]).toEqual([200, expect.objectContaining({ id: String(user.id), roles: [] })])
    expect(await rolesOf(user)).toEqual([])
    expect((await office.call('acmeManager', 'GET', `/users/${user.id}`)).status).toBe(404)
  }
})

test('a role granted on the command line reaches open sessions and is recorded like one granted in the portal', async () => {
  const { db } = office.portal
  const user = await userWith(office, 'USER', office.acme)
  const give = () =>
    db
      .transaction()
      .execute((tx) => grantRole(tx, { userName: 'operator' }, { userId: user.id, role: 'USER', account: 'blue' }))
  await give()
  await give()
  const published = () =>
    db.selectFrom('live_messages').select('body').where('destination', 'like', '%/topic/permissions%').execute()
  await expect
    .poll(async () => (await published()).map(({ body }) => JSON.parse(body)), { timeout: 20_000 })
    .toContainEqual({ given: ['USER:blue'], taken: [], by: 'operator' })
  const events = await db
    .selectFrom('events')
    .select(['name', 'data', 'account_id'])
    .where('subject_id', '=', String(user.id))
    .where('subject', '=', 'user')
    .execute()
  expect(events).toEqual([
    { name: 'user.roles-set', data: { given: ['USER:blue'], taken: [] }, account_id: office.blue.id },
  ])
})

test('only one command writes roles', () => {
  const sources = readdirSync('src/features', { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/\.test\.ts$|demo|scale/.test(file),
  )
  const writers = sources.filter((file) =>
    /insertInto\('role_grants'\)|insert into role_grants/.test(readFileSync(`src/features/${file}`, 'utf8')),
  )
  expect(writers).toEqual(['access/user-records/server/role-grant-rows.ts'])
})

test('users cannot raise their own permissions, not even administrators', async () => {
  const { acmeManager, manager } = office.users
  const own = await change('acmeManager', acmeManager, [{ account: 'acme', role: 'FIELDTECH', add: true }])
  expect([own.status, own.body.code]).toEqual([403, 'cannot-grant-own-roles'])
  expect((await change('manager', manager, [{ role: 'HARMONIC_NOC', add: true }])).status).toBe(403)
})

test('the last administrator stays; of two revoked at once one does', async () => {
  const { admin } = office.users
  expect((await change('admin', admin, [{ role: 'ADMIN', add: false }])).body.code).toBe('last-administrator')
  const second = await userWith(office, 'ADMIN')
  const both = await Promise.all([
    change('admin', second, [{ role: 'ADMIN', add: false }]),
    change(second, admin, [{ role: 'ADMIN', add: false }]),
  ])
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
  await office.portal.db.deleteFrom('role_grants').where('user_id', '=', second.id).execute()
  await office.portal.db
    .insertInto('role_grants')
    .values({ user_id: admin.id, role: 'ADMIN', account_id: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
})

test('roles from a provider are not changed here', async () => {
  const user = await userWith(office, 'USER', office.acme)
  const { db } = office.portal
  const provider = {
    id: 'acme-sso',
    name: 'Acme SSO',
    type: 'OIDC',
    issuer: 'https://acl.example',
    use_external_acl: true,
  }
  await db.insertInto('identity_providers').values(provider).execute()
  await db.updateTable('users').set({ issuer: provider.issuer, subject: '1' }).where('id', '=', user.id).execute()
  const rejected = await change('acmeManager', user, [{ account: 'acme', role: 'MANAGER', add: true }])
  expect([rejected.status, rejected.body.code]).toEqual([409, 'managed-by-external-identity-provider'])
})

test('a role works from the next call on', async () => {
  const user = await userWith(office, 'FIELDTECH', office.acme)
  const may = async () => (await office.call(user, 'GET', '/users')).status
  expect(await may()).toBe(403)
  await change('acmeManager', user, [{ account: 'acme', role: 'USER', add: true }])
  await expect.poll(may).toBe(200)
  await change('acmeManager', user, [{ account: 'acme', role: 'USER', add: false }])
  await expect.poll(may).toBe(403)
})

test('an account has no more users than seats, even with fifty concurrent requests', async () => {
  const { used } = (await office.call('admin', 'GET', '/users?account=blue')).body.seats as unknown as { used: number }
  await setSeats(office, office.blue, used + 3)
  const others = await Promise.all(Array.from({ length: 50 }, () => userWith(office, 'USER', office.acme)))
  const replies = await Promise.all(
    others.map((user) => change('manager', user, [{ account: 'blue', role: 'USER', add: true }])),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(new Set(replies.filter(({ status }) => status !== 200).map(({ body }) => String(body.code)))).toEqual(
    new Set(['seats-taken']),
  )
  const seats = (await office.call('blueManager', 'GET', '/users?account=blue')).body.seats
  expect(seats).toEqual({ used: used + 3, limit: used + 3 })
})

test('invalid roles are rejected with the field or the word', async () => {
  const user = await userWith(office, 'USER', office.acme)
  for (const [update, status] of [
    [{ role: 'KING', account: 'acme', add: true }, 400],
    [{ role: 'USER', add: true }, 400],
    [{ role: 'user', account: 'acme', add: true }, 400],
    [{ role: 'USER', account: 'nowhere', add: true }, 400],
    [{ role: 'HARMONIC:acme', add: true }, 400],
    [{ role: 'HARMONIC', account: 'acme', add: true }, 400],
  ] as const)
    expect([update, (await change('admin', user, [update as Update])).status]).toEqual([update, status])
  expect((await change('admin', user, [])).status).toBe(400)
  expect(
    (await office.call('acmeManager', 'DELETE', `/users/${office.users.blueUser.id}/role?account=blue`)).status,
  ).toBe(404)
})

test('ADMIN is granted within ten minutes of sign-in, and never by an API token', async () => {
  const user = await userWith(office, 'HARMONIC')
  const updates = [{ role: 'ADMIN', add: true }]
  expect((await change('admin', user, updates)).body.code).toBe('reauthentication-required')
  const nora = await signInAs(office.url, (await makeUsers(office.portal)).admin)
  const give = () => nora.call(`/api/users/${user.id}/role`, { method: 'POST', json: { updates } })
  const { db } = office.portal
  await db
    .updateTable('sessions')
    .set({ authenticated_at: new Date(Date.now() - 601_000) })
    .execute()
  await expect
    .poll(async () => ((await (await give()).json()) as { code: string }).code)
    .toBe('reauthentication-required')
  await db.updateTable('sessions').set({ authenticated_at: new Date() }).execute()
  await expect.poll(async () => (await give()).status).toBe(200)
  expect(await rolesOf(user)).toEqual(['ADMIN', 'HARMONIC'])
})
