import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addJob, defineJob } from '#kit/server/job.ts'
import { type Json, type Name, rowsOf, type SupportApp, supportApp } from '#test/support-app.ts'
import { type GoldenMonth, goldenFederation, goldenMonths, goldenQuarter } from './golden/sla-golden.ts'

let desk: SupportApp
const query = async <Row>(text: string, values: unknown[] = []) =>
  (await desk.portal.pool.query<Row & Record<string, unknown>>(text, values)).rows
const read = (id: string, who: Name = 'tom') => desk.call(who, 'GET', `/sla-stats/${id}`)

beforeAll(async () => {
  desk = await supportApp()
  await query(`update accounts set created_at = '2026-01-01', time_zone = 'Europe/Berlin'`)
})
afterAll(() => desk.close())

async function account(name: string, timeZone: string, parent?: number): Promise<number> {
  const [row] = await query<{ id: number }>(
    `insert into accounts (name, display_name, region, project_key, time_zone, parent_id, created_at) values ($1, $1, 'EMEA', $2, $3, $4, '2026-01-01') returning id`,
    [name, name.replaceAll('-', '').toUpperCase().slice(0, 9), timeZone, parent ?? null],
  )
  return row!.id
}
const counts = (id: number, zone: string, month: string, { cn, cnD31, nonCn, d31, onu }: GoldenMonth['counts']) =>
  query(
    `insert into sla_months (account_id, month, time_zone, cn, cn_d31, non_cn, d31, onu, counts_read_at) values ($1, $2, $3, $4, $5, $6, $7, $8, now())`,
    [id, month, zone, cn, cnD31, nonCn, d31, onu],
  )

type Fields = {
  begins: string
  minutes: number
  modems: number
  vendor: boolean
  byFamily?: object
  deployment?: number
}
async function outage(
  accountId: number,
  key: string,
  { begins, minutes, modems, vendor, byFamily, deployment }: Fields,
) {
  await query(
    `with c as (insert into cases (account_id, key, type, priority, subject, reporter_id, deployment_id) values ($1, $2, 'OUTAGE', 'CRITICAL', $2, $3, $4) returning id)
     insert into outages (case_id, conversion, started_at, ended_at, total_cms_affected, is_vendor_issue, by_family)
     select id, 'DONE', $5::timestamptz, $5::timestamptz + make_interval(mins => $6), $7, $8, $9 from c`,
    [
      accountId,
      key,
      desk.ids.tom,
      deployment ?? null,
      begins,
      minutes,
      modems,
      vendor,
      byFamily ? JSON.stringify(byFamily) : null,
    ],
  )
}

/** Creates the accounts, deployments, cases and outages of a golden month; staff exclusions use HTTP. */
async function build(month: GoldenMonth): Promise<string> {
  const name = month.id.toLowerCase()
  const accountId = await account(name, month.timeZone)
  const id = `${accountId}-${month.yearMonth}`
  await counts(accountId, month.timeZone, month.yearMonth, month.counts)
  const [lab] = await query<{ id: number }>(
    `insert into deployments (account_id, name, version, type, stage, exclude_from_total_cm_count) values ($1, 'lab-1', 'cOS-CN-DOCSIS', 'CN-DOCSIS', 'PRODUCTION', true) returning id`,
    [accountId],
  )
  const edits: object[] = []
  for (const one of month.outages) {
    const whole = one.outageTime === month.minutesInMonth
    const [start] = await query<{ at: string }>(`select ($1::timestamp at time zone $2)::text as at`, [
      `${month.yearMonth}-${whole ? '01 00' : '09 12'}:00`,
      month.timeZone,
    ])
    const isLab = one.excludedBecause?.includes('lab-1') ?? false
    // The overlap of G14: 9,000 were affected, 400 of them were down already.
    const overlaps = one.issue === 'RHON-2'
    await outage(accountId, one.issue === 'QUIL-55' ? `${one.issue}${month.id.slice(1)}` : one.issue, {
      begins: one.begins ?? start!.at,
      minutes: one.outageTime,
      modems: overlaps ? 9000 : one.totalCmsAffected,
      vendor: one.isVendorIssue,
      ...(one.byFamily ? { byFamily: one.byFamily } : {}),
      ...(isLab ? { deployment: lab!.id } : {}),
    })
    if (overlaps) edits.push({ key: one.issue, excludedBecause: null, totalCmsAffectedCounted: 8600 })
    if (one.excludedBecause?.startsWith('inside'))
      edits.push({ key: one.issue, excludedBecause: 'PLANNED_WORK', totalCmsAffectedCounted: null })
  }
  await query(
    `insert into case_links (case_id, kind, other_id) select a.id, 'DUPLICATES', b.id from cases a, cases b where a.key = 'HOLM-3' and b.key = 'HOLM-2'
     on conflict do nothing`,
  )
  if (edits.length > 0) {
    const edited = await desk.call('tom', 'PATCH', `/sla-stats/${id}`, { reason: 'Agreed on 12 June.', outages: edits })
    expect(edited.status).toBe(200)
  }
  return id
}

