import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addJob, defineJob } from '#kit/server/job.ts'
import { type Name, rowsOf, type SupportApp, supportApp } from '#test/support-app.ts'

let desk: SupportApp
beforeAll(async () => {
  desk = await supportApp()
  await desk.portal.pool.query(`update deployments set modems = 1000`)
})
afterAll(() => desk.close())

const MINUTE = 60_000
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString()

async function file(name: Name = 'uma', account = 'acme'): Promise<string> {
  const body = { subject: 'No light on RPD-0311', description: 'x', priority: 'HIGH' }
  return String((await desk.call(name, 'POST', `/issues?account=${account}`, body)).body.key)
}
const convert = (key: string, body: object = {}, who: Name = 'victor') =>
  desk.call(who, 'POST', `/issues/convert-to-outage?issueKey=${key}`, body)
const edit = (key: string, body: object, headers = {}) => desk.call('victor', 'PATCH', `/outages/${key}`, body, headers)

async function outage(body: object = {}): Promise<string> {
  const key = await file()
  expect((await convert(key, body)).status).toBe(200)
  await vi.waitFor(
    async () => expect((await desk.call('uma', 'GET', `/issues/${key}`)).body).toMatchObject({ type: 'OUTAGE' }),
    { timeout: 20_000, interval: 100 },
  )
  return key
}

test('of twenty conversions at once one takes effect; the others are 409, and the case shows as outage', async () => {
  const key = await file()
  const replies = await Promise.all(Array.from({ length: 20 }, () => convert(key, { reason: 'core' })))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)])
  expect(replies.find(({ status }) => status === 200)?.body.conversion).toBe('QUEUED')
  await vi.waitFor(
    async () =>
      expect((await desk.call('uma', 'GET', `/issues/${key}`)).body).toMatchObject({
        type: 'OUTAGE',
        priority: 'CRITICAL',
        status: 'IN_PROGRESS',
        conversion: 'DONE',
      }),
    { timeout: 20_000, interval: 100 },
  )
  const { rows } = await desk.portal.pool.query(
    `select 1 from events where name = 'case.converted-to-outage' and subject_id = $1`,
    [key],
  )
  expect(rows).toHaveLength(1)
  expect((await convert(key)).body.code).toBe('already-an-outage')
  expect((await convert(await file(), {}, 'vera')).status).toBe(403)
  expect((await convert('ACME-9999')).status).toBe(404)
  expect((await desk.call('uma', 'GET', `/outages/${key}`)).body).toMatchObject({ isVendorIssue: true, open: true })
})

test('fields are checked each, and a corrected time needs a reason', async () => {
  const key = await outage({ started: ago(120), totalCmsAffected: 411, reason: 'fibre' })
  for (const [body, path] of [
    [{ ended: ago(130) }, 'ended'],
    [{ ended: ago(-10) }, 'ended'],
    [{ started: ago(-10), correction: 'x' }, 'started'],
    [{ totalCmsAffected: 1001 }, 'totalCmsAffected'],
    [{ totalCmsAffected: 2 ** 31 }, 'totalCmsAffected'],
    [{ byFamily: { cn: 400, cnD31: 10, nonCn: 0, d31: 10, onu: 0 } }, 'byFamily'],
    [{ started: ago(100) }, 'correction'],
    [{ started: ago(100), correction: '  ' }, 'correction'],
    [{ started: ago(401 * 1440), ended: ago(400 * 1440), correction: 'x' }, 'started'],
    [{ started: ago(93 * 1440), correction: 'x' }, 'started'],
    [{ started: ago(120 * 1440), ended: ago(20 * 1440), correction: 'x' }, 'ended'],
    [{ started: '0026-11-23T14:05:00Z', correction: 'x' }, 'started'],
  ] as const)
    expect((await edit(key, body)).body, path).toMatchObject({ status: 400, fields: [{ path }] })
  for (const started of [ago(401 * 1440), ago(93 * 1440), ago(-5)])
    expect((await convert(await file(), { started })).body, started).toMatchObject({ fields: [{ path: 'started' }] })
  // A long outage with both times is a matter of its reason.
  const long = await outage({ started: ago(95 * 1440), ended: ago(5 * 1440) })
  expect((await edit(long, { totalCmsAffected: 5 })).status).toBe(200)
  const ended = await edit(key, { ended: ago(20), byFamily: { cn: 411, cnD31: 10, nonCn: 0, d31: 10, onu: 0 } })
  expect(ended.body).toMatchObject({ outageTime: 100, open: false, updateDue: null, isVendorIssue: false })
  expect((await edit(key, { ended: ago(10) })).body).toMatchObject({ fields: [{ path: 'correction' }] })
  expect((await edit(key, { ended: ago(10), correction: 'Light was back later.' })).body.outageTime).toBe(110)
  expect((await edit(key, { planOfAction: 'x' }, { 'if-match': '"1"' })).status).toBe(412)
  expect((await edit(key, { reason: 'core' })).body.isVendorIssue).toBe(true)
  expect((await desk.call('uma', 'PATCH', `/outages/${key}`, { reason: 'core' })).status).toBe(403)
})

