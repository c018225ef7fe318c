import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { JWTPayload } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type BentOffice, faultyOidcApp } from '#test/faulty-oidc-app.ts'
import type { FaultyOidcProvider } from '#test/faulty-oidc-provider.ts'
import { type Browser, openBrowser, signedIn } from '#test/sign-in.ts'
import type { SignInAttempt } from '../../contract.ts'

let office: BentOffice
beforeAll(async () => {
  office = await faultyOidcApp()
})
afterAll(() => office.close())
beforeEach(async () => {
  office.provider.straighten()
  await office.change({ clientSecret: 'a secret' })
})

const wrongIn = ({ steps }: SignInAttempt) => steps.filter(({ ok }) => !ok).map(({ step, finding }) => [step, finding])

test('a sign-in is recorded step by step, without code or token', async () => {
  const { page, in: signedInNow } = await office.go('ann@bent.example')
  expect([page.url.pathname, signedInNow]).toEqual(['/accounts', true])
  const attempt = await office.last()
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
test.each<[string, FaultyOidcProvider['bend'], string, string]>([
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
  ['a error', { answer: { error: 'access_denied', error_description: 'not assigned' } }, 'return', 'provider-error'],
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
    'user-unknown',
  ],
  [
    'another subject, in another case, with the same address',
    { claims: (claims) => ({ ...claims, sub: 'ANN@bent.example' }) },
    'person',
    'subject-changed',
  ],
  [
    'an address that it knew by another subject',
    { claims: (claims) => ({ ...claims, sub: 'new' }) },
    'person',
    'subject-changed',
  ],
])('%s: no session, and the attempt records what was wrong', async (_, bend, step, finding) => {
  office.provider.bend = bend
  const { page, in: signedInNow } = await office.go('ann@bent.example')
  expect(signedInNow).toBe(false)
  expect(page.status).toBeGreaterThanOrEqual(400)
  const attempt = await office.last()
  expect([attempt.outcome, wrongIn(attempt)]).toEqual(['REJECTED', [[step, finding]]])
})

test('clocks may differ by less than a minute', async () => {
  office.provider.bend = { claims: (claims) => ({ ...claims, exp: now() - 30, nbf: now() + 30 }) }
  expect((await office.go('ann@bent.example')).in).toBe(true)
})

const provedAgo = (seconds: number) => ({
  claims: (claims: object) => ({ ...claims, auth_time: now() - seconds }),
})
const neverSaid = { claims: ({ auth_time: _, ...claims }: JWTPayload) => claims }
const asksAgain = '/oauth2/authorization/bent?login_hint=ann@bent.example&prompt=login'

test.each<[string, FaultyOidcProvider['bend'], string | undefined]>([
  ['just now', {}, undefined],
  ['half a minute before, as its clock is late', provedAgo(30), undefined],
  ['two minutes before', provedAgo(120), 'proof-too-old'],
  ['eight hours before', provedAgo(8 * 3_600), 'proof-too-old'],
  ['at a time that it does not say', neverSaid, 'proof-time-missing'],
  ['at a time that only userinfo says', { ...neverSaid, userinfo: { auth_time: now() + 3_600 } }, 'proof-time-missing'],
])('asked again, the user proved their identity %s', async (_, bend, finding) => {
  office.provider.bend = bend
  const { page, in: signedInNow } = await office.go('', asksAgain)
  expect(office.provider.asked).toMatchObject({ prompt: 'login', max_age: '0' })
  expect([signedInNow, page.status]).toEqual(finding ? [false, 403] : [true, 200])
  expect(wrongIn(await office.last())).toEqual(finding ? [['claims', finding]] : [])
})

test.each<[string, FaultyOidcProvider['bend'], number]>([
  ['just now', {}, 201],
  ['nine minutes before', provedAgo(540), 201],
  ['eleven minutes before', provedAgo(660), 403],
  ['at a time that it does not say', neverSaid, 403],
])('what needs a fresh session counts from when the user proved their identity: %s', async (_, bend, status) => {
  office.provider.bend = bend
  const { browser, in: signedInNow } = await office.go('ann@bent.example')
  expect([signedInNow, await makeToken(browser)]).toEqual([true, status])
})

test('a provider whose clock is ahead makes no session that stays fresh for longer', async () => {
  office.provider.bend = provedAgo(-3_600)
  expect((await office.go('ann@bent.example')).in).toBe(true)
  const last = office.portal.db.selectFrom('sessions').select('authenticated_at').orderBy('created_at', 'desc')
  expect((await last.executeTakeFirstOrThrow()).authenticated_at!.getTime()).toBeLessThanOrEqual(Date.now())
})

async function makeToken(browser: Browser): Promise<number> {
  const json = { name: 'script', expiresAt: new Date(Date.now() + 3_600_000).toISOString() }
  return (await signedIn(office.url, browser).call('/api/users/me/tokens', { method: 'POST', json })).status
}

test('the secret goes where the discovery document allows it', async () => {
  office.provider.bend = {
    discovery: { token_endpoint_auth_methods_supported: ['client_secret_post'] },
    secretIn: 'body',
  }
  await office.change({ scopes: ['openid', 'email'] })
  expect((await office.go('ann@bent.example')).in).toBe(true)
  await office.change({ scopes: ['openid', 'email', 'profile'] })
})

test('a provider may send the browser on to another origin, from the form of our page too', async () => {
  const broker = createServer((request, response) => {
    const back = `${office.provider.issuer}${request.url}&been=there`
    response.writeHead(302, { location: back }).end()
  })
  await once(broker.listen(0, 'localhost'), 'listening')
  office.provider.bend = { through: `http://localhost:${(broker.address() as AddressInfo).port}` }
  expect((await office.go('ann@bent.example')).in).toBe(true)
  const asked = await office.go('', '/signin?login_hint=ann@bent.example&prompt=login&return=/accounts')
  const hidden = [...asked.page.text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)]
  const form = Object.fromEntries(hidden.map(([, name, value]) => [name!, value!]))
  expect(form).toMatchObject({ return: '/accounts', prompt: 'login' })
  await asked.browser.go('/signin', { return: form.return!, prompt: form.prompt!, email: 'ann@bent.example' })
  expect(asked.browser.cookies.has('cosp_access_token')).toBe(true)
  expect(office.provider.asked).toMatchObject({ prompt: 'login', login_hint: 'ann@bent.example' })
  broker.close()
})

