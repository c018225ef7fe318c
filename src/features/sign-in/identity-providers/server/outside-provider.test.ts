import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { freePort } from '#test/product-process.ts'
import { buildProgram } from '#test/program.ts'
import { openBrowser, signedIn } from '#test/sign-in.ts'
import { makeUsers, signInAs } from '#test/users.ts'

let app: TestApp
let provider: ChildProcess
let issuer: string

beforeAll(async () => {
  const [portalPort, port] = [await freePort(), await freePort()]
  const program = await buildProgram(new URL('./outside-provider.program.ts', import.meta.url))
  provider = spawn(process.execPath, [program, String(port), `http://localhost:${portalPort}/login/oauth2/code/oidc`])
  await once(provider.stdout!, 'data')
  issuer = `http://localhost:${port}`
  const env = {
    PORT: String(portalPort),
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: 'portal',
    OIDC_CLIENT_SECRET: 'a secret between us',
    OIDC_NAME: 'Example ID',
    OIDC_DOMAINS: 'outside.example',
  }
  app = await testApp({ env, demo: true })
  await invite('ann.outside@outside.example')
  await invite('unverified.bob@outside.example')
  await invite('carl@elsewhere.example')
})
afterAll(async () => {
  await app.close()
  provider.kill()
})

test('a provider of the configuration signs in an invited user of its domain, later by its subject', async () => {
  for (let round = 0; round < 2; round += 1) {
    const browser = openBrowser(app.url)
    const page = await browser.go('/signin', { email: 'ann.outside@outside.example', return: '/accounts' })
    expect(page.url.pathname).toBe('/accounts')
    const me = await signedIn(app.url, browser).call('/api/users/me')
    expect(await me.json()).toMatchObject({
      username: 'ann.outside@outside.example',
      provider: 'oidc',
      userState: 'active',
    })
  }
  const user = await app.portal.db
    .selectFrom('users')
    .select(['issuer', 'subject'])
    .where('email', '=', 'ann.outside@outside.example')
    .executeTakeFirstOrThrow()
  expect(user).toEqual({ issuer, subject: 'ann.outside@outside.example' })
})

test('staff can read at which host a user signs in, not an address', async () => {
  const { admin } = await makeUsers(app.portal)
  const staff = await signInAs(app.url, admin)
  const { _embedded: found } = await (await staff.call('/api/users?q=ann.outside')).json()
  expect(found.users).toMatchObject([{ username: 'ann.outside@outside.example', provider: new URL(issuer).host }])
})

test.each([
  ['nobody@outside.example', 'you have no user account'],
  ['unverified.bob@outside.example', 'does not confirm that your e-mail address is verified'],
])('%s is rejected with a clear page and no session', async (email, words) => {
  const browser = openBrowser(app.url)
  const page = await browser.go('/signin', { email })
  expect(page.status).toBe(403)
  expect(page.text).toContain(words)
  expect(browser.cookies.has('cosp_access_token')).toBe(false)
})

test('the provider authenticates users of its own domain only', async () => {
  const browser = openBrowser(app.url)
  const page = await browser.go('/oauth2/authorization/oidc?login_hint=carl@elsewhere.example')
  expect(page.status).toBe(403)
})

test('a response that this browser did not request, or that was changed, gives no session', async () => {
  const mine = openBrowser(app.url)
  const callback = `/login/oauth2/code/oidc?code=stolen&state=foreign&iss=${issuer}`
  const foreign = await mine.go(callback)
  expect([foreign.status, mine.cookies.has('cosp_access_token')]).toEqual([400, false])
  const start = await fetch(`${app.url}/oauth2/authorization/oidc?login_hint=ann.outside@outside.example`, {
    redirect: 'manual',
  })
  const sent = new URL(start.headers.get('location')!)
  expect(sent.searchParams.get('code_challenge_method')).toBe('S256')
  const cookie = start.headers.getSetCookie()[0]!.split(';')[0]!
  expect(start.headers.getSetCookie()[0]).toMatch(/HttpOnly; SameSite=Lax/)
  for (const iss of [issuer, 'http://evil.example']) {
    const query = new URLSearchParams({ code: 'made-up', state: sent.searchParams.get('state')!, iss })
    const end = await fetch(`${app.url}/login/oauth2/code/oidc?${query}`, { headers: { cookie }, redirect: 'manual' })
    expect([end.status, end.headers.getSetCookie().join().includes('cosp_access_token')]).toEqual([400, false])
  }
})

test('back-channel logout ends the sessions of the provider; a forged token ends nothing', async () => {
  const browser = openBrowser(app.url)
  await browser.go('/signin', { email: 'ann.outside@outside.example' })
  const ann = signedIn(app.url, browser)
  const send = (logout_token: string) =>
    fetch(`${app.url}/login/oauth2/logout/oidc`, { method: 'POST', body: new URLSearchParams({ logout_token }) })
  expect((await send('e30.e30.AAAA')).status).toBe(400)
  expect((await ann.call('/api/users/me')).status).toBe(200)
  const token = await (await fetch(`${issuer}/logout-token?sub=ann.outside@outside.example`)).text()
  expect((await send(token)).status).toBe(200)
  await expect.poll(async () => (await ann.call('/api/users/me')).status).toBe(401)
})

async function invite(email: string): Promise<void> {
  await app.portal.db.insertInto('users').values({ email, full_name: 'Some Body', state: 'provisioned' }).execute()
}