test('a public update is read by the customer and restarts the clock; an internal entry does neither', async () => {
  const key = await outage()
  await desk.portal.pool.query(`update outages set last_update_at = now() - interval '2 hours'`)
  const due = async () => Date.parse(String((await desk.call('uma', 'GET', `/outages/${key}`)).body.updateDue))
  expect(await due()).toBeLessThan(Date.now())
  const entries = (kind = '') => `/outage-entries${kind}?issueKey=${key}`
  expect((await desk.call('victor', 'POST', entries('/internal'), { body: 'Zkanarie9' })).status).toBe(201)
  expect(await due()).toBeLessThan(Date.now())
  expect((await desk.call('victor', 'POST', entries(), { body: 'Crew on site.', at: ago(5) })).status).toBe(201)
  expect(await due()).toBeGreaterThan(Date.now())
  const read = await desk.call('uma', 'GET', entries())
  expect(rowsOf(read, 'entries')).toMatchObject([{ kind: 'public', body: 'Crew on site.' }])
  expect(rowsOf(await desk.call('vera', 'GET', entries('/internal')), 'entries')).toMatchObject([{ body: 'Zkanarie9' }])
  expect((await desk.call('uma', 'GET', entries('/internal'))).status).toBe(403)
  for (const path of [
    entries(),
    `/issues/${key}`,
    `/issues/history?issueKey=${key}`,
    `/issues/comment?issueKey=${key}`,
  ])
    expect((await desk.call('uma', 'GET', path)).text).not.toContain('Zkanarie9')
  expect((await desk.call('victor', 'POST', entries(), { body: 'x', at: ago(-60) })).status).toBe(400)
})

test('an account with the plan Enterprise gets updates every 30 minutes; a missed one is recorded once and mailed to staff', async () => {
  const key = await outage({ totalCmsAffected: 900, started: ago(40) })
  await desk.call('victor', 'PATCH', `/issues/${key}`, { assignee: 'victor@desk.example' })
  const page = async () => (await desk.call('uma', 'GET', `/outages/${key}`)).body
  const last = Date.now()
  expect(Date.parse(String((await page()).updateDue))).toBeGreaterThan(last + 50 * MINUTE)
  expect((await desk.call('tom', 'PATCH', '/sla-hours?account=acme', { plan: 'ENTERPRISE' })).status).toBe(200)
  expect(Date.parse(String((await page()).updateDue))).toBeLessThan(last + 31 * MINUTE)

  await desk.portal.pool.query(`update outages set last_update_at = now() - interval '31 minutes'`)
  const sweep = () => addJob(desk.portal.db, defineJob('support.missed-outage-updates'), {})
  const missed = async (name: Name) =>
    rowsOf(await desk.call(name, 'GET', `/issues/history?issueKey=${key}`), 'entries').filter(
      (entry) => String(entry.name) === 'case.outage-update-missed',
    ).length
  await Promise.all([sweep(), sweep()])
  await vi.waitFor(async () => expect(await missed('vera')).toBe(1), { timeout: 20_000, interval: 100 })
  const mails = async () =>
    (
      await desk.portal.pool.query<{ to: string }>(
        `select recipient as to from mail_outbox where subject like $1 and body_text like '%is overdue%'`,
        [`[${key}]%`],
      )
    ).rows.map(({ to }) => to)
  await vi.waitFor(async () => expect(await mails()).toEqual(['victor@desk.example']), {
    timeout: 20_000,
    interval: 100,
  })
  expect(await missed('uma')).toBe(0)
})

