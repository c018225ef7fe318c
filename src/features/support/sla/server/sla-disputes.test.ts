import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Name, type SupportApp, supportApp } from '#test/support-app.ts'

let desk: SupportApp
let account: number
let id: string
const query = async <Row>(text: string, values: unknown[] = []) =>
  (await desk.portal.pool.query<Row & Record<string, unknown>>(text, values)).rows

beforeAll(async () => {
  desk = await supportApp()
  await query(`update accounts set created_at = '2026-01-01', time_zone = 'Europe/Berlin'`)
  account = (await query<{ id: number }>(`select id from accounts where name = 'acme'`))[0]!.id
  id = `${account}-2026-03`
  for (const key of ['ACME-701', 'ACME-702'])
    await query(
      `with c as (insert into cases (account_id, key, type, priority, subject, status, reporter_id) values ($1, $2, 'OUTAGE', 'CRITICAL', 'No light', 'RESOLVED', $3) returning id)
       insert into outages (case_id, conversion, started_at, ended_at, total_cms_affected, is_vendor_issue) select id, 'DONE', '2026-03-10T12:00:00Z', '2026-03-10T13:00:00Z', 100, true from c`,
      [account, key, desk.ids.tom],
    )
})
afterAll(() => desk.close())

const dispute = (who: Name, key = 'ACME-701', reason = 'The light was **back** at 13:20.', month = id) =>
  desk.call(who, 'POST', `/sla-stats/${month}/disputes`, { key, reason })
const line = async (who: Name, key = 'ACME-701') =>
  (await desk.call(who, 'GET', `/sla-stats/${id}`)).body.outages!.find((one) => String(one.key) === key)!

test('a manager disputes a line; the case has the reason, and both sides read its status and outcome at the line', async () => {
  const opened = await dispute('mia')
  expect(opened.status).toBe(201)
  const { disputes } = await line('tom')
  expect(disputes).toMatchObject([
    { status: 'NEW', open: true, issueReason: null, reason: 'The light was **back** at 13:20.', by: 'Mia Manager' },
  ])
  const key = String(disputes![0]!.key)
  const filed = (await desk.call('uma', 'GET', `/issues/${key}`)).body
  expect(filed).toMatchObject({ subject: 'SLA of 2026-03: dispute of outage ACME-701', labels: ['sla-dispute'] })
  expect(filed.description).toContain('The light was **back** at 13:20.')
  expect((await line('mia', 'ACME-702')).disputes).toEqual([])

  expect((await dispute('mia')).body).toMatchObject({ status: 409, code: 'sla-line-disputed' })
  const resolved = await desk.call('tom', 'POST', `/issues/fire/resolve?issueKey=${key}`, { reason: 'answered' })
  expect(resolved.status).toBe(200)
  for (const who of ['mia', 'tom'] as const)
    expect((await line(who)).disputes, who).toMatchObject([
      { key, status: 'RESOLVED', open: false, issueReason: 'answered' },
    ])
  expect((await dispute('mia')).status).toBe(201)
  expect((await line('mia')).disputes).toMatchObject([{ open: false }, { open: true }])
})

test('of disputes of one line at once, one is opened', async () => {
  const replies = await Promise.all(Array.from({ length: 6 }, () => dispute('mia', 'ACME-702')))
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
  expect((await line('mia', 'ACME-702')).disputes).toHaveLength(1)
})

test('a dispute is rejected without the permission, for another account, for no line of the month, and without a reason', async () => {
  for (const who of ['uma', 'carl', 'finn', 'vera', 'bob'] as const) expect((await dispute(who)).status, who).toBe(403)
  const [blue] = await query<{ id: number }>(`select id from accounts where name = 'blue'`)
  expect((await dispute('mia', 'ACME-701', 'x', `${blue!.id}-2026-03`)).status).toBe(404)
  for (const [key, reason, path] of [
    ['ACME-1', 'x', 'key'],
    ['ACME-701', ' ', 'reason'],
  ] as const)
    expect((await dispute('mia', key, reason)).body).toMatchObject({ status: 400, fields: [{ path }] })
})
