import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { integrationFetch } from '#kit/server/vendor/vendor-fetch.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { accountWithId, crmSuite } from '#test/crm/crm-suite.ts'
import {
  SALESFORCE_APP,
  SALESFORCE_KEYS,
  SALESFORCE_USER,
  type SalesforceFake,
  startSalesforceFake,
} from '#test/crm/salesforce-fake.ts'
import { type JudgedServer, startJudgedServer } from '#test/directories/contract-checked-server.ts'
import { type Prism, startPrism } from '#test/directories/prism.ts'
import { type TestUser, userWith } from '#test/factories.ts'
import { salesforceClient } from './salesforce-client.ts'
import type { ConnectedApp } from './salesforce-session.ts'

const file = fileURLToPath(new URL('../salesforce-own.json', import.meta.url))
const ID = '001d6F6rKbYcE0dAJF'
let prism: Prism
let fake: SalesforceFake
let salesforce: JudgedServer
let app: TestApp
let admin: TestUser

beforeAll(async () => {
  prism = await startPrism(file)
  fake = await startSalesforceFake()
  salesforce = await startJudgedServer({ judge: prism.url, target: fake.url })
  fake.instance = salesforce.url
  fake.accounts.set(ID, {
    owner: { Name: 'Dana Levi', Email: 'dana@harmonic.example' },
    Contract: [{ ContractNumber: '00000117', Status: 'Activated', StartDate: '2025-01-01', EndDate: null }],
    Opportunity: [{ Name: 'Nodes', StageName: 'Proposal', Amount: 40_000.5, CloseDate: '2026-03-31' }],
  })
  app = await testApp({ env: { PRIVATE_HOSTS: salesforce.host } })
  admin = await userWith(app, 'ADMIN')
  expect((await connect(SALESFORCE_APP.clientSecret)).status).toBe(201)
})
afterAll(async () => {
  await app.close()
  await salesforce.close()
  await fake.close()
  await prism.close()
})
beforeEach(async () => {
  // No test waits for the limit of calls that those before it have used up.
  await app.portal.pool.query('update connection_status set next_call_at = null')
  salesforce.calls.splice(0)
  fake.requests.splice(0)
  fake.faults.splice(0)
})
afterEach(() => {
  expect(salesforce.calls.filter(({ wrong }) => wrong !== null)).toEqual([])
})

crmSuite('Salesforce', async () => ({
  app,
  editsRecords: false,
  holdsMoney: false,
  unknownAccount: 'Salesforce does not have it: There is no account with this CRM ID.',
  account: (name) => accountWithId(app, name, idOf(name)),
  async put({ name }, { owner, ownerEmail, opportunities, ...contract }) {
    fake.accounts.set(idOf(name), {
      owner: owner === null ? null : { Name: owner, Email: ownerEmail ?? '' },
      Contract: [
        { ContractNumber: 'old', Status: 'Expired', StartDate: '2019-01-01', EndDate: '2020-01-01' },
        {
          ContractNumber: contract.contractNumber,
          Status: contract.contractStatus,
          StartDate: contract.contractStart,
          EndDate: contract.contractEnd,
        },
      ].filter(() => contract.contractNumber !== null),
      Opportunity: opportunities
        .map(({ name, stage, amount, closeDate }) => ({
          Name: name,
          StageName: stage,
          Amount: amount === null ? null : amount / 100,
          CloseDate: closeDate,
        }))
        .toReversed(),
    })
  },
  age: async ({ name }) => void (await age(name, 16)),
}))

/** A CRM ID of its own for each account of the suite. */
function idOf(name: string): string {
  return `001${Buffer.from(name).toString('hex').padEnd(15, '0').slice(0, 15)}`
}

