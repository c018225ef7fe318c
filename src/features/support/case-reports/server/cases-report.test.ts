import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Json, type Name, type SupportApp, supportApp } from '#test/support-app.ts'

let desk: SupportApp
const query = (text: string, values: unknown[] = []) => desk.portal.pool.query(text, values)
const report = async (who: Name, parameters = '') =>
  (await desk.call(who, 'GET', `/issues/cases-report?${parameters}`)).body
const row = (body: Json, value: string | null) => (body.rows as Json).find((one) => (one.value as unknown) === value)

/** Cases by age in days, minutes to the first response, and days to the resolution. */
async function file(
  account: string,
  key: string,
  fields: { age: number; response?: number; solved?: number; more?: object },
) {
  const more = {
    type: 'CASE',
    priority: 'LOW',
    status: fields.solved === undefined ? 'OPEN' : 'RESOLVED',
    product: 'NSG firmware',
    ...fields.more,
  }
  await query(
    `insert into cases (account_id, key, type, priority, status, product, subject, reporter_id, created_at, first_response_at, resolved_at)
     select id, $2, $3, $4, $5, $6, 'x', $7, now() - make_interval(days => $8, hours => 1), now() - make_interval(days => $8, hours => 1) + make_interval(mins => $9),
       now() - make_interval(days => $8, hours => 1) + make_interval(days => $10) from accounts where name = $1`,
    [
      account,
      key,
      more.type,
      more.priority,
      more.status,
      more.product,
      desk.ids.uma,
      fields.age,
      fields.response ?? null,
      fields.solved ?? null,
    ],
  )
}

beforeAll(async () => {
  desk = await supportApp()
  await file('acme', 'ACME-501', { age: 0 })
  await file('acme', 'ACME-502', { age: 3, response: 10 })
  await file('acme', 'ACME-503', { age: 10, response: 20, more: { status: 'ESCALATED', type: 'RMA' } })
  await file('acme', 'ACME-504', { age: 40, response: 30, more: { product: null } })
  await file('acme', 'ACME-505', { age: 100, response: 40, more: { priority: 'HIGH' } })
  await file('acme', 'ACME-506', { age: 60, response: 50, solved: 2 })
  await file('acme', 'ACME-507', { age: 60, response: 60, solved: 4 })
  await file('blue', 'BLUE-501', { age: 3 })
  await query(`insert into cases (account_id, key, internal, priority, subject, reporter_id)
    select id, 'ACME-508', true, 'LOW', 'x', ${desk.ids.vera} from accounts where name = 'acme'`)
})
afterAll(() => desk.close())

test('open cases by status and age; internal ones and those of other accounts are not counted', async () => {
  const body = await report('mia')
  expect(body.open).toMatchObject({ total: 5, CASE: 4, RMA: 1, OUTAGE: 0 })
  expect(body.columns).toEqual(['0-1', '1-7', '7-30', '30-90', '90+'])
  expect(row(body, 'OPEN')).toMatchObject({ cells: [1, 1, 0, 1, 1], total: 4 })
  expect(row(body, 'ESCALATED')).toMatchObject({ cells: [0, 0, 1, 0, 0] })
  expect(row(body, 'RESOLVED')).toBeUndefined()
  const all = await report('vera', 'rows=account')
  expect(row(all, 'acme')).toMatchObject({ label: 'acme cable', total: 5 })
  expect(row(all, 'blue')).toMatchObject({ cells: [0, 1, 0, 0, 0] })
  expect(row(await report('mia', 'rows=account'), 'blue')).toBeUndefined()
})

test('months have filed, resolved and reopened cases with median and 90th percentile', async () => {
  const body = await report('vera', 'account=acme&rows=type&columns=filed&months=12')
  expect(body.months).toHaveLength(12)
  expect(row(body, 'CASE')!.total).toBe(6)
  expect((row(body, 'CASE')!.cells as unknown as number[]).reduce((all, one) => all + one)).toBe(6)
  expect(body.period).toMatchObject({
    filed: 7,
    filedByType: { CASE: 6, RMA: 1, OUTAGE: 0 },
    resolved: 2,
    reopened: 0,
    firstResponse: { median: 35, p90: 55, cases: 6 },
    resolution: { median: 3 * 1440, p90: 3.8 * 1440, cases: 2 },
  })
  expect((await desk.call('victor', 'POST', '/issues/fire/activate?issueKey=ACME-506')).status).toBe(200)
  const comment = { body: 'It is back.' }
  expect((await desk.call('uma', 'POST', '/issues/comment?issueKey=ACME-507', comment)).status).toBe(201)
  expect((await report('vera', 'account=acme')).period).toMatchObject({ resolved: 0, reopened: 2 })
  expect(row(await report('vera', 'account=acme&rows=product'), null)).toMatchObject({ total: 1 })
  expect((await report('vera', 'product=NSG%20firmware&rows=priority')).open!.total).toBe(7)
})

test('the report is for staff and for managers of the account; as CSV it is the table', async () => {
  for (const who of ['uma', 'carl', 'finn', 'bob'] as const)
    expect((await desk.call(who, 'GET', '/issues/cases-report')).status, who).toBe(403)
  expect((await desk.call('mia', 'GET', '/issues/cases-report?account=blue')).status).toBe(404)
  const { text } = await desk.call('mia', 'GET', '/issues/cases-report', undefined, { accept: 'text/csv' })
  expect(text).toContain('ESCALATED,0,0,1,0,0,1')
})
