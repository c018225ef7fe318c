import { afterAll, beforeAll, expect, test } from 'vitest'
import { userWith } from '#test/factories.ts'
import { rowsOf } from '#test/support-app.ts'
import { type UserManagementApp, userManagementApp } from '#test/user-management-app.ts'

let office: UserManagementApp
beforeAll(async () => {
  office = await userManagementApp()
})
afterAll(() => office.close())

const list = async (as: Parameters<UserManagementApp['call']>[0], query = '') =>
  office.call(as, 'GET', `/users${query}`)
const addresses = async (as: Parameters<UserManagementApp['call']>[0], query = '') =>
  rowsOf(await list(as, query), 'users').map(({ username }) => String(username))

test('staff see all users; a manager the users of their account, and no staff', async () => {
  const everybody = Object.values(office.users).map(({ email }) => email)
  expect((await addresses('staff')).sort()).toEqual([...everybody].sort())
  const { acmeManager, acmeUser, acmeContractor } = office.users
  expect((await addresses('acmeManager')).sort()).toEqual(
    [acmeManager, acmeUser, acmeContractor].map(({ email }) => email).sort(),
  )
  expect((await list('acmeContractor')).status).toBe(403)
})

test('a user sees name, address, roles and state of users of their account, and filters reveal nothing else', async () => {
  const reply = await list('acmeUser')
  const row = rowsOf(reply, 'users').find(({ username }) => String(username) === office.users.acmeManager.email)!
  expect(Object.keys(row).sort()).toEqual(['fullName', 'id', 'roles', 'userId', 'userState', 'username', 'version'])
  expect(await addresses('acmeUser', '?mfa=false')).toEqual([])
  expect((await addresses('acmeManager', '?mfa=false')).length).toBe(3)
})

test('roles in accounts invisible to the reader are not shown', async () => {
  const shared = await userWith(office, 'USER', office.acme)
  await office.call('admin', 'POST', `/users/${shared.id}/role`, {
    updates: [{ account: 'blue', role: 'USER', add: true }],
  })
  const roles = async (as: Parameters<UserManagementApp['call']>[0]) => {
    const { body } = await office.call(as, 'GET', `/users/${shared.id}`)
    return (body.roles as unknown as { account: string }[]).map(({ account }) => account).sort()
  }
  expect(await roles('acmeManager')).toEqual(['acme'])
  expect(await roles('blueManager')).toEqual(['blue'])
  expect(await roles('staff')).toEqual(['acme', 'blue'])
})

test('the figures and totals follow each change at once', async () => {
  const figures = async () => {
    const { body } = await list('admin', '?side=CUSTOMER')
    return {
      customers: Number(body.customerUsersCount),
      staff: Number(body.harmonicUsersCount),
      total: Number(body.page!.totalElements),
    }
  }
  const before = await figures()
  await userWith(office, 'USER', office.blue)
  await userWith(office, 'HARMONIC_NOC')
  expect(await figures()).toEqual({ customers: before.customers + 1, staff: before.staff + 1, total: before.total + 1 })
})

test('users are active when they signed in within 100 days, and count for each tool that they have', async () => {
  const { db } = office.portal
  const { id } = office.users.blueUser
  const figures = async () => (await list('blueManager')).body
  await db
    .updateTable('users')
    .set({ last_login_at: new Date(Date.now() - 101 * 86_400_000), job_title: 'a' })
    .where('id', '=', id)
    .execute()
  expect(Number((await figures()).activeCustomerJiraUsersCount)).toBe(0)
  await db.updateTable('users').set({ last_login_at: new Date(), job_title: 'b' }).where('id', '=', id).execute()
  expect(Number((await figures()).activeCustomerJiraUsersCount)).toBe(1)
  await office.call('blueManager', 'POST', `/users/${id}/plugins`, { name: 'jira', enabled: false })
  const { activeCustomerJiraUsersCount, activeCustomerConfluenceUsersCount } = await figures()
  expect([Number(activeCustomerJiraUsersCount), Number(activeCustomerConfluenceUsersCount)]).toEqual([0, 1])
})