test.each(goldenMonths.map((month) => [month.id, month] as const))(
  '%s is computed from real outages, in the zone of the account',
  async (_, month) => {
    const { body } = await read(await build(month))
    expect(body).toMatchObject({ minutesInMonth: month.minutesInMonth, totalDeviceCount: month.counts.total })
    for (const view of ['vendor', 'nonVendor', 'blended'] as const) {
      const { families, ...expected } = month.expected[view]
      expect(body[view]).toMatchObject(expected)
      if (families) expect(body[view]!.families).toEqual(families)
    }
    for (const one of month.outages) {
      const line = (body.outages as Json).find(({ key }) => String(key).startsWith(one.issue))!
      const minutes = one.countedMinutes ?? one.outageTime
      expect(line).toMatchObject({ counted: one.counted, countedMinutes: minutes, outageTime: one.outageTime })
      expect(Number(line.lostModemMinutes)).toBe(one.counted ? one.totalCmsAffected * minutes : 0)
      expect(line.excludedBecause === null).toBe(one.counted)
    }
    expect(body.clamped).toBe(month.id === 'G15')
  },
)

test('the figures of a quarter and of a parent with its children are sums', async () => {
  const quarter = await account('quarter', goldenQuarter.timeZone)
  const month = (cn: number) => ({ cn, cnD31: 0, nonCn: 0, d31: 0, onu: 0, total: cn })
  for (const { ym, devices, lost } of goldenQuarter.months) {
    await counts(quarter, goldenQuarter.timeZone, ym, month(devices))
    await outage(quarter, `QUARTER-${ym}`, { begins: `${ym}-10T12:00:00Z`, minutes: 1, modems: lost, vendor: true })
  }
  const [sum] = rowsOf(
    await desk.call('tom', 'GET', '/sla-periods?account=quarter&by=quarter&from=2026-04&until=2026-06'),
    'slaPeriods',
  )
  expect(sum).toMatchObject({
    period: '2026-Q2',
    months: 3,
    missing: 0,
    blended: {
      availability: goldenQuarter.availability,
      lostModemMinutes: goldenQuarter.lost,
      totalModemMinutes: goldenQuarter.total,
    },
  })
  let parent: number | undefined
  for (const { account: name, devices, lost } of goldenFederation.accounts) {
    const id = await account(`fed-${name}`, 'Europe/Madrid', parent)
    parent ??= id
    await counts(id, 'Europe/Madrid', '2026-04', month(devices))
    if (lost)
      await outage(id, `FED-${name}`, {
        begins: '2026-04-10T12:00:00Z',
        minutes: 100,
        modems: lost / 100,
        vendor: false,
      })
  }
  const path = '/sla-periods?account=fed-parent&by=month&from=2026-04&until=2026-04'
  expect(rowsOf(await desk.call('tom', 'GET', `${path}&children=true`), 'slaPeriods')[0]).toMatchObject({
    months: 3,
    blended: { availability: goldenFederation.availability },
  })
  expect(rowsOf(await desk.call('tom', 'GET', path), 'slaPeriods')[0]).toMatchObject({ months: 1 })
})

/** What the program that knows the receipts alone prints. */
async function recomputed(accounts: readonly string[], url = desk.url): Promise<string> {
  const program = fileURLToPath(new URL('./golden/recompute-figures.mjs', import.meta.url))
  const token = desk.headersOf('tom').authorization!.replace('Bearer ', '')
  const options = [program, url, token, '2024-01', '2026-10', ...accounts]
  return promisify(execFile)(process.execPath, options).then(
    ({ stdout }) => stdout,
    (failure: { stdout: string }) => failure.stdout,
  )
}