test('pages before sign-in do not say which providers there are', async () => {
  for (const path of ['/signin', '/signin/forgot', '/signup', '/signin/continue/bent', '/signin/continue/none']) {
    const response = await fetch(office.url + path)
    const policy = response.headers.get('content-security-policy')!
    expect(policy.split('; ').filter((rule) => rule.startsWith('form-action'))).toEqual(["form-action 'self'"])
    const { host } = new URL(office.provider.issuer)
    expect(`${JSON.stringify([...response.headers])} ${await response.text()}`).not.toContain(host)
  }
})

test('the page on the way goes only to the sign-in at a provider here', async () => {
  const query = 'return=https://evil.example/&login_hint="><script>&x=;url=https://evil.example'
  const page = await (await fetch(`${office.url}/signin/continue/bent?${query}`)).text()
  expect(/http-equiv="refresh" content="0;url=(\/oauth2\/authorization\/bent\?[^"<> ]*)"/.exec(page)).not.toBeNull()
  expect((await fetch(`${office.url}/signin/continue/none`)).status).toBe(404)
})

test('a wrong secret, an issuer with another name, and one that does not exist', async () => {
  await office.change({ clientSecret: 'another' })
  expect((await office.go('ann@bent.example')).in).toBe(false)
  expect(wrongIn(await office.last())).toEqual([['token', 'secret-rejected']])
  await office.change({ clientSecret: 'a new one' })
  office.provider.bend = { discovery: { issuer: 'https://other.example' } }
  expect((await office.go('ann@bent.example')).page.status).toBe(502)
  const attempt = await office.last()
  expect(wrongIn(attempt)).toEqual([['discovery', 'issuer-mismatch']])
  expect(attempt.steps[0]!.values).toEqual({ expected: office.provider.issuer, actual: 'https://other.example' })
})

