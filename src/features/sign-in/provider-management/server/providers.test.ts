import { afterAll, beforeAll, expect, test } from 'vitest'
import { userWith } from '#test/factories.ts'
import { type Member, type UserManagementApp, userManagementApp } from '#test/user-management-app.ts'
import { makeUsers, signInAs } from '#test/users.ts'
import type { IdentityProvider } from '../contract.ts'

let office: UserManagementApp
beforeAll(async () => {
  office = await userManagementApp({ demo: true, env: { PRIVATE_HOSTS: 'localhost:9' } })
})
afterAll(() => office.close())

const idp = '/authentication/idp'
const add = (body: object, as: Member = 'admin') =>
  office.call(as, 'POST', idp, { type: 'OIDC', name: 'Acme', ...body })
const live = { enabled: true, confirmUntested: 'Acme' }
const change = (id: string, body: object, headers = {}) => office.call('admin', 'PATCH', `${idp}/${id}`, body, headers)
const fieldsOf = (body: unknown) => ((body as { fields?: { path: string }[] }).fields ?? []).map(({ path }) => path)
async function list(): Promise<IdentityProvider[]> {
  const { body } = await office.call('admin', 'GET', `${idp}/list`)
  return (body._embedded as unknown as { identity_providers: IdentityProvider[] }).identity_providers
}

test('the five original fields are enough; the provider waits, disabled, for the rest', async () => {
  const body = {
    name: 'Nordfeld SSO',
    type: 'OIDC',
    externalUuid: 'f0e1',
    allowUserCreation: true,
    useExternalAcl: false,
  }
  const made = await office.call('admin', 'POST', idp, body)
  expect([made.status, made.headers.get('etag')]).toEqual([201, '"1"'])
  expect(made.body).toMatchObject({
    ...body,
    id: 'nordfeld-sso',
    enabled: false,
    clientSecretSet: false,
    origin: 'PORTAL',
  })
  const early = await change('nordfeld-sso', { enabled: true })
  expect([early.status, fieldsOf(early.body)]).toEqual([400, ['issuer', 'clientId']])
  const rest = {
    issuer: 'https://id.nordfeld.example',
    clientId: 'portal',
    clientSecret: 'hush',
    domains: ['Nordfeld.Example'],
  }
  const ready = await change(
    'nordfeld-sso',
    { ...rest, enabled: true, confirmUntested: 'Nordfeld SSO' },
    { 'if-match': '"1"' },
  )
  expect(ready.body).toMatchObject({ enabled: true, clientSecretSet: true, domains: ['nordfeld.example'], version: 2 })
  expect(ready.body.returnUrl).toMatch(/\/login\/oauth2\/code\/nordfeld-sso$/)
  expect((await change('nordfeld-sso', { name: 'Late' }, { 'if-match': '"1"' })).status).toBe(412)
  const second = await office.call('admin', 'POST', idp, body)
  expect(second.body.id).toBe('nordfeld-sso-2')
  for (const id of ['nordfeld-sso', 'nordfeld-sso-2'])
    expect((await office.call('admin', 'DELETE', `${idp}/${id}`)).status).toBe(204)
  expect((await list()).map(({ type }) => type)).toEqual(['EMBEDDED'])
})

test('secrets are stored encrypted, and never returned: not in responses, not in the record', async () => {
  const secrets = {
    clientSecret: 'open sesame 1',
    managementSecret: 'open sesame 2',
    managementUrl: 'https://a.example',
    eventsSecret: 'open-sesame-to-events',
    factorGroup: '00g1',
  }
  const { body, text } = await add({ id: 'kept', ...secrets })
  expect(body).toMatchObject({ clientSecretSet: true, managementSecretSet: true, eventsSecretSet: true })
  expect(body).toMatchObject({ factorGroup: '00g1', directory: { askedAt: null, receivedAt: null } })
  const all = [text, (await office.call('admin', 'GET', `${idp}/list`)).text]
  const { db } = office.portal
  const row = await db.selectFrom('identity_providers').selectAll().where('id', '=', 'kept').executeTakeFirstOrThrow()
  await change('kept', { clientSecret: 'open sesame 3', eventsSecret: 'open-sesame-again' })
  const events = await db
    .selectFrom('events')
    .select(['name', 'data'])
    .where('subject_id', '=', 'kept')
    .orderBy('id')
    .execute()
  expect(events.map(({ name }) => name)).toEqual(['identity-provider.created', 'identity-provider.updated'])
  expect(events[1]!.data).toMatchObject({
    changes: { clientSecret: ['set', 'replaced'], eventsSecret: ['set', 'replaced'] },
  })
  const kept = [row.client_secret, row.management_secret, row.events_secret].map((bytes) => bytes!.toString('latin1'))
  expect([...all, ...kept, JSON.stringify(events)].join()).not.toMatch(/open.sesame/)
  expect((await change('kept', { clientSecret: null })).body).toMatchObject({ clientSecretSet: false })
  expect((await change('kept', { eventsSecret: 'too short' })).status).toBe(400)
})