test('a program of its own computes every figure again from the receipts alone', async () => {
  const federation = goldenFederation.accounts.map(({ account: name }) => `fed-${name}`).join()
  const accounts = [...goldenMonths.map(({ id }) => id.toLowerCase()), 'quarter', federation]
  expect(await recomputed(accounts)).toMatch(/^\d{2,} receipts, 0 wrong figures\n$/)
  // One device less in every receipt: no figure follows from it any more.
  const less = createServer(async (request, response) => {
    const text = await (await fetch(desk.url + request.url, { headers: desk.headersOf('tom') })).text()
    response.end(text.replaceAll(/"cmCountCn":(\d+)/g, (_, count) => `"cmCountCn":${Number(count) - 1}`))
  }).listen()
  try {
    const url = `http://127.0.0.1:${(less.address() as AddressInfo).port}`
    expect(await recomputed(['g05'], url)).toMatch(/2026-05 revision 0: totalDeviceCount is 240000, not 239999\n/)
  } finally {
    less.close()
  }
})

test('modems that are down in several outages of their deployment at once count once, in the order in which they began', async () => {
  const id = await account('twice', 'UTC')
  await counts(id, 'UTC', '2026-05', { cn: 1000, cnD31: 0, nonCn: 0, d31: 0, onu: 0, total: 1000 })
  const [deployment] = await query<{ id: number }>(
    `insert into deployments (account_id, name, version, type, stage, modems) values ($1, 'twice-1', 'cOS-CN-DOCSIS', 'CN-DOCSIS', 'PRODUCTION', 1000) returning id`,
    [id],
  )
  const at = (time: string) => `2026-05-04T${time}:00Z`
  const one = { deployment: deployment!.id }
  await outage(id, 'TWICE-3', { begins: at('12:45'), minutes: 30, modems: 300, vendor: true, ...one })
  await outage(id, 'TWICE-1', { begins: at('12:00'), minutes: 60, modems: 700, vendor: true, ...one })
  await outage(id, 'TWICE-2', { begins: at('12:30'), minutes: 60, modems: 600, vendor: false, ...one })
  // Enough modems for both, and a deployment of its own.
  await outage(id, 'TWICE-4', { begins: at('20:00'), minutes: 10, modems: 400, vendor: false, ...one })
  await outage(id, 'TWICE-5', { begins: at('20:05'), minutes: 10, modems: 500, vendor: false, ...one })
  await outage(id, 'TWICE-6', { begins: at('12:00'), minutes: 10, modems: 900, vendor: false })
  const { body } = await read(`${id}-2026-05`)
  const lost = Object.fromEntries((body.outages ?? []).map((line) => [line.key, [line.lostModemMinutes, line.parts]]))
  expect(lost).toEqual({
    'TWICE-1': [42_000, undefined],
    'TWICE-2': [
      27_000,
      [
        { from: 5070, minutes: 30, modems: 300 },
        { from: 5100, minutes: 30, modems: 600 },
      ],
    ],
    'TWICE-3': [
      4500,
      [
        { from: 5085, minutes: 15, modems: 0 },
        { from: 5100, minutes: 15, modems: 300 },
      ],
    ],
    'TWICE-4': [4000, undefined],
    'TWICE-5': [5000, undefined],
    'TWICE-6': [9000, undefined],
  })
  expect([body.blended!.lostModemMinutes, body.vendor!.lostModemMinutes]).toEqual([91_500, 46_500])
  expect(await recomputed(['twice'])).toMatch(/^\d+ receipts, 0 wrong figures\n$/)
})

const devices = (cn: number) => ({ cn, cnD31: 0, nonCn: 0, d31: 0, onu: 0, total: cn })

test('a month without device counts has no figure; its outages are listed all the same', async () => {
  const id = await account('uncounted', 'Europe/Berlin')
  await outage(id, 'UNCOUNTED-1', { begins: '2026-03-10T12:00:00Z', minutes: 10, modems: 5, vendor: true })
  const { body } = await read(`${id}-2026-03`)
  expect(body).toMatchObject({
    totalDeviceCount: null,
    errorMessage: 'counts-missing',
    blended: { availability: null, totalModemMinutes: null, lostModemMinutes: 50 },
    outages: [{ key: 'UNCOUNTED-1' }],
  })
  expect(await recomputed(['uncounted'])).toContain(' 0 wrong figures')
})

