import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type BentProvider, openBentProvider } from '#test/bent-provider.ts'
import { type Office, openOffice } from '#test/office.ts'
import { openBrowser, signedIn } from '#test/sign-in.ts'
import type { Attempt } from '../../contract.ts'

let office: Office
let provider: BentProvider
beforeAll(async () => {
  provider = await openBentProvider()
  const host = new URL(provider.issuer).host
  office = await openOffice({ env: { PRIVATE_HOSTS: host } })
  const { db } = office.portal
  await db
    .updateTable('accounts')
    .set({ domains: ['bent.example'] })
    .where('name', '=', 'acme')
    .execute()
  const settings = {
    clientId: 'portal',
    clientSecret: 'a secret',
    domains: ['bent.example', 'lost.example', 'bad.example'],
  }
  await office.call('admin', 'POST', '/authentication/idp', {
    id: 'bent',
    name: 'Bent ID',
    type: 'OIDC',
    issuer: provider.issuer,
    ...settings,
  })
  await db.insertInto('forbidden_domains').values({ domain: 'bad.example' }).execute()
  await invite('ann@bent.example')
})
afterAll(async () => {
  await office.close()
  provider.close()
})
beforeEach(async () => {
  provider.straighten()
  await change({ allowUserCreation: false, useExternalAcl: false, claimMapping: {}, clientSecret: 'a secret' })
})

const change = (body: object) => office.call('admin', 'PATCH', '/authentication/idp/bent', body)
const invite = (email: string) =>
  office.portal.db.insertInto('users').values({ email, full_name: 'Some Body', state: 'provisioned' }).execute()
async function go(email: string, path = '/signin') {
  await office.portal.db.deleteFrom('sign_in_attempts').execute()
  const browser = openBrowser(office.url)
  const form = path === '/signin' ? { email, return: '/accounts' } : undefined
  const page = await browser.go(path, form)
  return { browser, page, in: browser.cookies.has('cosp_access_token') }
}
/** The attempt of the last `go`, once it has ended. */
async function last(): Promise<Attempt> {
  const read = async () => {
    const { body } = await office.call('admin', 'GET', '/authentication/idp/bent/attempts')
    return (body._embedded as unknown as { attempts: Attempt[] }).attempts[0]
  }
  await expect.poll(async () => (await read())?.outcome).toMatch(/SIGNED_IN|REFUSED/)
  return (await read())!
}
const wrongIn = ({ steps }: Attempt) => steps.filter(({ ok }) => !ok).map(({ step, finding }) => [step, finding])
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

test('a sign-in is written down step by step, without code or token', async () => {
  const { page, in: signedInNow } = await go('ann@bent.example')
  expect([page.url.pathname, signedInNow]).toEqual(['/accounts', true])
  const attempt = await last()
  expect(attempt).toMatchObject({
    outcome: 'SIGNED_IN',
    email: 'ann@bent.example',
    domain: 'bent.example',
    kind: 'SIGN_IN',
  })
  expect(attempt.steps.map(({ step, ok }) => [step, ok])).toEqual(
    ['discovery', 'authorization', 'return', 'token', 'signature', 'claims', 'person', 'session'].map((step) => [
      step,
      true,
    ]),
  )
  const row = await office.portal.db
    .selectFrom('sign_in_attempts')
    .selectAll()
    .where('id', '=', attempt.id)
    .executeTakeFirst()
  expect(JSON.stringify(row)).not.toMatch(/eyJ|code|secret/)
})

