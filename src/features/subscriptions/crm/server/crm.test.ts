import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { fullRecord } from '#test/crm/crm-records.ts'
import { crmSuite } from '#test/crm/crm-suite.ts'
import { type MadeAccount, makeAccount, type TestUser, userWith } from '#test/factories.ts'
import { crmCopy, storeCopy } from './crm-store.ts'

const ID = '001d6F6rKbYcE0dAJF'
const OTHER = '001hyloOTV2fqhRA2Q'
let app: TestApp
let acme: MadeAccount
let admin: TestUser
let csm: TestUser
let manager: TestUser

beforeAll(async () => {
  app = await testApp()
  acme = await makeAccount(app, 'acme')
  await makeAccount(app, 'zenith')
  admin = await userWith(app, 'ADMIN')
  csm = await userWith(app, 'HARMONIC_CSM')
  manager = await userWith(app, 'MANAGER', acme)
  await app.portal.db.updateTable('accounts').set({ csm_id: csm.id }).where('id', '=', acme.id).execute()
})
afterAll(() => app.close())

type Attempt = { body?: object; as?: TestUser; version?: number }
async function call(method: string, path: string, { body, as = csm, version }: Attempt = {}) {
  const headers = {
    ...as.headers,
    ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
    ...(body ? { 'content-type': 'application/json' } : {}),
  }
  const response = await fetch(`${app.url}/api/plugins/salesforce${path}`, {
    method,
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: response.status, body: response.status === 204 ? null : await response.json() }
}

test('what was read stays while the CRM cannot be read, and not under another CRM ID', async () => {
  const { db } = app.portal
  const { id: accountId } = await makeAccount(app, 'renamed')
  const failed = { failure: 'No response' }
  await storeCopy(db, { accountId, crmId: ID, read: { record: fullRecord } })
  await storeCopy(db, { accountId, crmId: ID, read: failed })
  expect(await crmCopy(db, accountId)).toMatchObject({ record: fullRecord, ...failed })
  await storeCopy(db, { accountId, crmId: OTHER, read: failed })
  expect(await crmCopy(db, accountId)).toMatchObject({ crmId: OTHER, record: null, asOf: null, ...failed })
})

const listed = async (as = csm) =>
  (await call('GET', '/configs/', { as })).body._embedded.configs.map(({ account }: { account: string }) => account)

crmSuite('of the portal', async () => ({
  app,
  editsRecords: true,
  holdsMoney: true,
  unknownAccount: null,
  account: (name) => makeAccount(app, name),
  async put({ name }, body) {
    expect((await call('PUT', `/customer-data/${name}`, { as: admin, body })).status).toBe(200)
  },
  async age() {},
}))

test('a CRM id is set, changed and removed, each with its event', async () => {
  expect((await call('GET', '/configs/acme')).body.code).toBe('crm-config-not-found')
  const made = await call('POST', '/configs/', { body: { account: 'acme', crmId: ID } })
  expect([made.status, made.body]).toMatchObject([201, { account: 'acme', crmId: ID, system: 'embedded' }])
  expect((await call('POST', '/configs/', { body: { account: 'acme', crmId: OTHER } })).status).toBe(409)
  expect(await listed()).toEqual(['acme'])
  const { version } = (await call('GET', '/configs/acme')).body
  const edited = await call('PATCH', '/configs/acme', { body: { crmId: OTHER }, version })
  expect([edited.status, edited.body.crmId]).toEqual([200, OTHER])
  expect((await call('PATCH', '/configs/acme', { body: { crmId: ID }, version })).status).toBe(412)
  expect((await call('DELETE', '/configs/acme', { version })).status).toBe(412)
  expect((await call('DELETE', '/configs/acme', { version: edited.body.version })).status).toBe(204)
  expect((await call('GET', '/configs/acme')).status).toBe(404)
  const { rows } = await app.portal.pool.query(
    `select data->'changes'->'crmId' as id from events where name = 'account.crm-id-changed' order by id`,
  )
  expect(rows.map(({ id }) => id)).toEqual([
    [null, ID],
    [ID, OTHER],
    [OTHER, null],
  ])
})

test.each([
  [ID.slice(0, 15), `Add the suffix of three characters: ${ID}.`],
  [
    `${ID.slice(0, 17)}G`,
    `The last three characters do not fit the others. Check the ID: with these first 15 it is ${ID}.`,
  ],
])('the CRM id %s is rejected with the right suffix, here and on the account', async (crmId, message) => {
  const rejected = await call('POST', '/configs/', { body: { account: 'acme', crmId } })
  expect([rejected.status, rejected.body.fields]).toEqual([400, [{ path: 'crmId', message }]])
  const response = await fetch(`${app.url}/api/accounts/${acme.id}`, {
    method: 'PATCH',
    headers: { ...admin.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ crmId }),
  })
  expect([response.status, await response.json()]).toMatchObject([400, { fields: [{ path: 'crmId', message }] }])
})

test('the CRM id of another account is 409', async () => {
  const own = await call('POST', '/configs/', { as: admin, body: { account: 'zenith', crmId: OTHER } })
  expect(own.status).toBe(201)
  expect((await call('POST', '/configs/', { body: { account: 'acme', crmId: OTHER } })).body.code).toBe('crm-id-taken')
})

test('a customer-success manager reads and edits the record of an assigned account alone', async () => {
  expect((await call('GET', '/customer-data/acme')).body).toEqual({
    account: 'acme',
    crmId: null,
    system: 'embedded',
    record: null,
    asOf: null,
    failure: null,
    proposedCsm: null,
    reading: false,
    version: 0,
  })
  const saved = await call('PUT', '/customer-data/acme', { body: fullRecord, version: 0 })
  expect([saved.status, saved.body]).toMatchObject([
    200,
    { record: fullRecord, failure: null, version: 1, asOf: expect.any(String) },
  ])
  expect((await call('GET', '/customer-data/acme')).body).toEqual(saved.body)
  expect((await call('PUT', '/customer-data/acme', { body: { ...fullRecord, owner: null }, version: 0 })).status).toBe(
    412,
  )
  for (const [method, path, body] of [
    ['GET', '/customer-data/zenith', undefined],
    ['PUT', '/customer-data/zenith', fullRecord],
    ['GET', '/configs/zenith', undefined],
    ['PATCH', '/configs/zenith', { crmId: ID }],
    ['DELETE', '/configs/zenith', undefined],
  ] as const)
    expect((await call(method, path, body ? { body } : {})).status).toBe(403)
  expect(await listed()).toEqual([])
  expect(await listed(admin)).toEqual(['zenith'])
  expect((await call('GET', '/customer-data/acme', { as: manager })).status).toBe(403)
  expect((await call('GET', '/customer-data/nowhere')).status).toBe(404)
})

test.each([
  [{ contractValue: -1 }, 'contractValue'],
  [{ contractValue: 10.5 }, 'contractValue'],
  [{ currency: 'euro' }, 'currency'],
  [{ quoteUrl: 'javascript:alert(1)' }, 'quoteUrl'],
  [{ contractEnd: '2026-02-30' }, 'contractEnd'],
  [{ opportunities: [{ name: '', stage: '', amount: null, closeDate: null }] }, 'opportunities.0.name'],
])('%j is rejected at its field', async (wrong, path) => {
  const { status, body } = await call('PUT', '/customer-data/acme', { body: { ...fullRecord, ...wrong } })
  expect([status, body.fields[0].path]).toEqual([400, path])
})