test('an account that moves to another time zone keeps the zone of the months that were counted', async () => {
  const id = await account('moving', 'Asia/Tokyo')
  await counts(id, 'Asia/Tokyo', '2026-03', devices(100))
  // 2 hours before March ends in New York, 11 hours after it ended in Tokyo.
  await outage(id, 'MOVING-1', { begins: '2026-04-01T02:00:00Z', minutes: 60, modems: 5, vendor: true })
  await query(`update accounts set time_zone = 'America/New_York' where id = $1`, [id])
  const march = (await read(`${id}-2026-03`)).body
  expect(march).toMatchObject({ timeZone: 'Asia/Tokyo', begins: '2026-02-28T15:00:00.000Z', outages: [] })
  expect((await read(`${id}-2026-04`)).body).toMatchObject({ timeZone: 'America/New_York', outages: [] })
})

test('an outage over the end of a month in a night with a clock change is split at midnight', async () => {
  const id = await account('edge', 'America/New_York')
  for (const month of ['2020-10', '2020-11']) await counts(id, 'America/New_York', month, devices(100))
  await outage(id, 'EDGE-1', { begins: '2020-11-01T03:00:00Z', minutes: 300, modems: 10, vendor: false })
  const october = (await read(`${id}-2020-10`)).body
  const november = (await read(`${id}-2020-11`)).body
  expect(october).toMatchObject({ minutesInMonth: 44_640, outages: [{ countedMinutes: 60 }] })
  expect(november).toMatchObject({ minutesInMonth: 43_260, outages: [{ countedMinutes: 240 }] })
})

test('an outage of a year counts each of its minutes in one month', async () => {
  const id = await account('year', 'Australia/Lord_Howe')
  const year = 365 * 1440
  await outage(id, 'YEAR-1', { begins: '2025-01-10T00:00:30Z', minutes: year, modems: 2_000_000_000, vendor: true })
  let sum = 0
  for (let month = 0; month < 13; month += 1) {
    const name = new Date(Date.UTC(2025, month, 1)).toISOString().slice(0, 7)
    await counts(id, 'Australia/Lord_Howe', name, devices(2_147_483_647))
    const { outages, clamped } = (await read(`${id}-${name}`)).body
    sum += Number(outages![0]!.countedMinutes)
    expect(clamped).toBe(false)
  }
  expect(sum).toBe(year)
  expect(await recomputed(['year'])).toContain(' 0 wrong figures')
})

/** The month before the running one. */
function lastMonth(back = 1): string {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 15)).toISOString().slice(0, 7)
}

