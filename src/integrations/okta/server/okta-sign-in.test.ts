import { afterAll, beforeAll, expect, test } from 'vitest'
import { OKTA_TOKEN, type OktaFake, startOktaFake } from '#test/directories/okta-fake.ts'
import { type TestUser, userWith } from '#test/factories.ts'
import { type FaultyOidcProvider, openBentProvider } from '#test/faulty-oidc-provider.ts'
import { openBrowser } from '#test/sign-in.ts'
import { type UserManagementApp, userManagementApp } from '#test/user-management-app.ts'

let issuer: FaultyOidcProvider
let okta: OktaFake
let office: UserManagementApp
beforeAll(async () => {
  issuer = await openBentProvider()
  okta = await startOktaFake()
  office = await userManagementApp({ env: { PRIVATE_HOSTS: `${new URL(issuer.issuer).host},${okta.host}` } })
  const made = await office.call('admin', 'POST', '/authentication/idp', {
    id: 'vendor-okta',
    name: 'Okta',
    type: 'OKTA',
    issuer: issuer.issuer,
    clientId: 'portal',
    clientSecret: 'a secret',
    domains: ['okta.example'],
    managementUrl: okta.url,
    managementSecret: OKTA_TOKEN,
    enabled: true,
    confirmUntested: 'Okta',
  })
  expect(made.status).toBe(201)
})
afterAll(async () => {
  await office.close()
  await okta.close()
  issuer.close()
})

/** A user of Okta whom the test's OpenID provider signs in, in that state here. */
async function member(name: string, state: string): Promise<TestUser & { login: string }> {
  const login = `${name}@okta.example`
  const user = await userWith(office, 'USER', office.acme)
  await office.portal.db
    .updateTable('users')
    .set({ email: login, issuer: issuer.issuer, subject: login, state })
    .where('id', '=', user.id)
    .execute()
  return { ...user, login }
}
async function comesIn(login: string): Promise<boolean> {
  const browser = openBrowser(office.url)
  await browser.go('/signin', { email: login, return: '/accounts' })
  return browser.cookies.has('cosp_access_token')
}
const stateOf = async ({ id }: TestUser) => (await office.call('admin', 'GET', `/users/${id}`)).body.userState

test.each(['recovery', 'passwordExpired', 'lockedOut', 'provisioned'])(
  'a user whom Okta signs in has left %s there, and is signed in before the portal is notified',
  async (state) => {
    const user = await member(`from-${state.toLowerCase()}`, state)
    expect([await comesIn(user.login), await stateOf(user)]).toEqual([true, 'active'])
  },
)

test.each(['suspended', 'deprovisioned', 'approvedForDeletion'])(
  'a user who is %s here cannot sign in',
  async (state) => {
    const user = await member(`is-${state.toLowerCase()}`, state)
    expect([await comesIn(user.login), await stateOf(user)]).toEqual([false, state])
  },
)

test('while Okta has not received a reset, the old password gives no access here', async () => {
  const user = await member('reset', 'active')
  // The fake has no user with that id, so it rejects the call.
  expect((await office.call('admin', 'POST', `/users/${user.id}/password/reset`)).status).toBe(204)
  await expect
    .poll(async () => (await office.call('admin', 'GET', `/users/${user.id}`)).body.directory)
    .toMatchObject({ failed: 1 })
  expect([await comesIn(user.login), await stateOf(user)]).toEqual([false, 'recovery'])
})