test('a domain is routed to one provider, an issuer set up once', async () => {
  await add({ id: 'first', issuer: 'https://first.example', clientId: 'a', domains: ['taken.example', '*'] })
  const domain = await add({
    id: 'second',
    issuer: 'https://second.example',
    domains: ['free.example', 'TAKEN.example'],
  })
  expect([domain.status, domain.body.code, fieldsOf(domain.body)]).toEqual([
    409,
    'provider-domain-taken',
    ['domains.1'],
  ])
  expect((await add({ id: 'second', domains: ['*'] })).body.code).toBe('provider-domain-taken')
  const issuer = await add({ id: 'second', issuer: 'https://first.example' })
  expect([issuer.status, issuer.body.code]).toEqual([409, 'provider-issuer-taken'])
  expect((await add({ id: 'first' })).body.code).toBe('provider-exists')
  expect((await add({ id: 'embedded' })).body.code).toBe('provider-exists')
  const both = await Promise.all(['x', 'y'].map((id) => add({ id, domains: ['raced.example'] })))
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
})

test.each([
  [{ issuer: 'http://id.example' }, 'issuer'],
  [{ issuer: 'https://169.254.169.254/latest' }, 'issuer'],
  [{ issuer: 'https://localhost/' }, 'issuer'],
  [{ issuer: 'https://user:secret@id.example' }, 'issuer'],
  [{ issuer: `https://${'a'.repeat(2000)}.example` }, 'issuer'],
  [{ type: 'SAML', entryPoint: 'javascript:alert(1)' }, 'entryPoint'],
  [{ type: 'SAML', certificates: ['-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'] }, 'certificates.0'],
  [{ managementUrl: 'https://[::1]/api' }, 'managementUrl'],
  [{ domains: ['good.example', 'not a domain'] }, 'domains.1'],
  [{ domains: ['*.wild.example'] }, 'domains.0'],
  [{ claimMapping: { roles: [{ group: 'g', role: 'USER' }] } }, 'claimMapping.roles.0'],
  [{ claimMapping: { roles: [{ group: 'g', role: 'ADMN' }] } }, 'claimMapping.roles.0'],
  [{ claimMapping: { roles: [{ group: 'g', role: 'HARMONIC:acme' }] } }, 'claimMapping.roles.0'],
  [{ claimMapping: { roles: [{ group: 'Support' }] } }, 'claimMapping.roles.0'],
  [{ name: '  ' }, 'name'],
  [{ type: 'EMBEDDED' }, 'type'],
  [{ id: '../x' }, 'id'],
  [{ scopes: ['open id"'] }, 'scopes.0'],
  [{ roles: ['ADMIN'] }, 'roles'],
])('%j is rejected at its field', async (body, field) => {
  const { status, body: problem } = await add({ id: 'hostile', ...body })
  expect([status, fieldsOf(problem)]).toEqual([400, [field]])
})

test('an operator allows one of their own hosts by naming it', async () => {
  expect((await add({ ...live, id: 'own', issuer: 'http://localhost:9', clientId: 'a' })).body).toMatchObject({
    enabled: true,
  })
})

