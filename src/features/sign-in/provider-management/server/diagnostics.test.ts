import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SignInAttempt } from '#features/sign-in/identity-providers/contract.ts'
import { type FaultyOidcProvider, openBentProvider } from '#test/faulty-oidc-provider.ts'
import { type Browser, openBrowser, type SignedIn } from '#test/sign-in.ts'
import { type UserManagementApp, userManagementApp } from '#test/user-management-app.ts'
import { makeUsers, signInAs } from '#test/users.ts'
import type { Check } from '../contract.ts'

const idp = '/authentication/idp'
let office: UserManagementApp
let provider: FaultyOidcProvider
let nora: SignedIn
beforeAll(async () => {
  provider = await openBentProvider()
  office = await userManagementApp({ demo: true, env: { PRIVATE_HOSTS: new URL(provider.issuer).host } })
  nora = await signInAs(office.url, (await makeUsers(office.portal)).admin)
  const settings = { issuer: provider.issuer, clientId: 'portal', clientSecret: 'a secret', domains: ['bent.example'] }
  await office.call('admin', 'POST', idp, {
    ...{ id: 'bent', name: 'Bent ID', type: 'OIDC', ...settings },
    enabled: true,
    confirmUntested: 'Bent ID',
  })
})
afterAll(async () => {
  await office.close()
  provider.close()
})
beforeEach(() => provider.straighten())

const change = (body: object) => office.call('admin', 'PATCH', `${idp}/bent`, { confirmUntested: 'Bent ID', ...body })
type Report = { provider: { id: string }; checks: Check[]; diagnosis: Check | null; attempts: SignInAttempt[] }
const diagnose = async (domain: string) =>
  (await office.call('admin', 'GET', `${idp}/diagnostics?domain=${domain}`)).body as unknown as Report
const begin = async () => {
  const response = await nora.call(`/api${idp}/bent/test`, { method: 'POST' })
  return (await response.json()) as { attempt: string; url: string }
}
async function attemptOf(id: string): Promise<SignInAttempt> {
  const read = async () => (await office.call('admin', 'GET', `${idp}/attempts/${id}`)).body as unknown as SignInAttempt
  await expect.poll(async () => (await read()).outcome).not.toBe('UNDER_WAY')
  return read()
}
/** A window that the administrator's page opens: it shares their session. */
function windowOfNora(): Browser {
  return openBrowser(office.url, {}, nora.cookie)
}

test('a test sign-in runs to the end and creates no session and no user', async () => {
  await change({ allowUserCreation: true, enabled: false })
  const { attempt, url } = await begin()
  const window = windowOfNora()
  const page = await window.go(url)
  expect([page.status, page.text.includes('The test succeeded')]).toEqual([200, true])
  const { outcome, steps, kind } = await attemptOf(attempt)
  expect([kind, outcome, steps.every(({ ok }) => ok)]).toEqual(['TEST', 'TESTED', true])
  expect(steps.map(({ step }) => step)).not.toContain('session')
  const users = await office.portal.db
    .selectFrom('users')
    .select('id')
    .where('email', 'like', '%@bent.example')
    .execute()
  expect(users).toEqual([])
  expect(window.cookies.get('cosp_access_token')).toBe(/cosp_access_token=([^;]*)/.exec(nora.cookie)![1])
  await change({ allowUserCreation: false, enabled: true })
})

test('a new provider is disabled; a passed test sign-in or its typed name enables it, until its connection changes', async () => {
  const settings = { issuer: provider.issuer, clientId: 'portal', clientSecret: 'a secret' }
  await office.call('admin', 'DELETE', `${idp}/bent`)
  const body = { id: 'bent', name: 'Bent ID', type: 'OIDC', ...settings, domains: ['bent.example'] }
  const early = await office.call('admin', 'POST', idp, { ...body, enabled: true })
  expect([early.status, early.body.code]).toEqual([409, 'provider-untested'])
  const made = await office.call('admin', 'POST', idp, body)
  expect(made.body).toMatchObject({ enabled: false, tested: false })
  const enable = (more: object = {}) => office.call('admin', 'PATCH', `${idp}/bent`, { enabled: true, ...more })
  expect((await enable()).body.code).toBe('provider-untested')
  expect((await enable({ confirmUntested: 'Bent' })).body.code).toBe('provider-untested')
  const { attempt, url } = await begin()
  await windowOfNora().go(url)
  expect((await attemptOf(attempt)).outcome).toBe('REJECTED')
  await change({ allowUserCreation: true })
  const again = await begin()
  await windowOfNora().go(again.url)
  expect((await attemptOf(again.attempt)).outcome).toBe('TESTED')
  expect((await enable({ clientId: 'another' })).body.code).toBe('provider-untested')
  const enabled = await enable()
  expect([enabled.status, enabled.body.enabled, enabled.body.tested]).toEqual([200, true, true])
  await change({ clientSecret: 'another', enabled: false })
  expect((await enable()).body.code).toBe('provider-untested')
  const confirmed = await enable({ confirmUntested: 'Bent ID', clientSecret: 'a secret' })
  expect([confirmed.status, confirmed.body.enabled]).toEqual([200, true])
  await change({ allowUserCreation: false })
})