test('the list filters by state, role, account and name, tolerates a typing error, sorts, and comes as CSV', async () => {
  const { db } = office.portal
  const { id, email } = office.users.blueUser
  // Letters that no random address (hexadecimal) has, so that no user is similar by chance.
  await db.updateTable('users').set({ full_name: 'Ottilie Woyzinsky' }).where('id', '=', id).execute()
  expect(await addresses('admin', '?q=otti')).toEqual([email])
  expect(await addresses('admin', '?q=Woyzinski')).toEqual([email])
  expect(await addresses('acmeManager', '?q=Woyzinski')).toEqual([])
  expect(await addresses('admin', '?role=CUST_CONTRACTOR&account=acme')).toEqual([office.users.acmeContractor.email])
  expect(await addresses('admin', '?state=suspended,lockedOut')).toEqual([])
  expect((await addresses('admin', '?sort=email,DESC'))[0]).toBe((await addresses('admin', '?sort=email,ASC')).at(-1))
  const csv = await office.call('blueManager', 'GET', '/users?q=otti', undefined, { accept: 'text/csv' })
  expect(csv.text.split('\r\n')[1]).toContain('Ottilie Woyzinsky')
  expect((await list('admin', '?phone=1')).status).toBe(400)
})

test('search results come in every order, and on pages', async () => {
  for (const field of ['fullName', 'email', 'state', 'lastLogin', 'created']) {
    const up = await addresses('admin', `?q=example&sort=${field},ASC`)
    expect(up.length).toBeGreaterThan(3)
    expect(await addresses('admin', `?q=example&sort=${field},ASC&size=2&page=1`)).toEqual(up.slice(2, 4))
  }
  const byAddress = await addresses('admin', '?q=example&sort=email,DESC')
  expect(byAddress).toEqual([...byAddress].sort().reverse())
})

test('a filtered list follows each change at once', async () => {
  const user = await userWith(office, 'USER', office.blue)
  const rename = (name: string) =>
    office.portal.db.updateTable('users').set({ full_name: name }).where('id', '=', user.id).execute()
  const query = '?q=quill&role=USER&sort=fullName,ASC'
  await rename('Quillon Varga')
  expect(await addresses('admin', query)).toEqual([user.email])
  expect(rowsOf(await list('admin', query), 'users')[0]).toMatchObject({ fullName: 'Quillon Varga' })
  await rename('Quillon Zett')
  expect(rowsOf(await list('admin', query), 'users')[0]).toMatchObject({ fullName: 'Quillon Zett' })
  await office.call('admin', 'POST', `/users/${user.id}/role`, {
    updates: [{ account: 'blue', role: 'USER', add: false }],
  })
  const { body } = await list('admin', query)
  expect([rowsOf(await list('admin', query), 'users'), Number(body.page!.totalElements)]).toEqual([[], 0])
})

test('the list filters by identity provider: the portal, a provider, the one of the environment', async () => {
  const { db } = office.portal
  const { id, email } = office.users.acmeContractor
  const authenticatedBy = (issuer: string | null) =>
    db.updateTable('users').set({ issuer }).where('id', '=', id).execute()
  const all = (await addresses('admin', '?size=100')).length
  expect(await addresses('admin', '?provider=oidc')).toEqual([])
  expect((await addresses('admin', '?provider=portal&size=100')).length).toBe(all)
  await authenticatedBy('https://outside.example')
  expect(await addresses('admin', '?provider=oidc')).toEqual([email])
  expect((await addresses('admin', '?provider=portal&size=100')).length).toBe(all - 1)
  expect((await addresses('admin', '?provider=portal,oidc&size=100')).length).toBe(all)
  await db
    .insertInto('identity_providers')
    .values({ id: 'outside', name: 'Outside', type: 'OIDC', issuer: 'https://outside.example' })
    .execute()
  expect(await addresses('admin', '?provider=oidc')).toEqual([])
  expect(await addresses('admin', '?provider=outside')).toEqual([email])
  await authenticatedBy(null)
})

test('seats are shown for an account that is requested and visible', async () => {
  const reply = await list('acmeManager', '?account=acme')
  expect(reply.body.seats).toEqual({ used: expect.any(Number), limit: null })
  expect((await list('acmeManager', '?account=blue')).body.seats).toBeNull()
})

test('an invisible user is not found', async () => {
  expect((await office.call('acmeManager', 'GET', `/users/${office.users.blueUser.id}`)).status).toBe(404)
  expect((await office.call('acmeManager', 'GET', `/users/${office.users.staff.id}`)).status).toBe(404)
  expect((await office.call('acmeManager', 'GET', `/users/${office.users.acmeUser.id}`)).status).toBe(200)
})