test('an outage is reportable after 30 minutes and 900,000 user-minutes, within 120 minutes', async () => {
  const key = await outage({ totalCmsAffected: 100, started: ago(40) })
  const reportBy = async () => (await desk.call('uma', 'GET', `/outages/${key}`)).body.reportBy
  expect(await reportBy()).toBeNull()
  await desk.portal.pool.query(
    `update outages set total_cms_affected = 30000 where case_id = (select id from cases where key = $1)`,
    [key],
  )
  const { started } = (await desk.call('uma', 'GET', `/outages/${key}`)).body
  expect(Date.parse(String(await reportBy()))).toBe(Date.parse(String(started)) + 150 * MINUTE)
  await desk.portal.pool.query(
    `update outages set total_cms_affected = 25000 where case_id = (select id from cases where key = $1)`,
    [key],
  )
  expect(Date.parse(String(await reportBy()))).toBe(Date.parse(String(started)) + 156 * MINUTE)
})

test('the list has the outages of the accounts that the user may see, and no others', async () => {
  const key = await outage()
  const keys = async (who: Name, query = '') =>
    rowsOf(await desk.call(who, 'GET', `/outages?size=100${query}`), 'outages').map((row) => String(row.key))
  expect(await keys('uma', '&open=true')).toContain(key)
  expect(await keys('uma', '&open=false')).not.toContain(key)
  expect(await keys('vera', '&account=acme')).toContain(key)
  expect(await keys('vera', '&account=blue')).toEqual([])
  expect(await keys('bob')).toEqual([])
  expect(await keys('carl')).toEqual([])
  expect((await desk.call('bob', 'GET', `/outages/${key}`)).status).toBe(404)
  expect((await desk.call('finn', 'GET', '/outages')).status).toBe(403)
})

test('counts of missing modems make a curve: of the conversion, of edits and of staff, each between start and end', async () => {
  const started = ago(60)
  const key = await outage({ started, totalCmsAffected: 400 })
  const read = async (who: Name = 'uma') => (await desk.call(who, 'GET', `/outage-counts?issueKey=${key}`)).body.counts!
  const add = (body: object, who: Name = 'victor') => desk.call(who, 'POST', `/outage-counts?issueKey=${key}`, body)
  expect(await read()).toEqual([{ at: started, missing: 400 }])
  const later = ago(40)
  expect((await add({ missing: 300, at: later })).status).toBe(201)
  expect((await add({ missing: 250, at: later })).status).toBe(201)
  expect((await add({ missing: 250, at: ago(30) })).body).toMatchObject({ missing: 250 })
  expect((await edit(key, { totalCmsAffected: 410 })).status).toBe(200)
  expect(await read()).toMatchObject([{ missing: 400 }, { at: later, missing: 250 }, { missing: 410 }])
  for (const [body, path] of [
    [{ missing: 411 }, 'missing'],
    [{ missing: 1, at: ago(61) }, 'at'],
    [{ missing: 1, at: ago(-5) }, 'at'],
  ] as const)
    expect((await add(body)).body, path).toMatchObject({ status: 400, fields: [{ path }] })
  for (const who of ['uma', 'mia', 'vera'] as const) expect((await add({ missing: 1 }, who)).status, who).toBe(403)
  expect((await desk.call('bob', 'GET', `/outage-counts?issueKey=${key}`)).status).toBe(404)
  expect((await desk.call('finn', 'GET', `/outage-counts?issueKey=${key}`)).status).toBe(403)
  expect((await desk.call('victor', 'POST', `/outage-counts?issueKey=${await file()}`, { missing: 1 })).status).toBe(
    404,
  )

  const end = ago(20)
  expect((await edit(key, { ended: end })).status).toBe(200)
  expect(await read()).toMatchObject([{ missing: 400 }, { missing: 250 }])
  expect((await add({ missing: 1 })).body).toMatchObject({ fields: [{ path: 'at' }] })
  expect((await add({ missing: 80, at: end })).status).toBe(201)
  expect(await read()).toMatchObject([{ missing: 400 }, { missing: 250 }, { at: end, missing: 80 }])
})