test('no user gives by a mapping what they may not give, and administrators only after a recent sign-in', async () => {
  await office.portal.db.deleteFrom('identity_providers').execute()
  const central = await userWith(office, 'CENTRAL')
  const mapping = (role: string) => ({ claimMapping: { roles: [{ group: 'staff', role }] } })
  const asCentral = (id: string, body: object) =>
    office.call(central, 'POST', idp, { type: 'OIDC', name: id, id, ...body })
  expect((await asCentral('plain', { issuer: 'https://plain.example' })).status).toBe(201)
  expect((await asCentral('mapped', mapping('USER:acme'))).body.code).toBe('roles-not-allowed')
  expect((await asCentral('vendor', { domains: ['people.example'] })).body.code).toBe('insufficient-privilege')
  expect((await add({ id: 'gives', ...mapping('USER:acme') })).status).toBe(201)
  expect((await add({ id: 'makes', ...mapping('ADMIN') })).body.code).toBe('reauthentication-required')
  const nora = await signInAs(office.url, (await makeUsers(office.portal)).admin)
  const made = await nora.call(`/api${idp}`, {
    method: 'POST',
    json: { id: 'makes', name: 'M', type: 'OIDC', ...mapping('ADMIN') },
  })
  expect(made.status).toBe(201)
  const taken = await office.call(central, 'PATCH', `${idp}/makes`, { issuer: 'https://evil.example' })
  expect([taken.status, taken.body.code]).toEqual([403, 'insufficient-privilege'])
  expect((await office.call('staff', 'GET', `${idp}/list`)).status).toBe(403)
})

test('the issuer stays while it identifies users; deleting the provider returns them to the portal', async () => {
  const { db } = office.portal
  await add({ ...live, id: 'peopled', issuer: 'https://peopled.example', clientId: 'a' })
  const user = await userWith(office, 'USER', office.acme)
  await db
    .updateTable('users')
    .set({ issuer: 'https://peopled.example', subject: 's' })
    .where('id', '=', user.id)
    .execute()
  const moved = await change('peopled', { issuer: 'https://other.example' })
  expect([moved.status, moved.body.code, fieldsOf(moved.body)]).toEqual([409, 'provider-has-users', ['issuer']])
  expect((await list()).find(({ id }) => id === 'peopled')).toMatchObject({ users: 1 })
  const reset = await office.call('acmeManager', 'POST', `/users/${user.id}/password/reset`)
  expect([reset.status, reset.body.code]).toEqual([409, 'managed-by-external-identity-provider'])
  const factors = await office.call('acmeManager', 'POST', `/users/multifactor/reset?username=${user.email}`)
  expect(factors.body.code).toBe('managed-by-external-identity-provider')
  expect((await office.call('admin', 'DELETE', `${idp}/peopled`)).status).toBe(204)
  const freed = await db.selectFrom('users').select('issuer').where('id', '=', user.id).executeTakeFirstOrThrow()
  expect(freed.issuer).toBeNull()
})

test('the last way to sign in for administrators is neither disabled nor deleted', async () => {
  const { db } = office.portal
  const issuer = 'https://last.example'
  await add({ ...live, id: 'last', issuer, clientId: 'a' })
  await db.deleteFrom('user_passwords').execute()
  await db.updateTable('users').set({ issuer, subject: 'root' }).where('id', '=', office.users.admin.id).execute()
  expect((await change('last', { enabled: false })).body.code).toBe('last-admin-sign-in-method')
  expect((await office.call('admin', 'DELETE', `${idp}/last`)).body.code).toBe('last-admin-sign-in-method')
  await db
    .insertInto('user_passwords')
    .values({ user_id: (await userWith(office, 'ADMIN')).id, hash: 'x' })
    .execute()
  expect((await change('last', { enabled: false })).status).toBe(200)
})

test('the built-in one and the one of the environment are listed, and are not changed here', async () => {
  const [builtIn] = (await list()).filter(({ origin }) => origin === 'EMBEDDED')
  expect(builtIn).toMatchObject({ id: 'okta', type: 'EMBEDDED', enabled: true })
  expect((await change('okta', { name: 'Mine' })).body.code).toBe('provider-not-set-up-here')
  expect((await office.call('admin', 'DELETE', `${idp}/okta`)).status).toBe(409)
  expect((await change('nowhere', { name: 'x' })).status).toBe(404)
})