const now = () => Math.floor(Date.now() / 1_000)
test.each<[string, BentProvider['bend'], string, string]>([
  ['another audience', { claims: (claims) => ({ ...claims, aud: 'another' }) }, 'claims', 'audience-wrong'],
  [
    'an audience beside ours, unauthorised',
    { claims: (claims) => ({ ...claims, aud: ['portal', 'x'], azp: 'x' }) },
    'claims',
    'audience-wrong',
  ],
  [
    'another issuer',
    { claims: (claims) => ({ ...claims, iss: 'https://evil.example' }) },
    'claims',
    'token-issuer-wrong',
  ],
  ['another nonce', { claims: (claims) => ({ ...claims, nonce: 'forged' }) }, 'claims', 'nonce-wrong'],
  ['a time that is over', { claims: (claims) => ({ ...claims, exp: now() - 90 }) }, 'claims', 'expired'],
  ['a time to come', { claims: (claims) => ({ ...claims, nbf: now() + 90 }) }, 'claims', 'not-yet-valid'],
  ['a key that was taken back', { key: 'unknown' }, 'signature', 'key-unknown'],
  ['a forged signature', { key: 'forged' }, 'signature', 'key-unknown'],
  ['no signature', { key: 'none' }, 'token', 'answer-malformed'],
  ['a refusal', { answer: { error: 'access_denied', error_description: 'not assigned' } }, 'return', 'provider-error'],
  [
    'an address not verified',
    { claims: (claims) => ({ ...claims, sub: 'new', email_verified: false }) },
    'person',
    'email-unverified',
  ],
  ['no address', { claims: ({ email: _, ...claims }) => ({ ...claims, sub: 'new' }) }, 'person', 'email-missing'],
  [
    'an address of a domain that is not its own',
    { claims: (claims) => ({ ...claims, sub: 'new', email: 'x@other.example' }) },
    'person',
    'domain-not-routed',
  ],
  [
    'a stranger',
    { claims: (claims) => ({ ...claims, sub: 'new', email: 'stranger@bent.example' }) },
    'person',
    'person-unknown',
  ],
  [
    'an address that has a password here',
    { claims: (claims) => ({ ...claims, sub: 'new' }) },
    'person',
    'person-elsewhere',
  ],
])('%s: no session, and the attempt says what was wrong', async (_, bend, step, finding) => {
  provider.bend = bend
  const { page, in: signedInNow } = await go('ann@bent.example')
  expect(signedInNow).toBe(false)
  expect(page.status).toBeGreaterThanOrEqual(400)
  const attempt = await last()
  expect([attempt.outcome, wrongIn(attempt)]).toEqual(['REFUSED', [[step, finding]]])
})

test('clocks may differ by less than a minute', async () => {
  provider.bend = { claims: (claims) => ({ ...claims, exp: now() - 30, nbf: now() + 30 }) }
  expect((await go('ann@bent.example')).in).toBe(true)
})

test('a wrong secret, an issuer that calls itself otherwise, and one that is not there', async () => {
  await change({ clientSecret: 'another' })
  expect((await go('ann@bent.example')).in).toBe(false)
  expect(wrongIn(await last())).toEqual([['token', 'client-refused']])
  await change({ clientSecret: 'a new one' })
  provider.bend = { discovery: { issuer: 'https://other.example' } }
  expect((await go('ann@bent.example')).page.status).toBe(502)
  const attempt = await last()
  expect(wrongIn(attempt)).toEqual([['discovery', 'issuer-mismatch']])
  expect(attempt.steps[0]!.values).toEqual({ expected: provider.issuer, actual: 'https://other.example' })
})

test('a code is taken once, and only by the browser that asked', async () => {
  const start = await fetch(`${office.url}/oauth2/authorization/bent?login_hint=ann@bent.example`, {
    redirect: 'manual',
  })
  const cookie = start.headers.getSetCookie()[0]!.split(';')[0]!
  const there = await fetch(start.headers.get('location')!, { redirect: 'manual' })
  const back = there.headers.get('location')!
  const enter = async (headers: Record<string, string>) => {
    const answer = await fetch(back, { headers, redirect: 'manual' })
    return [answer.status, answer.headers.getSetCookie().join().includes('cosp_access_token=')]
  }
  expect(await enter({})).toEqual([400, false])
  expect(await enter({ cookie })).toEqual([303, true])
  expect(await enter({ cookie })).toEqual([400, false])
})