const send = (method: string, path: string, body?: object) =>
  fetch(`${app.url}/api/${path}`, {
    method,
    headers: { ...admin.headers, 'content-type': 'application/json', 'if-match': '*' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
const connect = (clientSecret: string) => {
  const settings = { url: salesforce.url, clientId: SALESFORCE_APP.clientId, clientSecret }
  return send('POST', 'connections', { port: 'salesforce', system: 'salesforce', settings })
}

let made = 0
/** An account with this CRM id. */
async function accountWith(crmId: string | null): Promise<string> {
  made += 1
  return (await accountWithId(app, `crm-${made}`, crmId)).name
}
async function ask(account: string) {
  const response = await fetch(`${app.url}/api/plugins/salesforce/customer-data/${account}`, { headers: admin.headers })
  return { status: response.status, etag: response.headers.get('etag'), body: await response.json() }
}
/** The data once it has been read; the first request starts that and does not wait for it. */
async function dataOf(account: string) {
  await expect.poll(async () => (await ask(account)).body.reading).toBe(false)
  return ask(account)
}
/** As if the data had been read, or an attempt had failed, this long ago. */
const age = (account: string, minutes: number) =>
  app.portal.pool.query(
    `update crm_copies set tried_at = tried_at - make_interval(mins => $2) where account_id = (select id from accounts where name = $1)`,
    [account, minutes],
  )

test('the data of an account is read by calls that the description allows, and again after 15 minutes', async () => {
  const account = await accountWith(ID)
  const first = await dataOf(account)
  expect([first.status, first.body]).toMatchObject([200, { system: 'salesforce', failure: null }])
  expect(first.body.record).toMatchObject({ owner: 'Dana Levi', contractNumber: '00000117' })
  const reads = () => salesforce.calls.map(({ request }) => request).filter((request) => !request.includes('oauth2'))
  expect(reads()).toHaveLength(4)

  await age(account, 14)
  await Promise.all([dataOf(account), dataOf(account)])
  expect(reads()).toHaveLength(4)
  await age(account, 2)
  expect(await Promise.all([dataOf(account), dataOf(account)])).toHaveLength(2)
  expect(reads().slice(4)).toEqual([
    expect.stringContaining(`/sobjects/Account/${ID}`),
    expect.stringContaining('/query'),
    expect.stringContaining('/query'),
    expect.stringContaining('/query'),
  ])
})

test('while Salesforce fails, the last data is shown with its age and the reason, and it recovers by itself', async () => {
  const account = await accountWith(ID)
  const before = (await dataOf(account)).body
  await age(account, 16)
  fake.faults.push([403, '[{"message":"TotalRequests Limit exceeded.","errorCode":"REQUEST_LIMIT_EXCEEDED"}]'])
  const failed = (await dataOf(account)).body
  expect(failed).toEqual({
    ...before,
    failure: 'Salesforce rejected: The daily limit of API calls is used up. It is free again within 24 hours.',
  })
  await age(account, 2)
  expect((await dataOf(account)).body).toMatchObject({ record: before.record, failure: null })
})

test('a user does not wait for a Salesforce that does not respond', async () => {
  const account = await accountWith(ID)
  const before = (await dataOf(account)).body
  await age(account, 16)
  let respond = () => {}
  fake.hold = new Promise((resolve) => {
    respond = resolve
  })
  expect((await ask(account)).body).toEqual({ ...before, reading: true })
  fake.hold = undefined
  respond()
  expect(Date.parse((await dataOf(account)).body.asOf)).toBeGreaterThan(Date.parse(before.asOf))
})

test('an ended session is opened again', async () => {
  fake.endSessions()
  expect((await dataOf(await accountWith(ID))).body).toMatchObject({ failure: null })
  expect(fake.requests.filter((line) => line.includes('oauth2'))).toHaveLength(1)
})

test.each([
  ['an unknown id', '001hyloOTV2fqhRA2Q', [], 'Salesforce does not have it: There is no account with this CRM ID.'],
  ['HTML', ID, [[200, '<html>maintenance</html>']], 'Salesforce sent a response that cannot be read.'],
  [
    'another shape',
    ID,
    [[200, '["no record"]']],
    'Salesforce responded in another form than before: the response is a list instead of an object.',
  ],
  ['no CRM id', null, [], 'The account has no CRM ID. Set it in the profile of the account.'],
] as const)('%s is a sentence, never an error', async (_, crmId, faults, failure) => {
  const account = await accountWith(crmId)
  const html = faults.map(([status, body]) => [status, body] as const)
  fake.faults.push(...html, ...html, ...html)
  const { status, body } = await dataOf(account)
  expect([status, body.failure, body.record]).toEqual([200, failure, null])
})

test.each([
  ['https://evil.example', 'rejected'],
  ['http://127.0.0.1.evil.example', 'rejected'],
])('the token is not sent to %s', async (instance, fault) => {
  fake.instance = instance
  const failure = await client()
    .record('Account', ID, ['Id'])
    .catch((caught: unknown) => caught)
  fake.instance = salesforce.url
  expect(failure).toMatchObject({ fault })
  expect(fake.requests).toEqual(['POST /services/oauth2/token'])
})

test('a wrong secret is reported as one, without repeating it', async () => {
  const failure = await client('wrong-secret')
    .query('SELECT Id FROM User')
    .catch((caught: unknown) => caught)
  expect(failure).toMatchObject({ fault: 'credentials', message: expect.stringContaining('client ID and secret') })
  expect(String(failure)).not.toContain('wrong-secret')
})

test('a private key signs in too, also pasted in one line; another user or a broken key is rejected', async () => {
  const pem = String(SALESFORCE_KEYS.privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const signIn = (username: string, privateKey: string) =>
    clientOf({ clientId: SALESFORCE_APP.clientId, username, privateKey }).query('SELECT Id FROM User')
  fake.instance = undefined
  expect(await signIn(SALESFORCE_USER, pem)).toEqual([])
  expect(await signIn(SALESFORCE_USER, pem.replaceAll('\n', ' '))).toEqual([])
  fake.instance = salesforce.url
  await expect(signIn('other@example.com', pem)).rejects.toMatchObject({ fault: 'credentials' })
  await expect(signIn(SALESFORCE_USER, 'no key')).rejects.toMatchObject({
    fault: 'credentials',
    message: expect.stringContaining('not an RSA key'),
  })
})

test('the connection tests address and login; without it records are kept in the portal', async () => {
  const account = await accountWith(ID)
  expect((await send('POST', 'connections/salesforce:shared/test')).status).toBe(200)
  expect((await dataOf(account)).etag).toBeNull()
  expect((await send('DELETE', 'connections/salesforce:shared')).status).toBe(204)
  expect((await ask(account)).body).toMatchObject({ system: 'embedded', record: null })
  expect((await connect('wrong-secret')).status).toBe(201)
  const tested = await send('POST', 'connections/salesforce:shared/test')
  expect([tested.status, await tested.text()]).toEqual([422, expect.stringContaining('client ID and secret')])
})

function client(clientSecret = SALESFORCE_APP.clientSecret) {
  return clientOf({ ...SALESFORCE_APP, clientSecret })
}

function clientOf(login: Omit<ConnectedApp, 'url'>) {
  const privateHosts = [fake.host]
  const connection = { name: 'Salesforce', privateHosts, log: pino({ level: 'silent' }) }
  return salesforceClient(
    { ...login, url: fake.url },
    { privateHosts, fetch: (vendor) => integrationFetch({ ...vendor, ...connection }) },
  )
}
