import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { setSeats } from '#test/factories.ts'
import { type BentOffice, faultyOidcApp } from '#test/faulty-oidc-app.ts'
import { signedIn } from '#test/sign-in.ts'

let office: BentOffice
beforeAll(async () => {
  office = await faultyOidcApp()
})
afterAll(() => office.close())
beforeEach(async () => {
  office.provider.straighten()
  await office.change({ allowUserCreation: false, useExternalAcl: false, claimMapping: {} })
})

const rolesOf = async (email: string) =>
  (
    await office.portal.db
      .selectFrom('role_grants as g')
      .innerJoin('users as u', 'u.id', 'g.user_id')
      .leftJoin('accounts as a', 'a.id', 'g.account_id')
      .select(['g.role', 'a.name'])
      .where('u.email', '=', email)
      .orderBy('g.role')
      .execute()
  ).map(({ role, name }) => (name ? `${role}:${name}` : role))

test('new users are created where the provider may, and join the account that their domain determines', async () => {
  await office.change({ allowUserCreation: true })
  expect((await office.go('new@bent.example')).in).toBe(true)
  expect(await rolesOf('new@bent.example')).toEqual(['USER:acme'])
  const lost = await office.go('new@lost.example')
  expect([lost.in, await rolesOf('new@lost.example')]).toEqual([true, []])
  expect((await office.last()).steps).toContainEqual(
    expect.objectContaining({ step: 'person', ok: true, finding: 'no-account' }),
  )
  await office.portal.db
    .updateTable('accounts')
    .set({ domains: ['bent.example'] })
    .where('name', '=', 'blue')
    .execute()
  expect([(await office.go('both@bent.example')).in, await rolesOf('both@bent.example')]).toEqual([true, []])
  await office.portal.db.updateTable('accounts').set({ domains: [] }).where('name', '=', 'blue').execute()
  const bad = await office.go('new@bad.example')
  expect([bad.in, bad.page.status]).toEqual([false, 403])
  expect((await office.last()).steps.at(-1)).toMatchObject({ ok: false, finding: 'domain-forbidden' })
  const users = await office.portal.db
    .selectFrom('users')
    .select('email')
    .where('email', '=', 'new@bad.example')
    .execute()
  expect(users).toEqual([])
})

test('an address of a provider is compared in its NFKC form', async () => {
  await office.change({ allowUserCreation: true })
  office.provider.bend = { claims: (claims) => ({ ...claims, email: 'ｎora.Wide@bent.example' }) }
  expect((await office.go('nora.wide@bent.example')).in).toBe(true)
  expect(await rolesOf('nora.wide@bent.example')).toEqual(['USER:acme'])
})

test('two first sign-ins at once create one user', async () => {
  await office.change({ allowUserCreation: true })
  const both = await Promise.all([office.go('twin@bent.example'), office.go('twin@bent.example')])
  expect(both.map((one) => one.in)).toEqual([true, true])
})

test('roles follow the groups at each sign-in, live, and cannot be changed elsewhere', async () => {
  const roles = [
    { group: 'noc', role: 'FIELDTECH:acme' },
    { group: 'USER:blue' },
    { group: 'gone', role: 'USER:nowhere' },
  ]
  await office.change({ allowUserCreation: true, useExternalAcl: true, claimMapping: { groups: 'teams', roles } })
  office.provider.bend = { claims: (claims) => ({ ...claims, teams: ['noc', 'USER:blue', 'gone', 'other'] }) }
  const first = await office.go('grace@bent.example')
  expect([first.in, await rolesOf('grace@bent.example')]).toEqual([true, ['FIELDTECH:acme', 'USER:blue']])
  const grace = signedIn(office.url, first.browser)
  expect((await grace.call('/api/users?account=blue')).status).toBe(200)
  const { id } = (await (await grace.call('/api/users/me')).json()) as { id: string }
  const role = await office.call('admin', 'POST', `/users/${id}/role`, {
    updates: [{ account: 'acme', role: 'USER', add: true }],
  })
  expect([role.status, role.body.code]).toEqual([409, 'managed-by-external-identity-provider'])
  office.provider.bend = { claims: (claims) => ({ ...claims, teams: [] }), userinfo: { teams: ['noc'] } }
  expect((await office.go('grace@bent.example')).in).toBe(true)
  expect(await rolesOf('grace@bent.example')).toEqual(['FIELDTECH:acme'])
  await expect.poll(async () => (await grace.call('/api/users?account=blue')).status).toBe(403)
  const events = await office.portal.db
    .selectFrom('events')
    .select('data')
    .where('name', '=', 'user.roles-set')
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute()
  expect(events.at(-1)!.data).toEqual({ given: [], taken: ['USER:blue'] })
})

test('a group gives no role in an account without a free seat: the user signs in, and the attempt says why', async () => {
  const roles = [{ group: 'USER:blue' }]
  await office.change({ allowUserCreation: true, useExternalAcl: true, claimMapping: { groups: 'teams', roles } })
  office.provider.bend = { claims: (claims) => ({ ...claims, teams: ['USER:blue'] }) }
  const { used } = (await office.call('admin', 'GET', '/users?account=blue')).body.seats as unknown as { used: number }
  await setSeats(office, office.blue, used)
  const full = await office.go('ida@bent.example')
  expect([full.in, await rolesOf('ida@bent.example')]).toEqual([true, []])
  expect((await office.last()).steps).toContainEqual(expect.objectContaining({ finding: 'seats-taken' }))
  await setSeats(office, office.blue, used + 1)
  expect([(await office.go('ida@bent.example')).in, await rolesOf('ida@bent.example')]).toEqual([true, ['USER:blue']])
  await office.portal.db.deleteFrom('facet_overrides').execute()
})
