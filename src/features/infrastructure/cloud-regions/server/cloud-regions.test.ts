import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { makeAccount, type TestUser, userWith } from '#test/factories.ts'

let app: TestApp
let central: TestUser

beforeAll(async () => {
  app = await testApp()
  central = await userWith(app, 'CENTRAL')
  await makeAccount(app, 'nordic')
  await makeAccount(app, 'zuider')
})
afterAll(() => app.close())

async function call(
  method: string,
  path: string,
  { body, as = central, version }: { body?: object; as?: TestUser; version?: number } = {},
) {
  const headers = {
    ...as.headers,
    ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
    ...(body ? { 'content-type': 'application/json' } : {}),
  }
  const response = await fetch(`${app.url}/api/${path}`, {
    method,
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: response.status, body: await response.json() }
}
const save = (body: object, rest: object = {}) => call('POST', 'gcr/regions/customer', { body, ...rest })
const regionsOf = async (account: string) =>
  (await call('GET', `gcr/regions/customer?account=${account}`)).body._embedded.regions

test('the cloud region of an account is set, read, changed and listed', async () => {
  expect(await regionsOf('nordic')).toEqual([])
  const first = await save({ account: 'nordic', region: 'europe-north1', projectKey: 'cos-nordic-prod' })
  expect(first).toEqual({
    status: 200,
    body: {
      account: 'nordic',
      region: 'europe-north1',
      regionLabel: 'Finland',
      projectKey: 'cos-nordic-prod',
      updated: expect.stringMatching(/Z$/),
      version: 1,
    },
  })
  expect(await regionsOf('nordic')).toEqual([first.body])
  const change = { account: 'nordic', region: 'eu-north-1', projectKey: 'cos-nordic-prod' }
  const second = await save(change, { version: 1 })
  expect([second.status, second.body.regionLabel, second.body.version]).toEqual([200, 'Stockholm', 2])
  expect((await save({ ...change, region: 'europe-west3' }, { version: 1 })).status).toBe(412)
  expect((await save(change, { version: 2 })).body.version).toBe(2)

  await save({ account: 'zuider', region: 'europe-west4', projectKey: 'cos-zuider-prod' })
  const listed = async (sort: string) => (await call('GET', `gcloud/config/list?size=1&sort=account,${sort}`)).body
  const [up, down] = [await listed('asc'), await listed('desc')]
  expect([up, down].map(({ _embedded, page }) => [_embedded.gcloud_configs[0].account, page.totalElements])).toEqual([
    ['nordic', 2],
    ['zuider', 2],
  ])
  const { rows } = await app.portal.pool.query(
    `select data from events where name = 'cloud-region.changed' order by id`,
  )
  expect(rows.map(({ data }) => Object.keys(data.changes).sort())).toEqual([
    ['projectKey', 'region'],
    ['region'],
    ['projectKey', 'region'],
  ])
})

test('regions of both providers are listed by group', async () => {
  const { regions } = (await call('GET', 'gcr/regions')).body._embedded
  expect(new Set(regions.map(({ group, provider }: Record<string, string>) => `${provider} ${group}`)).size).toBe(8)
  expect(new Set(regions.map(({ region }: Record<string, string>) => region)).size).toBe(regions.length)
})

test.each(['two words', 'Upper-case', 'short', '1-begins-with-digit', 'ends-with-', 'x'.repeat(31)])(
  'the project key %s is rejected at its field',
  async (projectKey) => {
    const { status, body } = await save({ account: 'zuider', region: 'europe-west4', projectKey })
    expect([status, body.fields[0].path]).toEqual([400, 'projectKey'])
  },
)

test('an unknown region or account is rejected, and staff without the permission may not read them', async () => {
  const wrong = await save({ account: 'zuider', region: 'moon-1', projectKey: 'cos-zuider-prod' })
  expect([wrong.status, wrong.body.fields[0].path]).toEqual([400, 'region'])
  const none = await save({ account: 'nobody', region: 'europe-west4', projectKey: 'cos-nobody-prod' })
  expect([none.status, none.body.code]).toEqual([404, 'account-not-found'])
  const as = await userWith(app, 'HARMONIC_NOC')
  expect((await call('GET', 'gcloud/config/list', { as })).status).toBe(403)
})