test.each([
  '//evil.example',
  'https://evil.example/',
  '/\\evil.example',
  '/oauth2/authorization/bent',
  'javascript:alert(1)',
])('nobody is sent back to %s', async (path) => {
  const { page } = await go(
    '',
    `/oauth2/authorization/bent?login_hint=ann@bent.example&return=${encodeURIComponent(path)}`,
  )
  expect([page.url.origin, page.url.pathname]).toEqual([new URL(office.url).origin, '/'])
})

test('new people are made where the provider may, and land where their domain says', async () => {
  await change({ allowUserCreation: true })
  expect((await go('new@bent.example')).in).toBe(true)
  expect(await rolesOf('new@bent.example')).toEqual(['USER:acme'])
  const lost = await go('new@lost.example')
  expect([lost.in, await rolesOf('new@lost.example')]).toEqual([true, []])
  expect((await last()).steps).toContainEqual(
    expect.objectContaining({ step: 'person', ok: true, finding: 'no-account' }),
  )
  await office.portal.db
    .updateTable('accounts')
    .set({ domains: ['bent.example'] })
    .where('name', '=', 'blue')
    .execute()
  expect([(await go('both@bent.example')).in, await rolesOf('both@bent.example')]).toEqual([true, []])
  await office.portal.db.updateTable('accounts').set({ domains: [] }).where('name', '=', 'blue').execute()
  const bad = await go('new@bad.example')
  expect([bad.in, bad.page.status, wrongIn(await last())]).toEqual([false, 403, [['person', 'domain-forbidden']]])
  const people = await office.portal.db
    .selectFrom('users')
    .select('email')
    .where('email', '=', 'new@bad.example')
    .execute()
  expect(people).toEqual([])
})

test('of two who are new at once one person is made', async () => {
  await change({ allowUserCreation: true })
  const both = await Promise.all([go('twin@bent.example'), go('twin@bent.example')])
  expect(both.map((one) => one.in)).toEqual([true, true])
})

test('roles follow the groups at each sign-in, live, and are changed nowhere else', async () => {
  const roles = [
    { group: 'noc', role: 'FIELDTECH:acme' },
    { group: 'USER:blue' },
    { group: 'gone', role: 'USER:nowhere' },
  ]
  await change({ allowUserCreation: true, useExternalAcl: true, claimMapping: { groups: 'teams', roles } })
  provider.bend = { claims: (claims) => ({ ...claims, teams: ['noc', 'USER:blue', 'gone', 'other'] }) }
  const first = await go('grace@bent.example')
  expect([first.in, await rolesOf('grace@bent.example')]).toEqual([true, ['FIELDTECH:acme', 'USER:blue']])
  const grace = signedIn(office.url, first.browser)
  expect((await grace.call('/api/users?account=blue')).status).toBe(200)
  const { id } = (await (await grace.call('/api/users/me')).json()) as { id: string }
  const role = await office.call('admin', 'POST', `/users/${id}/role`, {
    updates: [{ account: 'acme', role: 'USER', add: true }],
  })
  expect([role.status, role.body.code]).toEqual([409, 'managed-by-external-identity-provider'])
  provider.bend = { claims: (claims) => ({ ...claims, teams: [] }), userinfo: { teams: ['noc'] } }
  expect((await go('grace@bent.example')).in).toBe(true)
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

test('somebody who is not active stays outside', async () => {
  const { db } = office.portal
  await db.updateTable('users').set({ state: 'suspended' }).where('email', '=', 'ann@bent.example').execute()
  expect((await go('ann@bent.example')).in).toBe(false)
  expect(wrongIn(await last())).toEqual([['person', 'person-inactive']])
  await db.updateTable('users').set({ state: 'active' }).where('email', '=', 'ann@bent.example').execute()
})
