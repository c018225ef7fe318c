import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword } from '#features/users/demo-users/server/index.ts'
import type { Me } from '#features/users/users/contract.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { inProduction } from '#test/settings.ts'
import { openBrowser, signedIn } from '#test/sign-in.ts'
import { makeUsers, type Users } from '#test/users.ts'

let app: TestApp
let users: Users

beforeAll(async () => {
  app = await testApp({ demo: true })
  users = await makeUsers(app.portal)
})
afterAll(() => app.close())

test('a user signs in without script: e-mail, password, back to the wanted page', async () => {
  const browser = openBrowser(app.url)
  const first = await browser.go('/signin?return=/support?view=mine')
  expect(first.status).toBe(200)
  for (const text of ['This is a demo', users.user.email]) expect(first.text.includes(text)).toBe(!inProduction)
  const second = await browser.go('/signin', { email: users.user.email, return: '/support?view=mine' })
  expect(second.url.pathname).toMatch(/^\/idp\/interaction\//)
  expect(second.text).toContain(users.user.email)
  const wrong = await browser.go(second.url.href, { step: 'password', password: 'not this one' })
  expect(wrong.status).toBe(422)
  expect(wrong.text).toContain('is not correct')
  const last = await browser.go(second.url.href, { step: 'password', password: demoPassword, remember: '1' })
  expect(last.url.pathname + last.url.search).toBe('/support?view=mine')
  const me = (await (await signedIn(app.url, browser).call('/api/users/me')).json()) as Me
  expect(me).toMatchObject({
    username: users.user.email,
    fullName: 'Tom Becker',
    userState: 'active',
    refresh_count: 0,
    session_duration_in_hours: 8,
    impersonateMode: null,
    userAcl: { groupsByRole: { USER: ['nordfeld-kabel'] }, rolesByGroup: { 'nordfeld-kabel': ['USER'] } },
  })
  expect(me.expires_in).toBeGreaterThan(3500)
})

test.each([
  '//evil.example',
  '/.//evil.example',
  '/support/..//evil.example',
  '/.\\/evil.example',
  'https://evil.example',
])('the redirect after the password is never %s', async (path) => {
  const browser = openBrowser(app.url)
  const requested = `/oauth2/authorization/okta?login_hint=${users.user.email}&return=${encodeURIComponent(path)}`
  const { url } = await browser.go(requested)
  const last = await browser.go(url.href, { step: 'password', password: demoPassword })
  expect([last.url.origin, last.url.pathname]).toEqual([new URL(app.url).origin, '/'])
})

test('staying signed in is a new sign-in with the password, and ends the session it replaces', async () => {
  const browser = openBrowser(app.url)
  const sign = async (path: string) => {
    const page = await browser.go(path)
    expect(page.text).toContain('type="password"')
    return browser.go(page.url.href, { step: 'password', password: demoPassword })
  }
  const start = `/oauth2/authorization/okta?login_hint=${users.user.email}&return=/support`
  await sign(start)
  const first = signedIn(app.url, browser)
  expect((await sign(`${start}&prompt=login`)).url.pathname).toBe('/support')
  expect((await signedIn(app.url, browser).call('/api/users/me')).status).toBe(200)
  await expect.poll(async () => (await first.call('/api/users/me')).status).toBe(401)
})

test('after logout the provider requires the password again', async () => {
  const browser = openBrowser(app.url)
  const opened = await browser.go('/signin', { email: users.user.email })
  await browser.go(opened.url.href, { step: 'password', password: demoPassword })
  await browser.go('/logout')
  expect((await browser.go('/signin', { email: users.user.email })).text).toContain('type="password"')
})

test('a sign-in with a new kind of device is notified by mail; the first ever and a known one are not', async () => {
  const mails = () =>
    app.portal.db
      .selectFrom('mail_outbox')
      .select('body_text')
      .where('recipient', '=', users.contractor.email)
      .execute()
  for (const agent of [
    'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
    'Mozilla/5.0 (X11; Linux x86_64) Firefox/141.0',
  ]) {
    await enterWith(agent)
    expect(await mails()).toEqual([])
  }
  await enterWith('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Version/18.0 Safari/604.1')
  expect((await mails()).map(({ body_text }) => body_text).join()).toContain('with Safari on iOS')
})

test('every step is in the audit log: started, rejected, ended', async () => {
  const names = await app.portal.db
    .selectFrom('events')
    .select('name')
    .where('subject', '=', 'session')
    .groupBy('name')
    .execute()
  expect(names.map(({ name }) => name).sort()).toEqual(['session.ended', 'session.rejected', 'session.started'])
})

async function enterWith(agent: string): Promise<void> {
  const browser = openBrowser(app.url, { 'user-agent': agent })
  const page = await browser.go('/signin', { email: users.contractor.email })
  await browser.go(page.url.href, { step: 'password', password: demoPassword })
}

test('another user signs in with the browser of a user whose session expired', async () => {
  const browser = openBrowser(app.url)
  for (const user of [users.user, users.manager]) {
    const opened = await browser.go('/signin', { email: user.email })
    await browser.go(opened.url.href, { step: 'password', password: demoPassword })
    const me = (await (await signedIn(app.url, browser).call('/api/users/me')).json()) as Me
    expect(me.username).toBe(user.email)
  }
})

test('the pages show the service state', async () => {
  const page = await openBrowser(app.url).go('/signin')
  expect(page.text).toContain('All portal services are running')
})

test('a duplicate parameter in the address of a sign-in is ignored: a page, not a failure', async () => {
  const browser = openBrowser(app.url)
  for (const path of ['/login/oauth2/code/okta?state=a&state=b', '/login/saml2/finish/okta?state=a&state=b']) {
    const page = await browser.go(path)
    expect([path, page.status, page.text.includes('Sign-in failed')]).toEqual([path, 400, true])
  }
})
