import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Me } from '#features/users/contract.ts'
import { demoPassword } from '#features/users/server/index.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { makePeople, type People, signInAs } from '#test/people.ts'
import { openBrowser, signedIn } from '#test/sign-in.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await testApp({ demo: true })
  people = await makePeople(app.portal)
})
afterAll(() => app.close())

test('a person signs in without script: e-mail, password, back to the page they wanted', async () => {
  const browser = openBrowser(app.url)
  const first = await browser.go('/signin?return=/support?view=mine')
  expect(first.status).toBe(200)
  expect(first.text).toContain('This is a demo')
  expect(first.text).toContain(people.user.email)
  const second = await browser.go('/signin', { email: people.user.email, return: '/support?view=mine' })
  expect(second.url.pathname).toMatch(/^\/idp\/interaction\//)
  expect(second.text).toContain(people.user.email)
  const wrong = await browser.go(second.url.href, { step: 'password', password: 'not this one' })
  expect(wrong.status).toBe(422)
  expect(wrong.text).toContain('do not go together')
  const last = await browser.go(second.url.href, { step: 'password', password: demoPassword, remember: '1' })
  expect(last.url.pathname + last.url.search).toBe('/support?view=mine')
  const me = (await (await signedIn(app.url, browser).call('/api/users/me')).json()) as Me
  expect(me).toMatchObject({
    username: people.user.email,
    fullName: 'Tom Becker',
    userState: 'active',
    refresh_count: 0,
    session_duration_in_hours: 8,
    impersonateMode: null,
    userAcl: { groupsByRole: { USER: ['nordfeld-kabel'] }, rolesByGroup: { 'nordfeld-kabel': ['USER'] } },
  })
  expect(me.expires_in).toBeGreaterThan(3500)
})

test('me', async () => {
  const admin = await signInAs(app.url, people.admin)
  expect((await admin.call('/api/users/me')).status).toBe(200)
})
