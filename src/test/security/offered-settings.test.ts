import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { csrfTokenOf, startSession } from '#features/access/sessions/server/index.ts'
import { demoPassword } from '#features/users/demo-users/server/index.ts'
import { makeLink } from '#features/users/sign-in-mail/server/index.ts'
import { encryptorFor } from '#kit/server/encryption.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { openBrowser } from '#test/sign-in.ts'
import { makeUsers, signInAs, type Users } from '#test/users.ts'

const breached = 'a phrase that leaked somewhere'
let directory: string
let app: TestApp
let secure: TestApp
let users: Users

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'headend-offered-'))
  const file = join(directory, 'sha1.txt')
  await writeFile(file, `${createHash('sha1').update(breached).digest('hex').toUpperCase()}:3\r\n`)
  app = await testApp({ demo: true, env: { PASSWORD_POLICY: 'length', BREACHED_PASSWORDS_FILE: file } })
  secure = await testApp({
    database: app.databaseUrl,
    env: { PUBLIC_URL: 'https://portal.example.com', COOKIE_PREFIX: 'host' },
  })
  users = await makeUsers(app.portal)
})
afterAll(async () => {
  await secure.close()
  await app.close()
  await rm(directory, { recursive: true, force: true })
})

test('with the policy "length" any 15 characters suffice; fewer, names, common and breached ones are rejected', async () => {
  const user = await signInAs(app.url, users.user)
  const me = (await (await user.call('/api/users/me')).json()) as { passwordPolicy: string }
  expect(me.passwordPolicy).toBe('length')
  const change = async (newPassword: string) => {
    const json = { currentPassword: demoPassword, newPassword, endOtherSessions: false }
    const reply = await user.call('/api/users/me/factors/password', { method: 'POST', json })
    const { fields } = (reply.status === 204 ? {} : await reply.json()) as { fields?: { message: string }[] }
    return fields?.map(({ message }) => message) ?? reply.status
  }
  expect(await change('Coax-42-Lanter')).toEqual(['15 to 128 characters of any kind'])
  expect(await change('tom walks the long way home')).toEqual(['No part of your name or e-mail address'])
  expect(await change('passwordpassword')).toEqual(['Not a common password'])
  expect(await change(breached)).toEqual(['Not a password from a known data breach'])
  expect(await change('copper and seven quiet lanterns')).toBe(204)
})

test('the page of a link shows the current rule, and enforces it', async () => {
  const { token } = await app.portal.db
    .transaction()
    .execute((tx) => makeLink(tx, users.contractor.id, 'reset', String))
  const browser = openBrowser(app.url)
  const page = await browser.go(`/signin/reset?token=${token}`)
  expect(page.text).toContain('15 to 128 characters of any kind')
  expect(page.text).toContain('Not a password from a known data breach')
  expect(page.text).not.toMatch(/8 to 128|uppercase|special character/)
  const send = (password: string) => browser.go('/signin/reset', { token, password, repeat: password })
  const rejected = await send(breached)
  expect(rejected.status).toBe(422)
  expect(rejected.text).toContain('data-rule="breached" class="broken"')
  expect((await send('four small harbours, one lantern')).text).toContain('Your password is set')
})

test('with the prefix the session is in __Host- cookies, and in no others', async () => {
  const { id, token } = await app.portal.db.transaction().execute((tx) =>
    startSession(tx, {
      user: { id: users.manager.id, fullName: users.manager.fullName },
      providerId: 'embedded',
      amr: ['pwd'],
      refreshLimit: 8,
      address: '127.0.0.1',
      userAgent: undefined,
      requestId: 'offered',
    }),
  )
  const ask = (cookie: string) => fetch(`${secure.url}/api/users/me`, { headers: { cookie } })
  expect((await ask(`cosp_access_token=${token}`)).status).toBe(401)
  expect((await ask(`__Host-cosp_access_token=${token}`)).status).toBe(200)
  const refreshed = await fetch(`${secure.url}/api/users/token/refresh`, {
    method: 'POST',
    headers: {
      cookie: `__Host-cosp_access_token=${token}`,
      'x-xsrf-token': csrfTokenOf(encryptorFor(secure.portal.config), id),
    },
  })
  expect(refreshed.status).toBe(200)
  const set = refreshed.headers.getSetCookie()
  const out = await fetch(`${secure.url}/logout`, { redirect: 'manual', headers: { cookie: set[0]!.split(';')[0]! } })
  expect(set.map((cookie) => cookie.split('=')[0])).toEqual(['__Host-cosp_access_token', '__Host-XSRF-TOKEN'])
  expect(out.headers.getSetCookie().map((cookie) => cookie.split('=')[0])).toEqual([
    '__Host-cosp_access_token',
    '__Host-XSRF-TOKEN',
  ])
  for (const cookie of [...set, ...out.headers.getSetCookie()]) {
    expect(cookie).toMatch(/; Path=\/(;|$)/)
    expect(cookie).toMatch(/; Secure/)
    expect(cookie).not.toMatch(/; Domain/i)
  }
})