test.each([
  ['resolve', 'RESOLVED'],
  ['close', 'CLOSED'],
  ['decline', 'DECLINED'],
  ['bulk', 'RESOLVED'],
] as const)('an outage ends with its case: %s', async (verb, status) => {
  const key = await outage({ started: ago(90), totalCmsAffected: 40 })
  // Only a case that waits for its first work can be declined.
  if (verb === 'decline') await desk.call('vera', 'PATCH', `/issues/${key}`, { status: 'OPEN' })
  const who = verb === 'close' ? 'uma' : 'vera'
  const before = Date.now()
  const moved = await (verb === 'bulk'
    ? desk.call('vera', 'POST', '/issues-bulk', { keys: [key], operation: { resolve: {} } })
    : desk.call(who, 'POST', `/issues/fire/${verb}?issueKey=${key}`, {}))
  expect(moved.status, moved.text).toBeLessThan(300)
  await expect
    .poll(async () => (await desk.call('uma', 'GET', `/outages/${key}`)).body.open, { timeout: 20_000 })
    .toBe(false)
  const { body } = await desk.call('uma', 'GET', `/outages/${key}`)
  expect(body).toMatchObject({ status, updateDue: null })
  expect(Date.parse(String(body.ended))).toBeGreaterThanOrEqual(before - 1)
  const open = await desk.call('vera', 'GET', '/outages?open=true&size=200')
  expect(rowsOf(open, 'outages').map((one) => one.key)).not.toContain(key)
})

test('the user who resolves says when the outage ended; an end that was set stays, and other cases have none', async () => {
  const key = await outage({ started: ago(90), totalCmsAffected: 40 })
  const resolve = (of: string, body: object) => desk.call('vera', 'POST', `/issues/fire/resolve?issueKey=${of}`, body)
  for (const end of [ago(-5), ago(100)])
    expect((await resolve(key, { outageEnded: end })).body).toMatchObject({ fields: [{ path: 'outageEnded' }] })
  expect((await resolve(await file(), { outageEnded: ago(1) })).status).toBe(400)
  expect((await resolve(key, { outageEnded: ago(30), reason: 'plant-repair' })).status).toBe(200)
  const read = async () => (await desk.call('uma', 'GET', `/outages/${key}`)).body
  await expect.poll(async () => (await read()).outageTime, { timeout: 20_000 }).toBe(60)
  // Reopening a case does not reopen its outage, and the next end of the case changes nothing.
  await desk.call('vera', 'POST', `/issues/fire/activate?issueKey=${key}`)
  await resolve(key, { outageEnded: ago(10) })
  expect((await read()).outageTime).toBe(60)
  const history = await desk.call('uma', 'GET', `/issues/history?issueKey=${key}&size=200`)
  expect(rowsOf(history, 'entries').filter(({ name }) => String(name) === 'case.outage-edited')).toHaveLength(1)
})