test('a test belongs to the user who started it, and starts once', async () => {
  const { url } = await begin()
  expect((await openBrowser(office.url).go(url)).status).toBe(404)
  const another = url.slice(0, -1) + (url.endsWith('0') ? '1' : '0')
  expect((await windowOfNora().go(another)).status).toBe(404)
  await windowOfNora().go(url)
  await expect.poll(async () => (await windowOfNora().go(url)).status).toBe(404)
})

test('a test reports a wrong secret before it redirects the browser', async () => {
  await change({ clientSecret: 'wrong' })
  const { attempt, url } = await begin()
  expect((await windowOfNora().go(url)).text).toContain('The test failed')
  const failed = (await attemptOf(attempt)).steps.find(({ ok }) => !ok)
  expect(failed).toMatchObject({ step: 'authorization', finding: 'secret-rejected', values: { clientId: 'portal' } })
  expect((await diagnose('bent.example')).diagnosis).toMatchObject({
    finding: 'secret-rejected',
    setting: 'clientSecret',
  })
  await change({ clientSecret: 'a secret' })
})

test('the diagnostics name the wrong setting', async () => {
  expect(await diagnose('nobody.example')).toMatchObject({
    provider: { id: 'okta' },
    diagnosis: { step: 'routing', finding: 'domain-not-routed', setting: 'domains' },
  })
  expect((await diagnose('Somebody@BENT.example')).diagnosis).toBeNull()
  await change({ clientId: 'somebody-else' })
  expect((await diagnose('bent.example')).diagnosis).toMatchObject({ finding: 'client-rejected', setting: 'clientId' })
  await change({ clientId: 'portal' })
  provider.bend = { discovery: { issuer: 'https://moved.example' } }
  expect((await diagnose('bent.example')).diagnosis).toMatchObject({
    finding: 'issuer-mismatch',
    setting: 'issuer',
    values: { expected: provider.issuer, actual: 'https://moved.example' },
  })
  provider.bend = { date: new Date(Date.now() - 300_000).toUTCString() }
  expect((await diagnose('bent.example')).diagnosis).toMatchObject({ finding: 'clock-skew', setting: 'clock' })
  provider.straighten()
  await change({ enabled: false })
  expect((await diagnose('bent.example')).diagnosis).toMatchObject({ finding: 'disabled', setting: 'enabled' })
  await change({ enabled: true })
  expect((await office.call('admin', 'GET', `${idp}/diagnostics?domain=not a domain`)).status).toBe(400)
})

test('what only a sign-in shows, the diagnostics read from the last one', async () => {
  provider.bend = { claims: (claims) => ({ ...claims, aud: 'another-client' }) }
  await openBrowser(office.url).go('/signin', { email: 'ann@bent.example' })
  const wrong = async () => (await diagnose('bent.example')).diagnosis
  await expect.poll(wrong).toMatchObject({
    step: 'claims',
    finding: 'audience-wrong',
    setting: 'clientId',
    values: { expected: 'portal', actual: 'another-client' },
  })
  const { db } = office.portal
  await db
    .insertInto('users')
    .values({ email: 'ann@bent.example', full_name: 'Ann Bent', state: 'provisioned' })
    .execute()
  provider.straighten()
  await openBrowser(office.url).go('/signin', { email: 'ann@bent.example' })
  await expect.poll(wrong).toBeNull()
  const away = new Date(Date.now() + 1000)
  const lost = { provider_id: 'bent', kind: 'SIGN_IN', domain: 'bent.example', at: away }
  await db.insertInto('sign_in_attempts').values(lost).execute()
  expect(await wrong()).toBeNull()
  await db
    .updateTable('sign_in_attempts')
    .set({ at: new Date(Date.now() - 180_000) })
    .where('outcome', '=', 'UNDER_WAY')
    .execute()
  await db.deleteFrom('sign_in_attempts').where('outcome', '<>', 'UNDER_WAY').execute()
  expect(await wrong()).toMatchObject({ finding: 'not-returned', setting: 'clientId' })
})

test('of each provider the newest attempts are stored, however many there are', async () => {
  const { db } = office.portal
  const old = Array.from({ length: 260 }, () => ({
    provider_id: 'bent',
    kind: 'SIGN_IN',
    at: new Date(Date.now() - 60_000),
  }))
  await db.insertInto('sign_in_attempts').values(old).execute()
  await fetch(`${office.url}/oauth2/authorization/bent?login_hint=ann@bent.example`, { redirect: 'manual' })
  const count = async () =>
    (await db.selectFrom('sign_in_attempts').select('id').where('provider_id', '=', 'bent').execute()).length
  await expect.poll(count).toBe(200)
  const listed = await office.call('admin', 'GET', `${idp}/bent/attempts`)
  expect((listed.body._embedded as unknown as { attempts: SignInAttempt[] }).attempts).toHaveLength(50)
  const missing = await office.call('admin', 'GET', `${idp}/attempts/${crypto.randomUUID()}`)
  expect([missing.status, missing.body.code]).toEqual([404, 'attempt-not-found'])
})
