import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BentProvider, openBentProvider } from '#test/bent-provider.ts'
import { OKTA_TOKEN, type OktaFake, startOktaFake } from '#test/directories/okta-fake.ts'
import { type Person, personWith } from '#test/made.ts'
import { type Office, openOffice } from '#test/office.ts'
import { openBrowser } from '#test/sign-in.ts'

let issuer: BentProvider
let okta: OktaFake
let office: Office
beforeAll(async () => {
  issuer = await openBentProvider()
  okta = await startOktaFake()
  office = await openOffice({ env: { PRIVATE_HOSTS: `${new URL(issuer.issuer).host},${okta.host}` } })
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

/** Somebody of Okta whom the test's OpenID provider signs in, in that state here. */
async function member(name: string, state: string): Promise<Person & { login: string }> {
  const login = `${name}@okta.example`
  const person = await personWith(office, 'USER', office.acme)
  await office.portal.db
    .updateTable('users')
    .set({ email: login, issuer: issuer.issuer, subject: login, state })
    .where('id', '=', person.id)
    .execute()
  return { ...person, login }
}
async function comesIn(login: string): Promise<boolean> {
  const browser = openBrowser(office.url)
  await browser.go('/signin', { email: login, return: '/accounts' })
  return browser.cookies.has('cosp_access_token')
}
const stateOf = async ({ id }: Person) => (await office.call('admin', 'GET', `/users/${id}`)).body.userState

test.each(['recovery', 'passwordExpired', 'lockedOut', 'provisioned'])(
  'whoever Okta signs in has left %s there, and comes in before anybody told the portal',
  async (state) => {
    const person = await member(`from-${state.toLowerCase()}`, state)
    expect([await comesIn(person.login), await stateOf(person)]).toEqual([true, 'active'])
  },
)

test.each(['suspended', 'deprovisioned', 'approvedForDeletion'])('whoever is %s here stays out', async (state) => {
  const person = await member(`is-${state.toLowerCase()}`, state)
  expect([await comesIn(person.login), await stateOf(person)]).toEqual([false, state])
})

test('as long as Okta has not heard of a reset, the old password opens nothing here', async () => {
  const person = await member('reset', 'active')
  // The fake has nobody of that id, so it refuses.
  expect((await office.call('admin', 'POST', `/users/${person.id}/password/reset`)).status).toBe(204)
  await expect
    .poll(async () => (await office.call('admin', 'GET', `/users/${person.id}`)).body.directory)
    .toMatchObject({ failed: 1 })
  expect([await comesIn(person.login), await stateOf(person)]).toEqual([false, 'recovery'])
})
