import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OutsideOffice, openOutsideOffice, outsidePassword } from '#test/external-oidc-app.ts'
import { openBrowser, signedIn, signIn } from '#test/sign-in.ts'

let office: OutsideOffice
beforeAll(async () => {
  office = await openOutsideOffice()
})
afterAll(() => office.close())

const userOf = (id: number) =>
  office.portal.db
    .selectFrom('users')
    .select(['issuer', 'subject', 'state'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const eventsOf = async (id: number) =>
  (
    await office.portal.db
      .selectFrom('events')
      .select(['name', 'data'])
      .where('subject_id', '=', String(id))
      .where('name', 'in', [
        'user.migrated-to-provider',
        'user.migrated-to-local',
        'user.linked-to-provider',
        'user.link-forgotten',
      ])
      .orderBy('id')
      .execute()
  ).map(({ name, data }) => [name, data])
async function comeIn(email: string) {
  const browser = openBrowser(office.url)
  const page = await browser.go('/signin', { email })
  return { page, browser, in: browser.cookies.has('cosp_access_token') }
}

test('a user with a password is moved to the provider: their credentials here end, and it binds them', async () => {
  const email = 'paula@outside.example'
  await office.change({ enabled: false })
  const id = await office.withPassword(email)
  const paula = await signIn(office.url, email, outsidePassword)
  await office.change({ enabled: true })
  expect((await comeIn(email)).page.text).toContain('already has access')

  const before = await office.call('admin', 'GET', `/users/${id}/provider`)
  expect(before.body).toMatchObject({
    provider: null,
    move: 'TO',
    to: 'Outside ID',
    ends: { password: true, sessions: 1 },
  })
  const moved = await office.call('admin', 'POST', `/users/${id}/provider`)
  expect([moved.status, moved.body.provider]).toEqual([200, 'Outside ID'])
  expect((await paula.call('/api/users/me')).status).toBe(401)
  const after = await office.call('admin', 'GET', `/users/${id}/provider`)
  expect(after.body).toMatchObject({ provider: 'Outside ID', move: null, ends: { password: false, sessions: 0 } })
  expect((await office.mailbox.mailsTo(email)).at(-1)!.text).toContain('Sign in with Outside ID: ')
  expect((await office.call('admin', 'POST', `/users/${id}/provider`)).body.code).toBe('no-provider-for-address')

  const again = await comeIn(email)
  expect(again.in).toBe(true)
  expect(await userOf(id)).toEqual({ issuer: office.issuer, subject: email, state: 'active' })
  expect((await signedIn(office.url, again.browser).call('/api/users/me/factors')).status).toBe(200)
  expect(await eventsOf(id)).toEqual([
    ['user.migrated-to-provider', { changes: { provider: [null, 'Outside ID'] } }],
    ['user.linked-to-provider', { issuer: office.issuer }],
  ])
})

test('a link is forgotten with a reason, and the next sign-in binds again', async () => {
  const email = 'lena@outside.example'
  const id = await office.withPassword(email)
  const forget = (reason: string, as: 'admin' | 'acmeUser' | 'blueManager' = 'admin') =>
    office.call(as, 'POST', `/users/${id}/provider/forget`, { reason })
  expect((await forget('too early')).body.code).toBe('not-linked-to-provider')
  await office.call('admin', 'POST', `/users/${id}/provider`)
  expect((await forget('too early')).body.code).toBe('not-linked-to-provider')
  await comeIn(email)
  const link = async () => (await office.call('admin', 'GET', `/users/${id}/provider`)).body.linked
  expect(await link()).toBe(true)
  // As if the provider had made them again.
  await office.portal.db.updateTable('users').set({ subject: 'an id of before' }).where('id', '=', id).execute()
  const changed = await comeIn(email)
  expect([changed.in, changed.page.text]).toEqual([false, expect.stringContaining('by another identifier than before')])
  expect((await forget(' ')).status).toBe(400)
  expect((await forget('x', 'acmeUser')).status).toBe(403)
  expect((await forget('x', 'blueManager')).status).toBe(404)
  expect((await forget('Made again in the directory, CASE-7')).status).toBe(200)
  expect(await link()).toBe(false)
  expect((await comeIn('someone.else@outside.example')).in).toBe(false)
  expect((await comeIn(email)).in).toBe(true)
  expect(await userOf(id)).toEqual({ issuer: office.issuer, subject: email, state: 'active' })
  expect(await eventsOf(id)).toContainEqual([
    'user.link-forgotten',
    { provider: 'Outside ID', reason: 'Made again in the directory, CASE-7' },
  ])
  // Moving them to where they are does the same.
  await office.portal.db.updateTable('users').set({ subject: 'another id' }).where('id', '=', id).execute()
  expect((await office.call('admin', 'POST', `/users/${id}/provider`)).status).toBe(200)
  expect((await comeIn(email)).in).toBe(true)
})

test('a user who waits for a password that will never come is active again by being moved', async () => {
  const id = await office.withPassword('rita@outside.example')
  await office.portal.db.updateTable('users').set({ state: 'recovery' }).where('id', '=', id).execute()
  expect((await office.call('admin', 'POST', `/users/${id}/provider`)).body.userState).toBe('active')
  expect((await comeIn('rita@outside.example')).in).toBe(true)
})

test('a move is rejected for users who are not routed anywhere, for oneself, and without permission', async () => {
  const { acmeUser, admin, blueManager } = office.users
  const problems = [
    await office.call('admin', 'POST', `/users/${acmeUser.id}/provider`),
    await office.call('admin', 'POST', `/users/${admin.id}/provider`),
    await office.call('admin', 'DELETE', `/users/${acmeUser.id}/provider`),
    await office.call('manager', 'POST', `/users/${admin.id}/provider`),
    await office.call('acmeManager', 'POST', `/users/${blueManager.id}/provider`),
    await office.call('acmeUser', 'GET', `/users/${acmeUser.id}/provider`),
  ]
  expect(problems.map(({ status, body }) => [status, body.code])).toEqual([
    [409, 'no-provider-for-address'],
    [409, 'cannot-target-self'],
    [409, 'already-uses-local-password'],
    [403, 'insufficient-privilege'],
    [404, 'user-not-found'],
    [403, 'access-denied'],
  ])
})

test('every user of its domains with a password here is moved at once, and notified', async () => {
  const users = [await office.withPassword('tom@outside.example'), await office.withPassword('ute@outside.example')]
  const other = await office.withPassword('vic@acme.example')
  const list = async () =>
    (
      (await office.call('admin', 'GET', '/authentication/idp/list')).body._embedded as unknown as {
        identity_providers: { id: string; users: number; usersHere: number }[]
      }
    ).identity_providers.find(({ id }) => id === 'outside-id')!
  expect((await list()).usersHere).toBe(2)
  const moved = await office.call('admin', 'POST', '/authentication/idp/outside-id/users')
  expect(moved.body).toEqual({ moved: 2, left: 0 })
  expect((await list()).usersHere).toBe(0)
  const authenticate = await office.call('acmeManager', 'GET', '/users/providers')
  expect(authenticate.body._embedded).toEqual({ providers: [{ id: 'portal', name: null, users: 3 }] })
  const all = await office.call('admin', 'GET', '/users/providers')
  expect((all.body._embedded as unknown as { providers: unknown[] }).providers).toContainEqual({
    id: 'outside-id',
    name: 'Outside ID',
    users: (await list()).users,
  })
  const theirs = await office.call('admin', 'GET', '/users?provider=outside-id')
  expect(theirs.body.page).toMatchObject({ totalElements: (await list()).users })
  for (const id of users) expect((await userOf(id)).issuer).toBe(office.issuer)
  expect((await userOf(other)).issuer).toBe(null)
  expect(await office.mailbox.mailsTo('ute@outside.example')).toHaveLength(1)
  expect((await comeIn('ute@outside.example')).in).toBe(true)
  expect((await office.call('admin', 'DELETE', '/authentication/idp/outside-id/users')).body.code).toBe(
    'provider-enabled',
  )
})

test('users of a deleted provider choose a password here, by a link', async () => {
  const id = await office.withPassword('wim@outside.example')
  await office.call('admin', 'POST', `/users/${id}/provider`)
  expect((await office.call('admin', 'DELETE', `/users/${id}/provider`)).body.code).toBe('uses-external-provider')
  await office.change({ enabled: false })
  expect((await office.call('admin', 'POST', '/authentication/idp/outside-id/users')).body.code).toBe(
    'provider-disabled',
  )
  const back = await office.call('admin', 'DELETE', `/users/${id}/provider`)
  expect([back.status, back.body.provider]).toEqual([200, null])
  await chooseByMail('wim@outside.example')

  const all = await office.call('admin', 'DELETE', '/authentication/idp/outside-id/users')
  expect(all.body).toEqual({ moved: 5, left: 0 })
  await chooseByMail('tom@outside.example')

  await office.change({ enabled: true })
  await office.call('admin', 'POST', '/authentication/idp/outside-id/users')
  const gone = await office.call('admin', 'DELETE', '/authentication/idp/outside-id?sendLinks=true')
  expect(gone.status).toBe(204)
  await chooseByMail('tom@outside.example')
  expect((await eventsOf(id)).map(([name]) => name)).toEqual([
    'user.migrated-to-provider',
    'user.migrated-to-local',
    'user.migrated-to-provider',
    'user.migrated-to-local',
  ])
})

/** Follows the link of the last mail and signs in with the chosen password. */
async function chooseByMail(email: string): Promise<void> {
  const links = async () =>
    (await office.mailbox.mailsTo(email)).flatMap(
      ({ text }) => /http\S+\/signin\/activate\?\S+/.exec(text ?? '')?.[0] ?? [],
    )
  const seen = read.get(email) ?? 0
  await expect.poll(async () => (await links()).length).toBe(seen + 1)
  read.set(email, seen + 1)
  const token = new URL((await links()).at(-1)!).searchParams.get('token')!
  const password = 'Calm-Estuary-42'
  const browser = openBrowser(office.url)
  expect((await browser.go('/signin/activate', { token, password, repeat: password })).text).toContain('is set')
  await signIn(office.url, email, password)
}
const read = new Map<string, number>()