test.each<[string, unknown]>([
  ['no address', 'x'],
  ['a number', 5],
  ['a script', 'javascript:alert(1)'],
  ['another scheme', 'ftp://bent.example/authorize'],
  ['nothing', undefined],
])('an authorization endpoint that is %s: the sign-in page stays, the provider is named as wrong', async (_, bent) => {
  // A provider's discovery document is cached for minutes: another secret is another client.
  await office.change({ clientSecret: `secret ${crypto.randomUUID()}` })
  office.provider.bend = { discovery: { authorization_endpoint: bent } }
  expect((await openBrowser(office.url).go('/signin')).status).toBe(200)
  expect((await office.go('ann@bent.example')).page.status).toBe(502)
  const attempt = await office.last()
  expect(wrongIn(attempt)).toEqual([['discovery', 'endpoint-invalid']])
  const diagnostics = await office.call('admin', 'GET', '/authentication/idp/diagnostics?domain=bent.example')
  expect(diagnostics.body.diagnosis).toMatchObject({
    finding: 'endpoint-invalid',
    values: { endpoint: 'authorization_endpoint' },
  })
})

test('a code is accepted once, and only from the browser that started the sign-in', async () => {
  const start = await fetch(`${office.url}/oauth2/authorization/bent?login_hint=ann@bent.example`, {
    redirect: 'manual',
  })
  const cookie = start.headers.getSetCookie()[0]!.split(';')[0]!
  const there = await fetch(start.headers.get('location')!, { redirect: 'manual' })
  const back = there.headers.get('location')!
  const finishSignIn = async (headers: Record<string, string>) => {
    const response = await fetch(back, { headers, redirect: 'manual' })
    return [response.status, response.headers.getSetCookie().join().includes('cosp_access_token=')]
  }
  expect(await finishSignIn({})).toEqual([400, false])
  expect(await finishSignIn({ cookie })).toEqual([303, true])
  expect(await finishSignIn({ cookie })).toEqual([400, false])
})

test.each([
  '//evil.example',
  'https://evil.example/',
  '/\\evil.example',
  '/.//evil.example',
  '/support/..//evil.example',
  '/%2e\\/evil.example',
  '/oauth2/authorization/bent',
  'javascript:alert(1)',
])('no user is redirected to %s', async (path) => {
  const { page } = await office.go(
    '',
    `/oauth2/authorization/bent?login_hint=ann@bent.example&return=${encodeURIComponent(path)}`,
  )
  expect([page.url.origin, page.url.pathname]).toEqual([new URL(office.url).origin, '/'])
})

test('a user who is not active cannot sign in', async () => {
  const { db } = office.portal
  await db.updateTable('users').set({ state: 'suspended' }).where('email', '=', 'ann@bent.example').execute()
  expect((await office.go('ann@bent.example')).in).toBe(false)
  expect(wrongIn(await office.last())).toEqual([['person', 'user-inactive']])
  await db.updateTable('users').set({ state: 'active' }).where('email', '=', 'ann@bent.example').execute()
})

test('the name and the address of a known user follow their provider, within its domains', async () => {
  const { db } = office.portal
  const ann = () =>
    db
      .selectFrom('users')
      .select(['id', 'email', 'full_name'])
      .where('subject', '=', 'ann@bent.example')
      .executeTakeFirst()
  const before =
    (await ann()) ??
    (await db
      .selectFrom('users')
      .select(['id', 'email', 'full_name', 'subject'])
      .where('email', '=', 'ann@bent.example')
      .executeTakeFirstOrThrow())
  const read = () =>
    db.selectFrom('users').select(['email', 'full_name']).where('id', '=', before.id).executeTakeFirstOrThrow()
  const says = async (claims: object) => {
    office.provider.bend = { claims: (own) => ({ ...own, ...claims }) }
    expect((await office.go('ann@bent.example')).in).toBe(true)
    return read()
  }
  for (const stays of [
    { email: 'ann@other.example', email_verified: true },
    { email: 'ann.married@bent.example', email_verified: false },
    { email: undefined },
  ])
    expect((await says(stays)).email, JSON.stringify(stays)).toBe(before.email)
  expect(await says({ email: 'Ann.Married@bent.example', email_verified: true, name: 'Ann  Married' })).toEqual({
    email: 'ann.married@bent.example',
    full_name: 'Ann Married',
  })
  const mails = await db.selectFrom('mail_outbox').select('subject').where('recipient', '=', before.email).execute()
  expect(mails.map(({ subject }) => subject).join()).toContain('was changed')
  expect(await says({ email: before.email, email_verified: true, name: before.full_name })).toMatchObject({
    email: before.email,
  })
})
