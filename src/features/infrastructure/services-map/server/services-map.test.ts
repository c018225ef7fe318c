import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { type MadeAccount, makeAccount, type TestUser, userWith } from '#test/factories.ts'

let app: TestApp
let staff: TestUser
let accounts: MadeAccount[]

beforeAll(async () => {
  app = await testApp()
  staff = await userWith(app, 'HARMONIC')
  accounts = [await makeAccount(app, 'nordic'), await makeAccount(app, 'zuider'), await makeAccount(app, 'cove')]
})
afterAll(() => app.close())

const query = (text: string, values: unknown[] = []) => app.portal.pool.query(text, values)
async function services(as = staff) {
  const response = await fetch(`${app.url}/api/accounts/central/services`, { headers: as.headers })
  return { status: response.status, body: await response.json() }
}

test('services have their deployments, clusters and states, and older versions are marked', async () => {
  const [nordic, zuider, cove] = accounts as [MadeAccount, MadeAccount, MadeAccount]
  await query(`update deployments set software_version = '1.9.4' where account_id = $1`, [nordic.id])
  await query(`update deployments set software_version = '1.10.0' where account_id = $1`, [zuider.id])
  await query(
    `update deployments set version = 'cOS-CN-PON', type = 'CN-PON', software_version = null where account_id = $1`,
    [cove.id],
  )
  const sheets = (clusters: string[]) =>
    JSON.stringify({ rpds: clusters.map((cluster) => ({ cluster })), macDomains: [{ cluster: 'c2' }, { cluster: '' }] })
  await query(
    `insert into inventory_days (deployment_id, day, missing, sheets, changes)
     select d.id, v.day::date, v.missing, v.sheets::jsonb, '[]' from deployments d,
       (values ('2026-11-20', false, $2), ('2026-11-21', false, $3), ('2026-11-22', true, '{}')) v(day, missing, sheets)
     where d.account_id = $1`,
    [nordic.id, sheets(['old']), sheets(['c1', 'c10', 'c1'])],
  )
  await query(
    `insert into cases (account_id, deployment_id, key, type, priority, subject, reporter_id)
     select account_id, id, 'OUT-1', 'OUTAGE', 'HIGH', 'Down', $2 from deployments where account_id = $1`,
    [zuider.id, staff.id],
  )
  const { body } = await services()
  expect(body._embedded.services).toMatchObject([
    { name: 'cOS-CN-PON', newestVersion: null, behind: 0, deployments: [{ account: 'cove', softwareVersion: null }] },
    {
      name: 'cOS-DOCSIS',
      newestVersion: '1.10.0',
      behind: 1,
      state: 'OUTAGE',
      deployments: [
        { account: 'nordic', name: 'nordic-1', isBehind: true, outages: 0, clusters: ['c1', 'c10', 'c2'] },
        { account: 'zuider', isBehind: false, outages: 1, state: 'OUTAGE', clusters: [] },
      ],
    },
  ])
})

test('deleted accounts are left out, and customers do not see the map', async () => {
  await query(`update accounts set deleted_at = now() where name = 'cove'`)
  expect((await services()).body._embedded.services.map(({ name }: { name: string }) => name)).toEqual(['cOS-DOCSIS'])
  expect((await services(await userWith(app, 'MANAGER', accounts[0]))).status).toBe(403)
})
