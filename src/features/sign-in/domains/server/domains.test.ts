import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Member, type UserManagementApp, userManagementApp } from '#test/user-management-app.ts'

let office: UserManagementApp
beforeAll(async () => {
  office = await userManagementApp()
})
afterAll(() => office.close())

const allow = (as: Member, account: string, email: string) =>
  office.call(as, 'POST', `/account/whitelist/${account}`, { email })
const fieldPaths = (body: unknown) => (body as { fields: { path: string }[] }).fields.map(({ path }) => path)
const listed = async (account = 'acme') =>
  (
    (await office.call('admin', 'GET', `/account/whitelist/${account}`)).body as unknown as {
      whitelistedDomains: string[]
    }
  ).whitelistedDomains

test('domains are allowed per account, normalised, once, by users who manage the list', async () => {
  expect((await allow('csm', 'acme', 'ACME.Example')).body).toMatchObject({
    account: 'acme',
    whitelistedDomains: ['acme.example'],
  })
  expect((await allow('csm', 'acme', 'somebody@acme.example')).status).toBe(409)
  expect((await allow('manager', 'acme', '*.münchen.example')).status).toBe(200)
  expect(await listed()).toEqual(['*.xn--mnchen-3ya.example', 'acme.example'])
  expect((await allow('csm', 'blue', 'blue.example')).status).toBe(403)
  expect((await allow('acmeManager', 'acme', 'x.example')).status).toBe(403)
  expect((await allow('admin', 'nowhere', 'x.example')).status).toBe(404)
  const all = (await office.call('csm', 'GET', '/account/whitelist')).body as unknown as {
    _embedded: { portalWhitelistDtoList: { account: string }[] }
  }
  expect(all._embedded.portalWhitelistDtoList.map(({ account }) => account)).toEqual(['acme'])
  const gone = await office.call('csm', 'DELETE', `/account/whitelist/acme/${encodeURIComponent('*.München.example')}`)
  expect(gone.status).toBe(204)
  expect((await office.call('csm', 'DELETE', '/account/whitelist/acme/never.example')).status).toBe(404)
  expect(await listed()).toEqual(['acme.example'])
})

test('an invalid domain is reported at its field', async () => {
  for (const email of ['nothing', 'a b.example', '127.0.0.1', 'a.example/x', '*']) {
    const { status, body } = await allow('admin', 'acme', email)
    expect([email, status, body.code, (body.fields as unknown as { path: string }[])[0]!.path]).toEqual([
      email,
      400,
      'domain-invalid',
      'email',
    ])
  }
})

test('a public suffix is rejected, and a free mail service until an administrator confirms it', async () => {
  for (const domain of ['co.uk', 'github.io', '*.co.uk']) {
    const { status, body } = await allow('admin', 'acme', domain)
    expect([domain, status, body.code, fieldPaths(body)]).toEqual([domain, 422, 'domain-public-suffix', ['email']])
  }
  const confirmed = (as: Member, email: string) =>
    office.call(as, 'POST', '/account/whitelist/acme', { email, confirm: true })
  const unconfirmed = await allow('admin', 'acme', 'Gmail.com')
  expect([unconfirmed.status, unconfirmed.body.code, fieldPaths(unconfirmed.body)]).toEqual([
    409,
    'domain-free-mail',
    ['email'],
  ])
  expect((await confirmed('csm', 'gmail.com')).body.code).toBe('domain-free-mail')
  expect((await confirmed('admin', 'co.uk')).body.code).toBe('domain-public-suffix')
  expect((await confirmed('admin', 'gmail.com')).status).toBe(200)
  expect(await listed()).toContain('gmail.com')
  await office.call('admin', 'DELETE', '/account/whitelist/acme/gmail.com')
})

test('there is one forbidden list, and it wins: also over invitations', async () => {
  const forbid = (as: Member, email: string) => office.call(as, 'POST', '/user/blacklist', { email })
  expect((await forbid('csm', 'throwaway.example')).status).toBe(403)
  expect((await forbid('manager', '*.Throwaway.example')).body).toEqual({ blacklistedDomains: ['*.throwaway.example'] })
  expect((await forbid('admin', '*.throwaway.example')).status).toBe(409)
  expect((await allow('csm', 'acme', 'mail.throwaway.example')).body.code).toBe('domain-forbidden')
  const invite = (email: string) =>
    office.call('acmeManager', 'POST', '/users', { email, fullName: 'Nina New', account: 'acme', roles: ['USER'] })
  expect((await invite('nina@mail.throwaway.example')).body.code).toBe('domain-forbidden')
  expect((await office.call('admin', 'GET', '/user/blacklist')).body).toEqual({
    blacklistedDomains: ['*.throwaway.example'],
  })
  expect((await office.call('admin', 'DELETE', '/user/blacklist/*.throwaway.example')).status).toBe(204)
  expect((await office.call('admin', 'DELETE', '/user/blacklist/*.throwaway.example')).status).toBe(404)
  await allow('csm', 'acme', 'mail.throwaway.example')
  expect((await invite('nina@mail.throwaway.example')).status).toBe(201)
})

test('a preview counts the users affected by a change', async () => {
  const preview = (as: Member, query: string) => office.call(as, 'GET', `/account/whitelist/preview?${query}`)
  const { body } = await preview('manager', 'domain=people.example')
  expect(body).toMatchObject({
    domain: 'people.example',
    users: Object.keys(office.users).length,
    accounts: ['acme', 'blue'],
  })
  expect((await preview('csm', 'domain=people.example&account=acme')).body).toMatchObject({
    users: 3,
    accounts: ['acme'],
  })
  expect((await preview('csm', 'domain=people.example')).status).toBe(403)
  expect((await preview('csm', 'domain=people.example&account=blue')).status).toBe(403)
  expect((await preview('manager', 'domain=nobody.example')).body).toMatchObject({ users: 0, accounts: [] })
})