test('a month is closed by a job; a corrected outage and an edit make revisions, and revision 1 stays', async () => {
  const [acme] = await query<{ id: number }>(`select id from accounts where name = 'acme'`)
  await query(`update deployments set modems = 2000 where account_id = $1`, [acme!.id])
  const month = lastMonth(2)
  const id = `${acme!.id}-${month}`
  await counts(acme!.id, 'Europe/Berlin', month, { cn: 2000, cnD31: 1000, nonCn: 0, d31: 1000, onu: 0, total: 2000 })
  const [deployment] = await query<{ id: number }>(`select id from deployments where account_id = $1`, [acme!.id])
  const fields = { minutes: 100, vendor: true, deployment: deployment!.id }
  await outage(acme!.id, 'ACME-901', { begins: `${month}-10T12:00:00Z`, modems: 100, ...fields })
  await outage(acme!.id, 'ACME-902', { begins: `${month}-10T12:30:00Z`, modems: 60, ...fields })
  expect((await read(id)).body).toMatchObject({ preliminary: true, revision: 0 })
  await addJob(desk.portal.db, defineJob('support.close-sla-months'), {})
  const revised = (revision: number) =>
    vi.waitFor(async () => expect((await read(id)).body).toMatchObject({ revision, preliminary: false }), {
      timeout: 20_000,
      interval: 100,
    })
  await revised(1)
  const first = (await read(id)).body
  expect(first.blended).toMatchObject({ lostModemMinutes: 16_000, families: { cnD31: { lostModemMinutes: 8000 } } })
  expect(first.outages).toMatchObject([{ estimated: true, overlaps: null }, { overlaps: 'ACME-901' }])

  const ended = { ended: `${month}-10T14:00:00.000Z`, correction: 'Light was back later.' }
  const correct = (who: Name, body: object) => desk.call(who, 'PATCH', '/outages/ACME-901', body)
  // Who may edit outages alone may not rewrite signed months; who may gives the reason for every figure.
  for (const change of [ended, { totalCmsAffected: 90 }, { reason: 'core' }])
    expect((await correct('victor', change)).body.code, JSON.stringify(change)).toBe('access-denied')
  expect((await correct('victor', { planOfAction: 'Splice again.', rpdVersion: '7.3' })).status).toBe(200)
  for (const change of [
    { totalCmsAffected: 90 },
    { isVendorIssue: false },
    { ended: ended.ended },
    { reason: 'power' },
  ]) {
    const { body } = await correct('tom', change)
    expect(body.fields, JSON.stringify(change)).toMatchObject([
      { path: 'correction', message: expect.stringContaining(`months ${month}`) },
    ])
  }
  expect((await correct('tom', ended)).status).toBe(200)
  await revised(2)
  const second = (await read(id)).body
  expect(second.blended!.lostModemMinutes).toBe(18_000)
  expect(second.revisions).toMatchObject([{ revision: 2, reason: ended.correction, by: 'Tom Tac' }, { revision: 1 }])

  const edit = {
    reason: 'Planned work of the night.',
    counts: { cn: 1900, cnD31: null, nonCn: 0, d31: null, onu: 0 },
    outages: [{ key: 'ACME-902', excludedBecause: 'PLANNED_WORK', totalCmsAffectedCounted: null }],
  }
  const patch = (body: object, who: Name = 'tom', headers = {}) =>
    desk.call(who, 'PATCH', `/sla-stats/${id}`, body, headers)
  expect((await patch(edit, 'mia')).status).toBe(403)
  expect((await patch(edit, 'tom', { 'if-match': `"${first.version}"` })).status).toBe(412)
  for (const [body, path] of [
    [{ ...edit, outages: [{ ...edit.outages[0], key: 'ACME-1' }] }, 'outages.0.key'],
    [{ ...edit, outages: [{ ...edit.outages[0], totalCmsAffectedCounted: 61 }] }, 'outages.0.totalCmsAffectedCounted'],
    [{ ...edit, counts: { ...edit.counts, cnD31: 1901 } }, 'counts.cnD31'],
    [{ ...edit, reason: ' ' }, 'reason'],
  ] as const)
    expect((await patch(body)).body, path).toMatchObject({ status: 400, fields: [{ path }] })
  const third = await patch(edit, 'tom', { 'if-match': `"${second.version}"` })
  expect(third.body).toMatchObject({
    revision: 3,
    totalDeviceCount: 1900,
    blended: { lostModemMinutes: 12_000, families: { cnD31: { availability: null } } },
    outages: [{ counted: true }, { counted: false, edits: [{ reason: edit.reason, by: 'Tom Tac' }] }],
  })
  expect((await read(id, 'mia')).body.outages).toMatchObject([{}, { excludedBecause: 'PLANNED_WORK' }])
  const old = (await desk.call('mia', 'GET', `/sla-stats/${id}?revision=1`)).body
  expect(old).toMatchObject({ revision: 1, totalDeviceCount: 2000, outages: first.outages as unknown as object[] })
  expect((await desk.call('mia', 'GET', `/sla-stats/${id}?revision=9`)).status).toBe(404)
})

