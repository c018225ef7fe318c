import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tokenOf, userWith } from '#test/factories.ts'
import { type UserManagementApp, userManagementApp } from '#test/user-management-app.ts'
import type { ScimUser } from '../contract.ts'

let office: UserManagementApp
let token: string

beforeAll(async () => {
  office = await userManagementApp()
  await office.portal.db
    .updateTable('accounts')
    .set({ domains: ['talvik.example'] })
    .where('id', '=', office.acme.id)
    .execute()
  await addProvider('talvik', ['talvik.example', 'talvik-group.example'])
  await addProvider('rennes', ['rennes.example'])
  token = await newToken('talvik')
})
afterAll(() => office.close())

async function addProvider(id: string, domains: string[]) {
  const body = { id, name: id, type: 'OIDC', issuer: `https://id.${id}.example`, clientId: 'portal', domains }
  const made = await office.call('admin', 'POST', '/authentication/idp', {
    ...body,
    enabled: true,
    confirmUntested: id,
  })
  expect(made.status, made.text).toBe(201)
}
async function newToken(provider: string): Promise<string> {
  const { status, body } = await office.call('admin', 'POST', `/authentication/idp/${provider}/scim`)
  expect(status).toBe(201)
  return String(body.token)
}
type Answer = { status: number; type: string | null; location: string | null; body: Record<string, never> }
async function scim(method: string, path: string, body?: unknown, as = token): Promise<Answer> {
  const response = await fetch(`${office.url}/scim/v2${path}`, {
    method,
    headers: {
      authorization: `Bearer ${as}`,
      ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    location: response.headers.get('location'),
    body: text === '' ? {} : JSON.parse(text),
  }
}
const core = 'urn:ietf:params:scim:schemas:core:2.0:User'
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const patch = (...Operations: object[]) => ({ schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations })
const change = (id: string, ...operations: object[]) => scim('PATCH', `/Users/${id}`, patch(...operations))
async function list(filter: string, as = token): Promise<ScimUser[]> {
  const { status, body } = await scim(
    'GET',
    `/Users?filter=${encodeURIComponent(filter)}&count=100&startIndex=1`,
    undefined,
    as,
  )
  expect(status, JSON.stringify(body)).toBe(200)
  return body.Resources as unknown as ScimUser[]
}
async function make(userName: string, more: object = {}): Promise<ScimUser> {
  const { status, body } = await scim('POST', '/Users', { schemas: [core], userName, active: true, ...more })
  expect(status, JSON.stringify(body)).toBe(201)
  return body as unknown as ScimUser
}
const stored = (id: string) =>
  office.portal.db.selectFrom('users').selectAll().where('id', '=', Number(id)).executeTakeFirstOrThrow()
const rolesOf = (id: string) =>
  office.portal.db.selectFrom('role_grants').select(['role', 'account_id']).where('user_id', '=', Number(id)).execute()

describe('the token of a directory', () => {
  test('is shown once, replaced and revoked by administrators; the record names who did it', async () => {
    const { body } = await office.call('admin', 'GET', '/authentication/idp/rennes/scim')
    expect(body).toMatchObject({ token: null, users: 0, address: expect.stringMatching(/\/scim\/v2$/) })
    for (const who of ['acmeManager', 'staff'] as const)
      expect((await office.call(who, 'POST', '/authentication/idp/rennes/scim')).status).toBe(403)
    const first = await newToken('rennes')
    expect((await scim('GET', '/Users', undefined, first)).status).toBe(200)
    const second = await newToken('rennes')
    expect((await scim('GET', '/Users', undefined, first)).status).toBe(401)
    expect((await scim('GET', '/Users', undefined, second)).status).toBe(200)
    const read = await office.call('admin', 'GET', '/authentication/idp/rennes/scim')
    expect(read.text).not.toContain(second)
    expect(read.body.token).toMatchObject({ lastUsedAt: expect.any(String), lastError: null })
    expect((await office.call('admin', 'DELETE', '/authentication/idp/rennes/scim')).status).toBe(204)
    expect((await scim('GET', '/Users', undefined, second)).status).toBe(401)
    const events = await office.portal.db
      .selectFrom('events')
      .select('name')
      .where('subject_id', '=', 'rennes')
      .where('name', 'like', '%scim%')
      .orderBy('id')
      .execute()
    expect(events.map(({ name }) => name.slice(name.indexOf('.') + 1))).toEqual([
      'scim-token-created',
      'scim-token-created',
      'scim-token-revoked',
    ])
    expect((await office.call('admin', 'POST', '/authentication/idp/nowhere/scim')).status).toBe(404)
  })

  test('of a disabled provider changes nothing; errors are in the form of SCIM, and the last one is kept', async () => {
    const missing = await scim('GET', '/Users', undefined, 'hds_nothing')
    expect([missing.status, missing.type]).toEqual([401, 'application/scim+json; charset=utf-8'])
    expect(missing.body).toMatchObject({ schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '401' })
    const other = await newToken('rennes')
    await office.call('admin', 'PATCH', '/authentication/idp/rennes', { enabled: false })
    expect((await scim('POST', '/Users', { userName: 'a@rennes.example' }, other)).status).toBe(403)
    const { body } = await office.call('admin', 'GET', '/authentication/idp/rennes/scim')
    expect(body.token).toMatchObject({ lastError: expect.stringMatching(/^POST 403: rennes is disabled/) })
    await office.call('admin', 'PATCH', '/authentication/idp/rennes', { enabled: true, confirmUntested: 'rennes' })
    expect((await scim('GET', '/Users', undefined, other)).status).toBe(200)
  })
})

test('the description of the service is open, and names what there is', async () => {
  const config = await fetch(`${office.url}/scim/v2/ServiceProviderConfig`)
  expect(config.headers.get('content-type')).toBe('application/scim+json; charset=utf-8')
  expect(await config.json()).toMatchObject({ patch: { supported: true }, bulk: { supported: false } })
  const types = (await scim('GET', '/ResourceTypes')).body as unknown as { Resources: { endpoint: string }[] }
  expect(types.Resources.map(({ endpoint }) => endpoint)).toEqual(['/Users'])
  expect((await scim('GET', `/Schemas/${core}`)).body).toMatchObject({ id: core, name: 'User' })
  expect((await scim('GET', '/Schemas')).body).toMatchObject({ totalResults: 1 })
  expect((await scim('GET', '/ResourceTypes/User')).body).toMatchObject({ schema: core })
  expect((await scim('GET', '/ResourceTypes/Group')).status).toBe(404)
})

test('Okta looks for a user, creates, reads, replaces, deactivates and activates them', async () => {
  const userName = 'liis.saar@talvik.example'
  expect(await list(`userName eq "${userName}"`)).toEqual([])
  const sent = {
    schemas: [core],
    userName,
    name: { givenName: 'Liis', familyName: 'Saar' },
    emails: [{ primary: true, value: userName, type: 'work' }],
    displayName: 'Liis Saar',
    locale: 'en-US',
    externalId: '00u1liis',
    groups: [],
    password: 'Not-kept-1!',
    active: true,
  }
  const made = await scim('POST', '/Users', sent)
  expect(made.status).toBe(201)
  const { id } = made.body as unknown as ScimUser
  expect(made.location).toBe(`${office.portal.publicUrl()}/scim/v2/Users/${id}`)
  expect(made.body).toMatchObject({ userName, externalId: '00u1liis', displayName: 'Liis Saar', active: true })
  expect(JSON.stringify(made.body)).not.toContain('Not-kept')
  expect((await scim('POST', '/Users', sent)).body).toMatchObject({ status: '409', scimType: 'uniqueness' })
  expect(await stored(id)).toMatchObject({ state: 'active', issuer: 'https://id.talvik.example', subject: null })
  // As a first sign-in would: the account of the domain.
  expect(await rolesOf(id)).toEqual([{ role: 'USER', account_id: office.acme.id }])
  expect(await list(`userName eq "LIIS.Saar@talvik.example"`)).toMatchObject([{ id }])
  expect((await scim('GET', `/Users/${id}`)).body).toMatchObject({ id, meta: { resourceType: 'User' } })

  const renamed = {
    ...sent,
    name: { givenName: 'Liis', familyName: 'Tamm' },
    displayName: 'Liis Tamm',
    title: 'NOC lead',
  }
  expect((await scim('PUT', `/Users/${id}`, renamed)).body).toMatchObject({
    displayName: 'Liis Tamm',
    title: 'NOC lead',
    name: { familyName: 'Tamm', formatted: 'Liis Tamm' },
  })
  const { headers } = await tokenOf(office, Number(id))
  const works = async () => (await fetch(`${office.url}/api/users/me`, { headers })).status
  expect(await works()).toBe(200)
  expect((await change(id, { op: 'replace', value: { active: false } })).body).toMatchObject({ active: false })
  expect(await works()).toBe(401)
  expect(await stored(id)).toMatchObject({ state: 'deprovisioned' })
  expect((await change(id, { op: 'replace', value: { active: true } })).body).toMatchObject({ active: true })
  expect(await stored(id)).toMatchObject({ state: 'active' })
  // Tokens do not return with the user.
  expect(await works()).toBe(401)
})

test('Microsoft Entra writes booleans as text, operations with capitals, and user names that are no addresses', async () => {
  const made = await make('mart@talvik.onmicrosoft.example', {
    schemas: [core, enterprise],
    externalId: 'mart',
    active: 'True',
    emails: [{ primary: true, type: 'work', value: 'Mart.Kask@Talvik.example' }],
    name: { formatted: 'Mart Kask', familyName: 'Kask', givenName: 'Mart' },
    title: '',
    [enterprise]: { department: 'Field', manager: { value: '77' } },
  })
  expect(made).toMatchObject({ userName: 'mart@talvik.onmicrosoft.example', displayName: 'Mart Kask' })
  expect(made.emails).toEqual([{ value: 'mart.kask@talvik.example', type: 'work', primary: true }])
  expect(await list('externalId eq "mart"')).toMatchObject([{ id: made.id }])
  expect(await list('emails[type eq "work" and value eq "mart.kask@talvik.example"]')).toMatchObject([{ id: made.id }])
  expect(await list('userName eq "mart.kask@talvik.example"')).toEqual([])
  const changed = await change(
    made.id,
    { op: 'Replace', path: 'displayName', value: 'Mart Kask-Lepp' },
    { op: 'Add', path: 'emails[type eq "work"].value', value: 'mart.lepp@talvik-group.example' },
    { op: 'Replace', path: 'name.familyName', value: 'Kask-Lepp' },
    { op: 'Add', path: 'phoneNumbers[type eq "work"].value', value: '+372 600 1234' },
    { op: 'Add', path: 'emails[type eq "home"].value', value: 'mart@home.example' },
    { op: 'Add', path: `${enterprise}:department`, value: 'Core' },
    { op: 'Replace', path: `${core}:title`, value: 'Planner' },
  )
  expect(changed.body).toMatchObject({
    displayName: 'Mart Kask-Lepp',
    title: 'Planner',
    name: { givenName: 'Mart', familyName: 'Kask-Lepp' },
    emails: [{ value: 'mart.lepp@talvik-group.example' }],
    phoneNumbers: [{ value: '+372 600 1234' }],
  })
  expect((await change(made.id, { op: 'Replace', path: 'active', value: 'False' })).body).toMatchObject({
    active: false,
  })
  expect(await list('userName eq "mart@talvik.onmicrosoft.example" and active eq false')).toHaveLength(1)
  expect((await change(made.id, { op: 'Add', path: 'active', value: [{ value: 'true' }] })).body).toMatchObject({
    active: true,
  })
  expect(
    (
      await change(
        made.id,
        { op: 'Remove', path: 'title' },
        { op: 'remove', path: 'phoneNumbers[type eq "work"].value' },
      )
    ).body,
  ).not.toHaveProperty('title')
  expect(await stored(made.id)).toMatchObject({ job_title: null, phone: null })

  expect((await scim('DELETE', `/Users/${made.id}`)).status).toBe(204)
  expect(await stored(made.id)).toMatchObject({ state: 'deprovisioned' })
  expect((await scim('GET', `/Users/${made.id}`)).status).toBe(404)
  expect((await scim('DELETE', `/Users/${made.id}`)).status).toBe(404)
  expect(await list('userName eq "mart@talvik.onmicrosoft.example"')).toEqual([])
  const again = await make('mart@talvik.onmicrosoft.example', { emails: [{ value: 'mart.lepp@talvik-group.example' }] })
  expect([again.id, again.active]).toEqual([made.id, true])
})

test('a directory sees and changes the users of its provider alone', async () => {
  const rennes = await newToken('rennes')
  const own = await make('ours@talvik.example')
  expect(await list('userName eq "ours@talvik.example"', rennes)).toEqual([])
  for (const [method, body] of [
    ['GET', undefined],
    ['PUT', { userName: 'x@rennes.example' }],
    ['PATCH', patch({ op: 'replace', path: 'active', value: false })],
    ['DELETE', undefined],
  ] as const)
    expect((await scim(method, `/Users/${own.id}`, body, rennes)).status).toBe(404)
  for (const { id } of [office.users.admin, office.users.acmeUser])
    expect((await scim('GET', `/Users/${id}`)).status).toBe(404)
  expect(await stored(own.id)).toMatchObject({ state: 'active' })
  for (const userName of ['x@rennes.example', 'x@elsewhere.example', 'x@sub.talvik.example'])
    expect((await scim('POST', '/Users', { userName })).body).toMatchObject({ status: '400', scimType: 'invalidValue' })
  const moved = await change(own.id, { op: 'replace', path: 'emails[type eq "work"].value', value: 'x@rennes.example' })
  expect(moved.body).toMatchObject({
    status: '400',
    scimType: 'invalidValue',
    detail: expect.stringContaining('rennes.example'),
  })
})

test('decisions made here stand: a suspension, the last administrator, a password of the portal', async () => {
  const held = await make('held@talvik.example')
  await office.portal.db.updateTable('users').set({ state: 'suspended' }).where('id', '=', Number(held.id)).execute()
  expect((await change(held.id, { op: 'replace', path: 'active', value: true })).body).toMatchObject({ active: true })
  expect(await stored(held.id)).toMatchObject({ state: 'suspended' })
  expect((await change(held.id, { op: 'replace', path: 'active', value: false })).body).toMatchObject({ active: false })
  expect(await stored(held.id)).toMatchObject({ state: 'deprovisioned' })

  const local = await userWith(office, 'USER', office.acme)
  const { db } = office.portal
  await db.updateTable('users').set({ email: 'local@talvik.example' }).where('id', '=', local.id).execute()
  await db.insertInto('user_passwords').values({ user_id: local.id, hash: 'x' }).execute()
  const [known] = await list('userName eq "local@talvik.example"')
  expect(known!.id).toBe(String(local.id))
  const taken = { op: 'replace', path: 'emails[type eq "work"].value', value: 'mine@talvik.example' }
  expect((await change(known!.id, taken)).status).toBe(409)
  expect((await change(known!.id, { op: 'replace', path: 'active', value: false })).status).toBe(200)
  expect(await stored(known!.id)).toMatchObject({ state: 'deprovisioned', email: 'local@talvik.example' })

  const admin = await userWith(office, 'ADMIN')
  await db.updateTable('users').set({ email: 'chief@talvik.example' }).where('id', '=', admin.id).execute()
  await db.deleteFrom('role_grants').where('role', '=', 'ADMIN').where('user_id', '<>', admin.id).execute()
  const rejected = await change(String(admin.id), { op: 'replace', path: 'active', value: false })
  expect([rejected.status, (await stored(String(admin.id))).state]).toEqual([409, 'active'])
  expect((await scim('DELETE', `/Users/${admin.id}`)).status).toBe(409)
  await db.insertInto('role_grants').values({ user_id: office.users.admin.id, role: 'ADMIN' }).execute()
})

test('pages, filters and what cannot be read', async () => {
  for (let number = 0; number < 5; number++) await make(`page${number}@talvik.example`, { displayName: 'Page' })
  const filter = encodeURIComponent('displayName eq "page"')
  const page = async (query: string) =>
    (await scim('GET', `/Users?filter=${filter}&${query}`)).body as Record<string, unknown>
  expect(await page('startIndex=2&count=2')).toMatchObject({ totalResults: 5, startIndex: 2, itemsPerPage: 2 })
  expect(await page('startIndex=6&count=2')).toMatchObject({ totalResults: 5, itemsPerPage: 0, Resources: [] })
  expect(await page('startIndex=0&count=0')).toMatchObject({ totalResults: 5, startIndex: 1, itemsPerPage: 0 })
  expect(await page('count=-3')).toMatchObject({ totalResults: 5, itemsPerPage: 0 })
  expect(await list('not (displayName eq "page") and userName eq "page1@talvik.example"')).toEqual([])
  expect(await list('displayName eq "nobody" or userName eq "page1@talvik.example"')).toHaveLength(1)
  for (const bad of ['userName', 'userName eq', 'password eq "x"', 'userName gt "a"', 'userName eq "a', '(((('])
    expect((await scim('GET', `/Users?filter=${encodeURIComponent(bad)}`)).body, bad).toMatchObject({
      status: '400',
      scimType: 'invalidFilter',
    })

  const { id } = await make('odd@talvik.example')
  const wrong: [object, string][] = [
    [patch({ op: 'move', path: 'title' }), 'invalidSyntax'],
    [patch({ op: 'remove' }), 'noTarget'],
    [patch({ op: 'replace', value: 'x' }), 'invalidValue'],
    [patch({ op: 'replace', path: 'active', value: 'maybe' }), 'invalidValue'],
    [patch({ op: 'replace', path: 'displayName', value: { a: 1 } }), 'invalidValue'],
    [patch({ op: 'replace', path: 'displayName', value: 'x'.repeat(321) }), 'invalidValue'],
    [patch({ op: 'replace', path: 'emails[type eq', value: 'x' }), 'invalidPath'],
    [patch({ op: 'replace', path: 'emails[nonsense].value', value: 'x' }), 'invalidPath'],
    [patch({ op: 'replace', path: '', value: 'x' }), 'invalidPath'],
    [patch({ op: 'replace', path: 'emails[type eq "work"].value', value: 'no address' }), 'invalidValue'],
    [{ Operations: [] }, 'invalidSyntax'],
    [{ operations: 'x' }, 'invalidSyntax'],
  ]
  for (const [body, scimType] of wrong) {
    const answer = await scim('PATCH', `/Users/${id}`, body)
    expect(answer.body, JSON.stringify(body)).toMatchObject({ status: '400', scimType })
  }
  for (const body of [{}, { userName: '' }, { userName: 'nobody' }, { userName: ['a', 'b'] }])
    expect((await scim('POST', '/Users', body)).body).toMatchObject({ status: '400', scimType: 'invalidValue' })
  // Names that the portal does not keep change nothing, here or in the process.
  const ignored = [
    '__proto__.active',
    'constructor.prototype.x',
    'groups',
    'roles[primary eq "True"].value',
    'nickName',
  ]
  for (const path of ignored.slice(1))
    expect((await change(id, { op: 'add', path, value: 'x' })).status, path).toBe(200)
  expect((await change(id, { op: 'add', path: ignored[0], value: 'x' })).body).toMatchObject({
    scimType: 'invalidPath',
  })
  expect(({} as { x?: string }).x).toBeUndefined()
})
