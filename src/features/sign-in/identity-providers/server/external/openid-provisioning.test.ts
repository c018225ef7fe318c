import type { JWTPayload } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { setSeats } from '#test/factories.ts'
import { type BentOffice, faultyOidcApp } from '#test/faulty-oidc-app.ts'
import type { FaultyOidcProvider } from '#test/faulty-oidc-provider.ts'
import { signedIn } from '#test/sign-in.ts'

let office: BentOffice
beforeAll(async () => {
  office = await faultyOidcApp()
})
afterAll(() => office.close())
beforeEach(async () => {
  office.provider.straighten()
  await office.change({
    allowUserCreation: false,
    useExternalAcl: false,
    trustsRoutedAddresses: true,
    claimMapping: {},
  })
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

const says = (verified: unknown) => ({ claims: (claims: JWTPayload) => ({ ...claims, email_verified: verified }) })
const saysNothing = ({ email_verified: _, ...claims }: JWTPayload): JWTPayload => claims
const [trusted, untrusted] = [{ trustsRoutedAddresses: true }, { trustsRoutedAddresses: false }]
test.each<[string, object, FaultyOidcProvider['bend'], string | undefined]>([
  ['nothing, and is trusted with its domains', trusted, { claims: saysNothing }, undefined],
  ['nothing, and is not', untrusted, { claims: saysNothing }, 'email-verification-missing'],
  ['nothing, as null', untrusted, says(null), 'email-verification-missing'],
  ['true', untrusted, says(true), undefined],
  ['true as text', untrusted, says('true'), undefined],
  ['false', trusted, says(false), 'email-unverified'],
  ['false as text', trusted, says('false'), 'email-unverified'],
  ['something else', trusted, says('yes'), 'email-unverified'],
  ['zero', trusted, says(0), 'email-unverified'],
  ['true in userinfo alone', untrusted, { claims: saysNothing, userinfo: { email_verified: 'true' } }, undefined],
  [
    'false in userinfo alone',
    trusted,
    { claims: saysNothing, userinfo: { email_verified: false } },
    'email-unverified',
  ],
  [
    'true of another address in userinfo',
    untrusted,
    { ...says(true), userinfo: { email: 'other@bent.example' }, claims: ({ email: _, ...claims }) => claims },
    'email-verification-missing',
  ],
  [
    'false of another claim than the mapped one',
    { ...trusted, claimMapping: { email: 'upn' } },
    { claims: (claims) => ({ ...claims, upn: claims.email, email: 'x@other.example', email_verified: false }) },
    undefined,
  ],
])('of a new address the provider says %s', async (name, settings, bend, finding) => {
  await office.change({ allowUserCreation: true, ...settings })
  office.provider.bend = bend
  const email = `${name.replaceAll(/\W+/g, '-')}@bent.example`
  const { page, in: signedInNow } = await office.go(email)
  const { steps } = await office.last()
  expect([signedInNow, steps.find(({ ok }) => !ok)?.finding]).toEqual([finding === undefined, finding])
  if (finding) expect(page.text).toContain('does not confirm that your e-mail address is verified')
})

test('a provider for every domain is not trusted with addresses of no account', async () => {
  await office.change({ allowUserCreation: true, domains: ['bent.example', 'lost.example', 'bad.example', '*'] })
  office.provider.bend = { claims: saysNothing }
  expect((await office.go('ann@anywhere.example')).in).toBe(false)
  expect((await office.last()).steps.at(-1)).toMatchObject({ finding: 'email-verification-missing' })
  await office.invite('ivy@bent.example')
  expect((await office.go('ivy@bent.example')).in).toBe(true)
})

test.each<[string, FaultyOidcProvider['bend'], string]>([
  [
    'names another place for them',
    { claims: (claims) => ({ ...claims, _claim_names: { teams: 'src1' }, _claim_sources: {} }) },
    'groups-overage',
  ],
  ['says only that there are some', { claims: (claims) => ({ ...claims, hasgroups: true }) }, 'groups-overage'],
  ['does not send them', {}, 'groups-missing'],
  ['sends null', { claims: (claims) => ({ ...claims, teams: null }) }, 'groups-missing'],
  [
    'sends what is no list of names',
    { claims: (claims) => ({ ...claims, teams: ['noc', { name: 'x' }] }) },
    'groups-missing',
  ],
])('roles stay where the provider %s; an empty list takes them', async (_, bend, finding) => {
  const roles = [{ group: 'noc', role: 'FIELDTECH:acme' }]
  await office.change({ allowUserCreation: true, useExternalAcl: true, claimMapping: { groups: 'teams', roles } })
  const lists = (teams: string[]) => ({ claims: (claims: object) => ({ ...claims, teams }) })
  office.provider.bend = lists(['noc'])
  await office.go('olga@bent.example')
  expect(await rolesOf('olga@bent.example')).toEqual(['FIELDTECH:acme'])
  office.provider.bend = bend
  expect((await office.go('olga@bent.example')).in).toBe(true)
  expect(await rolesOf('olga@bent.example')).toEqual(['FIELDTECH:acme'])
  expect((await office.last()).steps).toContainEqual(expect.objectContaining({ ok: true, finding }))
  office.provider.bend = lists([])
  await office.go('olga@bent.example')
  expect(await rolesOf('olga@bent.example')).toEqual([])
})

test('every one of many groups counts', async () => {
  const roles = [{ group: 'noc', role: 'FIELDTECH:acme' }]
  await office.change({ allowUserCreation: true, useExternalAcl: true, claimMapping: { groups: 'teams', roles } })
  const teams = [...Array.from({ length: 700 }, (_, index) => `g${index}`), 'noc']
  office.provider.bend = { claims: (claims) => ({ ...claims, teams }) }
  await office.go('paul@bent.example')
  expect(await rolesOf('paul@bent.example')).toEqual(['FIELDTECH:acme'])
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