test('each way to change what a closed month counts asks for the reason, and makes one revision with it', async () => {
  const [acme] = await query<{ id: number }>(`select id from accounts where name = 'acme'`)
  const month = lastMonth(2)
  const id = `${acme!.id}-${month}`
  const revisions = async () => (await read(id)).body.revisions as unknown as { revision: number; reason: string }[]
  const known = (await revisions()).length
  const reasons = async (count: number) => {
    await expect.poll(async () => (await revisions()).length, { timeout: 20_000 }).toBe(known + count)
    return (await revisions()).slice(0, count).map(({ reason }) => reason)
  }
  const filed = await desk.call('uma', 'POST', '/issues?account=acme', {
    subject: 'Late',
    description: 'x',
    priority: 'HIGH',
  })
  const key = String(filed.body.key)
  const late = { started: `${month}-20T12:00:00Z`, totalCmsAffected: 10, isVendorIssue: true }
  const convert = (who: Name, body: object) => desk.call(who, 'POST', `/issues/convert-to-outage?issueKey=${key}`, body)
  expect((await convert('victor', { ...late, correction: 'x' })).body.code).toBe('access-denied')
  expect((await convert('tom', late)).body.fields).toMatchObject([{ path: 'correction' }])
  expect((await convert('tom', { ...late, correction: 'Found in the logs.' })).status).toBe(200)
  expect(await reasons(1)).toEqual(['Found in the logs.'])

  // It goes on: an end today changes no closed month, one in the closed month does.
  const fire = (move: string, body: object, who: Name = 'tom') =>
    desk.call(who, 'POST', `/issues/fire/${move}?issueKey=${key}`, body)
  const inMonth = { outageEnded: `${month}-20T18:00:00Z`, reason: 'plant-repair' }
  expect((await fire('resolve', inMonth, 'vera')).body.code).toBe('access-denied')
  expect((await fire('resolve', inMonth)).body.fields).toMatchObject([{ path: 'correction' }])
  expect((await fire('resolve', { ...inMonth, correction: 'Over in the evening.' })).status).toBe(200)
  expect(await reasons(2)).toEqual(['Over in the evening.', 'Found in the logs.'])
  await fire('activate', {})
  expect((await fire('resolve', { reason: 'duplicate' })).body.fields).toMatchObject([{ path: 'correction' }])
  expect((await fire('resolve', { reason: 'duplicate', correction: 'Counted with ACME-901.' })).status).toBe(200)
  expect(await reasons(3)).toEqual(['Counted with ACME-901.', 'Over in the evening.', 'Found in the logs.'])
  // Texts of the case are no figures.
  await desk.call('tom', 'PATCH', `/issues/${key}`, { subject: 'Late, found in November' })
  await desk.call('tom', 'PATCH', `/outages/${key}`, { planOfAction: 'None.' })
  await expect.poll(async () => (await desk.portal.pool.query('select from events where seq is null')).rowCount).toBe(0)
  expect(await revisions()).toHaveLength(known + 3)
  const open = await desk.call('uma', 'POST', '/issues?account=acme', {
    subject: 'Now',
    description: 'x',
    priority: 'HIGH',
  })
  const now = await desk.call('victor', 'POST', `/issues/convert-to-outage?issueKey=${String(open.body.key)}`, {})
  expect(now.status).toBe(200)
})

test('the report lists the months of an account for users with the permission, as CSV too', async () => {
  const stats = rowsOf(await desk.call('mia', 'GET', '/sla-stats?account=acme'), 'slaStats')
  expect(stats[0]).toMatchObject({ preliminary: true, totalDeviceCount: 2000, revision: 0 })
  expect(stats.find(({ yearMonth }) => String(yearMonth) === lastMonth(2))).toMatchObject({ revision: 6 })
  expect(stats.length).toBeLessThanOrEqual(12)
  const csv = await desk.call('mia', 'GET', '/sla-stats?account=acme', undefined, { accept: 'text/csv' })
  expect(csv.text).toContain('blended availability %')
  for (const who of ['uma', 'vera', 'carl', 'finn', 'bob'] as const)
    expect((await desk.call(who, 'GET', '/sla-stats?account=acme')).status, who).toBe(403)
  const [blue] = await query<{ id: number }>(`select id from accounts where name = 'blue'`)
  expect((await desk.call('mia', 'GET', '/sla-stats?account=blue')).status).toBe(404)
  expect((await read(`${blue!.id}-2026-04`, 'mia')).status).toBe(404)
  const running = String(stats[0]!.id)
  const counted = { reason: 'x', counts: { cn: 1, cnD31: null, nonCn: 0, d31: null, onu: 0 } }
  expect((await desk.call('tom', 'PATCH', `/sla-stats/${running}`, counted)).body.code).toBe('sla-counts-not-read')
})
