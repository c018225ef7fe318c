import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Json, type Name, rowsOf, type SupportApp, supportApp } from '#test/support-app.ts'
import { textOfPdf } from '#test/text-of-pdf.ts'
import { collectInventory } from './inventory/collect-inventory.ts'
import { judgeMd } from './judge-md.ts'
import { judgeWatermarks } from './judge-watermarks.ts'
import { publishStates } from './publish-states.ts'
import { readFigures, writePastFigures } from './read-figures.ts'

let app: SupportApp
const minute = 60_000
/** The last whole five minutes, at which most tests read. */
const end = Math.floor(Date.now() / (5 * minute)) * 5 * minute
/** Samples go on to the last minute: those of five minutes ago are missing. */
const newest = Math.floor(Date.now() / minute) * minute
const tokens: Record<string, string> = {}

beforeAll(async () => {
  app = await supportApp()
  const { rows } = await app.portal.pool.query<{ id: number; name: string }>('select id, name from deployments')
  for (const { id, name } of rows) {
    const made = await app.call('adam', 'POST', `/../analytics/deployments/${id}/tokens`, { name: 'test' })
    tokens[name] = (made.body as unknown as { token: string }).token
  }
  const lines: string[] = []
  for (let at = end - 90 * minute; at <= newest; at += minute) {
    const busy = at > end - 30 * minute ? 0.9 : 0.5
    for (const [ccap, md, modems] of [
      ['core01', '17:0', 100],
      ['core02', '12:0', 300],
    ] as const) {
      const place = `cluster="c1",ccap="${ccap}",rpd="RPD-${md.slice(0, 2)}",md="${md}"`
      lines.push(
        `cable_modems{${place},docsis_version="3.1",state="online"} ${modems - 10} ${at}`,
        `cable_modems{${place},docsis_version="3.1",state="partial"} 4 ${at}`,
        `cable_modems{${place},docsis_version="3.0",state="offline"} 6 ${at}`,
        `cable_md_utilization_ratio{${place},direction="ds"} ${md === '12:0' ? busy : 0.2} ${at}`,
        `cable_md_utilization_ratio{${place},direction="us"} 0.3 ${at}`,
        `cable_md_capacity_bits_per_second{${place},direction="ds"} 2e9 ${at}`,
      )
    }
  }
  await ingest('acme-1', lines)
  await readFigures(app.portal.db, Date.now())
})
afterAll(() => app.close())

async function ingest(deployment: string, lines: readonly string[]): Promise<void> {
  const sent = await fetch(`${app.url}/api/ingest/metrics`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens[deployment]}`, 'content-type': 'text/plain' },
    body: `${lines.join('\n')}\n`,
  })
  if (sent.status !== 204) throw new Error(await sent.text())
}

const read = (name: Name, path: string) => app.call(name, 'GET', `/../analytics/${path}`)

test('the summary names modems, outages and newest sample of each deployment; missing and off are states of their own', async () => {
  const { status, body } = await read('vera', 'info-summary/map')
  expect(status).toBe(200)
  const { acme, blue, bare } = body.map as unknown as Record<string, Json>
  expect(acme).toMatchObject({
    state: 'FINE',
    online: 388,
    known: 400,
    outages: 0,
    newest: new Date(newest).toISOString(),
    deployments: [{ name: 'acme-1', state: 'FINE', online: 388, known: 400 }],
  })
  expect(acme!.recent as unknown as number[]).toHaveLength(36)
  expect(blue).toMatchObject({ state: 'MISSING', online: null, newest: null })
  expect(bare).toBeUndefined()
  await app.portal.pool.query(`update deployments set enable_monitoring = false where name = 'blue-1'`)
  expect((await read('vera', 'info-summary/map?account=blue')).body.map).toMatchObject({ blue: { state: 'OFF' } })
  await app.portal.pool.query(`update deployments set enable_monitoring = true where name = 'blue-1'`)
  expect(Object.keys((await read('uma', 'info-summary/map')).body.map!)).toEqual(['acme'])
  expect((await read('carl', 'info-summary/map')).status).toBe(403)
  // Half an hour later the samples are stale.
  await readFigures(app.portal.db, Date.now() + 30 * minute)
  expect((await read('uma', 'info-summary/map')).body.map).toMatchObject({ acme: { state: 'MISSING', online: null } })
  await readFigures(app.portal.db, Date.now())
})

test('the line of an account adds up its deployments, step by step, also before it is calculated again', async () => {
  const { pool, db } = app.portal
  const {
    rows: [own, other],
  } = await pool.query<{ id: number }>(`with made as (
      insert into deployments (account_id, name, version, type, stage)
      select account_id, 'acme-2', version, type, stage from deployments where name = 'acme-1' returning id
    ), figures as (insert into deployment_figures (deployment_id, newest_ms) select id, 0 from made)
    select id from deployments where name = 'acme-1' union all select id from made`)
  const step = 5 * minute
  const at = Math.floor(Date.now() / step) * step - 10 * step
  const figure = (deployment: number, steps: number, online: number) => ({
    deployment,
    at: at + steps * step,
    online,
    known: 400,
  })
  await writePastFigures(db, [figure(own!.id, 0, 300), figure(other!.id, 0, 50), figure(other!.id, 2, 60)])
  const line = async () => {
    const { body } = await read('uma', 'info-summary/map?account=acme')
    const recent = (body.map as unknown as Record<string, Json>).acme!.recent as unknown as (number | null)[]
    const end = Math.floor(Date.parse(String(body.readAt)) / step) * step
    const first = recent.length - 1 - (end - at) / step
    return [recent.length, ...recent.slice(first - 1, first + 4)]
  }
  expect(await line()).toEqual([36, null, 350, null, 60, null])
  // As if it was calculated ten minutes ago: the same values at the same times.
  await pool.query(`update deployment_figures set line_starts_ms = line_starts_ms - ${2 * step},
    line = (select json_agg(value) from (select null::json as value union all select null union all (select value from json_array_elements(line) limit 34)) l)`)
  expect(await line()).toEqual([36, null, 350, null, 60, null])
  await pool.query(`update deployments set exclude_from_total_cm_count = true where name = 'acme-2'`)
  expect(await line()).toEqual([36, null, 300, null, null, null])
  await pool.query(`delete from deployments where name = 'acme-2'`)
})

test('the extended summary counts clusters, cores, RPDs, MAC domains and modems by state', async () => {
  const { body } = await read('uma', 'info-extended?account=acme')
  expect(body.deployments).toEqual([
    {
      id: expect.any(String),
      name: 'acme-1',
      clusters: [{ name: 'c1', ccaps: 2, rpds: 2, macDomains: 2, online: 388, known: 400 }],
      modemsByState: { online: 380, partial: 8, offline: 12 },
      modemsByDocsisVersion: { '3.0': 12, '3.1': 388 },
      onusByState: {},
    },
  ])
  expect((await read('uma', 'info-extended?account=blue')).status).toBe(404)
})

test('modems online over time have a point per step, null where samples are missing', async () => {
  const [from, to] = [end - 95 * minute, end].map((at) => new Date(at).toISOString())
  const { body } = await read('uma', `clusters-total/graph?account=acme&from=${from}&to=${to}&step=300`)
  expect(body).toMatchObject({ from, to, step: 300, zone: 'US/Pacific' })
  expect(body.total).toEqual([null, ...Array.from({ length: 19 }, () => 388)])
  expect(body.graph).toMatchObject([{ deployment: 'acme-1', cluster: 'c1' }])
  expect((await read('uma', `clusters-total/graph?account=acme&from=${to}&to=${from}`)).body.fields).toMatchObject([
    { path: 'from' },
  ])
})

test('high watermarks need two samples, equal the query, and count later samples only after an audited reset', async () => {
  await judgeWatermarks(app.portal, Date.now())
  const reached = async () => {
    const rows = rowsOf(await read('uma', 'watermarks?account=acme'), 'watermarks')
    expect(rows).toHaveLength(25)
    return Object.fromEntries(rows.map((row) => [row.name, row])) as unknown as Record<string, Json>
  }
  const before = await reached()
  expect(before['Modems online, deployment']).toMatchObject({ value: 388, unit: 'modems' })
  expect(before['Modems in one MAC domain']).toMatchObject({ value: 300, source: 'core02 12:0' })
  expect(before['Downstream utilisation of a MAC domain']).toMatchObject({
    value: 0.9,
    source: 'c1 core02 RPD-12 12:0',
  })
  expect(before['ONUs online, deployment']).toMatchObject({ value: null, lastUpdate: null })
  const { query } = before['Modems in one MAC domain'] as unknown as { query: string }
  const requested = new URLSearchParams({ query, time: String(end / 1000) })
  const same = await app.call('uma', 'GET', `/../../prometheus/api/v1/query?${requested}`)
  expect(same.body.data!.result).toMatchObject([{ value: [end / 1000, '300'] }])
  const body = { deployment: before['Modems in one MAC domain']!.deploymentId, name: 'Modems in one MAC domain' }
  expect((await app.call('uma', 'POST', '/../analytics/watermarks/reset', body)).status).toBe(403)
  expect((await app.call('victor', 'POST', '/../analytics/watermarks/reset', body)).status).toBe(204)
  await app.portal.pool.query('delete from metric_readers')
  await judgeWatermarks(app.portal, Date.now())
  expect((await reached())['Modems in one MAC domain']).toMatchObject({ value: null })
  expect((await app.call('victor', 'POST', '/../analytics/watermarks/reset', body)).body.code).toBe(
    'watermark-not-found',
  )
  const { rows } = await app.portal.pool.query(
    `select data->>'value' as value from events where name = 'watermark.reset'`,
  )
  expect(rows).toEqual([{ value: '300' }])
})

test('settings of the inventory and thresholds are saved under If-Match', async () => {
  const settings = '/../analytics/inventory-settings?account=acme'
  const before = await app.call('victor', 'GET', settings)
  expect(before.body).toMatchObject({ at: '02:00', dsThreshold: 80, usThreshold: 70, recipients: [] })
  const body = {
    enabled: true,
    at: '03:30',
    recipients: ['noc@acme.example'],
    onlyChanges: true,
    includeExcludedDeployments: false,
    dsThreshold: 85,
  }
  const match = { 'if-match': before.headers.get('etag')! }
  expect((await app.call('victor', 'PUT', settings, body, match)).status).toBe(200)
  expect((await app.call('victor', 'PUT', settings, body, match)).status).toBe(412)
  expect((await app.call('victor', 'GET', settings)).body).toMatchObject({
    at: '03:30',
    dsThreshold: 85,
    usThreshold: 70,
  })
  expect((await app.call('victor', 'PUT', settings, { ...body, at: '25:00' })).body.fields).toMatchObject([
    { path: 'at' },
  ])
  expect((await app.call('uma', 'PUT', settings, body)).status).toBe(403)
  await app.portal.pool.query('delete from inventory_settings')
})

test('statistics show the columns that the deployment collects, per MAC domain', async () => {
  const rows = rowsOf(await read('uma', 'stats?account=acme'), 'stats')
  expect(rows).toMatchObject([
    { ccap: 'core01', md: '17:0', values: { modemsOnline: 94, modemsTotal: 100, utilizationDs: 0.2, capacityDs: 2e9 } },
    { ccap: 'core02', md: '12:0', values: { modemsOnline: 294, utilizationDs: 0.9, snrUs: null } },
  ])
  expect(Object.keys(rows[0]!.values!)).toHaveLength(14)
  expect(rowsOf(await read('uma', 'stats?account=acme&size=1&page=1'), 'stats')).toMatchObject([{ md: '12:0' }])
})

test('MAC domains are judged on the local days before, and missing ones are not judged', async () => {
  const tomorrow = new Date(Date.now() + 36 * 60 * minute).toISOString().slice(0, 10)
  const { status, body } = await read('uma', `md-utilization?account=acme&until=${tomorrow}&days=3`)
  expect([status, body.zone, body.thresholds]).toEqual([200, 'US/Pacific', { ds: 80, us: 70 }])
  const rows = body.macDomains as unknown as Json[]
  expect(rows).toHaveLength(4)
  expect(rows.find(({ md, direction }) => String(md) === '12:0' && String(direction) === 'ds')).toMatchObject({
    ...{ ccap: 'core02', modems: expect.closeTo(294, 0), peak15: expect.closeTo(0.9, 5), capacityBps: 2e9 },
    ...{ missing: true, flagged: false, trendPerWeek: null },
  })
})

test('the 95th percentile of busy hours, days above and the day when full follow the definition of the report', () => {
  const [day, from] = [86_400_000, Date.UTC(2026, 10, 2)]
  const times = Float64Array.from({ length: 7 * 1440 }, (_, index) => from + index * minute)
  const values = times.map((at) => (new Date(at).getUTCHours() >= 18 ? 0.6 + (((at - from) / day) | 0) * 0.01 : 0.9))
  const judged = judgeMd({ times, values }, { from, to: from + 7 * day, threshold: 0.8, zone: 'UTC' })
  expect(judged).toMatchObject({
    ...{
      p95Busy: expect.closeTo(0.66, 6),
      peak15: expect.closeTo(0.9, 6),
      sampleShare: 1,
      flagged: false,
      daysAbove: 7,
    },
    ...{ minutesAbove: 7 * 18 * 60, trendPerWeek: expect.closeTo(0.07, 6), fullOn: '2026-11-23' },
  })
  const half = judgeMd(
    { times: times.slice(5000), values: values.slice(5000) },
    { from, to: from + 7 * day, threshold: 0.1, zone: 'UTC' },
  )
  expect(half).toMatchObject({ missing: true, flagged: false, fullOn: null })
})

test('the technical report is JSON, HTML and PDF with the same figures, and the same bytes each time', async () => {
  const period = `account=acme&from=${new Date(end - 60 * minute).toISOString()}&to=${new Date(end).toISOString()}`
  const { body: report } = await read('uma', `tec-report/v4?${period}`)
  const sections = report.sections as unknown as Json[]
  expect(sections.map(({ title }) => title)).toHaveLength(15)
  const modems = sections[3]!.figures as unknown as Json[]
  expect(modems[0]).toMatchObject({ label: 'Modems known', value: 400, query: 'sum(cable_modems)' })
  expect(modems[1]).toMatchObject({ value: 388 })
  const first = (await read('uma', `tec-report/v1?${period}`)).body.sections as unknown as Json[]
  expect(first.map(({ title }) => String(title)).filter((title) => /PON|Cores/.test(title))).toEqual([])
  expect(first).toHaveLength(13)

  const html = (await read('uma', `tec-report/v4?${period}&format=html`)).text
  const fetchPdf = async () => {
    const reply = await fetch(`${app.url}/api/plugins/analytics/tec-report/v4?${period}`, {
      headers: { ...app.headersOf('uma'), accept: 'application/pdf' },
    })
    expect(reply.headers.get('content-type')).toBe('application/pdf')
    return Buffer.from(await reply.arrayBuffer())
  }
  const pdf = await fetchPdf()
  expect(pdf.equals(await fetchPdf())).toBe(true)
  const text = textOfPdf(pdf)
  for (const { figures, tables } of sections) {
    for (const figure of figures as unknown as Json[]) {
      expect(html).toContain(String(figure.text))
      expect(text).toContain(squeezed(String(figure.text)))
    }
    for (const { rows } of tables as unknown as { rows: string[][] }[])
      for (const cell of rows.flat()) expect(text).toContain(squeezed(cell))
  }
  expect((await read('uma', 'tec-report/v2?account=acme')).status).toBe(400)
  expect((await read('uma', 'tec-report/v4?account=blue')).status).toBe(404)
})

test('the technical report has what happened in the period: outages in three views, findings, known issues, maintenance', async () => {
  const [from, to] = [end - 60 * minute, end].map((at) => new Date(at).toISOString())
  await app.portal.pool.query(
    `with d as (update deployments set software_version = '3.22.4' where name = 'acme-1' returning id, account_id),
      c as (insert into cases (account_id, key, type, priority, subject, reporter_id, deployment_id, created_at)
        select account_id, k, 'OUTAGE', 'CRITICAL', 'Fibre cut ' || k, $1, id, $2 from d, unnest('{OUT-1,OUT-2}'::text[]) k returning id, key),
      o as (insert into outages (case_id, conversion, started_at, ended_at, total_cms_affected, is_vendor_issue)
        select id, 'DONE', $2::timestamptz, $2::timestamptz + interval '12 minutes', 100, key = 'OUT-1' from c)
      insert into insight_findings (account_id, deployment_id, insight, object, labels, state, severity, value, worst, opened_at)
        select account_id, id, 'rpd-down', '', '{}', 'OPEN', 'CRITICAL', 3, 3, $2 from d`,
    [app.ids.tom, from],
  )
  const issue = {
    ...{ title: 'Registration stops at 400 modems', product: 'cOS-CN-DOCSIS', affected: '>=3.22.0 <3.24.0' },
    ...{ component: null, fixedIn: '3.24.0', severity: 'HIGH', symptom: 'x', conditions: [], signature: [] },
    ...{ workaround: 'Restart.', releaseNote: 'Fixed.', published: true },
  }
  expect((await app.call('tom', 'POST', '/../../known-issues', issue)).status).toBe(201)
  await app.call('tom', 'POST', '/../../known-issues', { ...issue, title: 'Not published', published: false })
  const tags = await app.call('vera', 'GET', '/../calendar/tags')
  const [tag] = rowsOf(tags, 'tags')
  const wall = (at: number) => new Date(at).toISOString().slice(0, 19)
  const event = (subject: string, start: number) => ({
    ...{ subject, start: wall(start), end: wall(start + 30 * minute), timeZone: 'UTC', tags: [tag!.id] },
  })
  const plan = (body: object) => app.call('vera', 'POST', '/../calendar/events?accountId=1', body)
  expect((await plan(event('Splice at hub 2', end - 50 * minute))).status).toBe(201)
  expect((await plan(event('Split of node 7', end + 1440 * minute))).status).toBe(201)

  const readReport = async (name: Name) => {
    const { status, body } = await read(name, `tec-report/v4?account=acme&from=${from}&to=${to}`)
    expect(status).toBe(200)
    const sections = body.sections as unknown as Json[]
    return (title: string) => sections.find((section) => String(section.title) === title)!
  }
  const section = await readReport('uma')
  const figures = (title: string) =>
    Object.fromEntries((section(title).figures as unknown as Json[]).map(({ label, text }) => [label, text]))
  const rows = (title: string, table: string) =>
    (section(title).tables as unknown as Json[]).find((one) => String(one.title) === table)?.rows
  // 400 modems for an hour; each outage cost 1,200 of 24,000 modem-minutes.
  expect(figures('Availability')).toMatchObject({
    'Availability, outages that the vendor caused': '95.000 %',
    'Availability, other outages': '95.000 %',
    'Availability, all outages': '90.000 %',
    'Modem-minutes lost': '2,400',
  })
  expect(section('Summary').sentences).toHaveLength(5)
  expect(String(section('Summary').sentences)).toContain('90.000 % of modem-minutes')
  const strip = rows('Availability', 'Hours of each local day, 00 to 23') as unknown as string[][]
  expect(strip.map(([, hours]) => hours).join('')).toMatch(/^ *U+ *U*$/)
  expect(rows('Software', 'Known issues that affect this version')).toEqual([
    [expect.any(String), issue.title, 'HIGH', '3.24.0'],
  ])
  expect(rows('Cases', 'Newest open cases')).toHaveLength(2)
  expect(rows('Maintenance', 'Maintenance of the period')).toMatchObject([
    ['Splice at hub 2', expect.any(String), expect.any(String)],
  ])
  expect(rows('Maintenance', 'Maintenance of the next 14 days')).toMatchObject([
    ['Split of node 7', expect.any(String), expect.any(String)],
  ])
  expect(String(section('Recommendations').sentences)).toContain('(RPDs without control session: 1)')
  await app.portal.pool.query(`delete from insight_findings; update deployments set software_version = null`)
})

const squeezed = (text: string) => text.replaceAll(/\s/g, '')

test('the inventory is collected once a local day, names what changed, and writes no zeros for a silent deployment', async () => {
  const rpd = (name: string, version: string, at: number) => [
    `cable_rpd_info{cluster="c1",ccap="core01",rpd="${name}",kind="RPD",model="R1",serial="${name}-S",version="${version}",node="North"} 1 ${at}`,
    `cable_rpd_up{cluster="c1",ccap="core01",rpd="${name}"} 1 ${at}`,
  ]
  await ingest('acme-1', [...rpd('RPD-17', '7.3.11', end - 2 * minute), ...rpd('RPD-20', '7.3.11', end - 2 * minute)])
  await app.portal.pool.query(`insert into inventory_settings (account_id, at_time, recipients)
    select id, '00:00', '{noc@acme.example}'::text[] from accounts where name = 'acme'
    union all select id, '00:00', '{}'::text[] from accounts where name = 'blue'`)
  // Days of 24 hours; the task of the portal itself finds today's inventory made.
  const day = 1440 * minute
  await app.portal.pool.query(`update accounts set time_zone = 'UTC' where name in ('acme', 'blue')`)
  await app.portal.pool.query('update metric_totals set newest_ms = $1', [end + day])
  await app.portal.pool.query('delete from inventory_days')
  const list = async (days = 1) => rowsOf(await read('uma', `inventory?account=acme&days=${days}`), 'inventory')
  await collectInventory(app.portal, end)
  await collectInventory(app.portal, end)
  const [first, ...others] = await list(31)
  expect(others).toEqual([])
  expect(first).toMatchObject({
    ...{ deployment: 'acme-1', missing: false, changeCount: 0 },
    summary: {
      clusters: 1,
      ccaps: 2,
      rpds: 2,
      macDomains: 2,
      modemsTotal: 400,
      cmCountCn: 400,
      cmCountNonCn: 0,
      onuCount: 0,
    },
  })
  // The next local day: one RPD has new firmware, one is new, one is gone.
  await ingest('acme-1', [...rpd('RPD-17', '7.3.12', end), ...rpd('RPD-21', '7.3.12', end)])
  await app.portal.pool.query(`delete from metric_samples m using metric_series s where s.id = m.series_id
    and (s.labels->>'rpd' = 'RPD-20' or s.labels->>'version' = '7.3.11')`)
  await collectInventory(app.portal, end + day)
  const [next] = await list()
  expect(next!.changes).toEqual([
    { what: 'rpds', object: 'core01 RPD-17', field: 'version', before: '7.3.11', after: '7.3.12' },
    { what: 'rpds', object: 'core01 RPD-21', field: '', before: null, after: 'core01 RPD-21' },
    { what: 'rpds', object: 'core01 RPD-20', field: '', before: 'core01 RPD-20', after: null },
  ])
  const sheet = (name: Name, kind: string) =>
    read(name, `inventory/${String(next!.deploymentId)}/${String(next!.day)}/${kind}`)
  expect((await sheet('mia', 'rpds')).text.split('\r\n')[1]).toMatch(/^acme-1,c1,core01,RPD-17,North,RPD,R1/)
  expect((await sheet('bob', 'rpds')).body.code).toBe('inventory-not-found')
  expect((await sheet('finn', 'rpds')).status).toBe(403)
  const { rows: mails } = await app.portal.pool.query(
    `select recipient from mail_outbox where subject like 'Inventory of acme%' order by id`,
  )
  expect(mails).toEqual([{ recipient: 'noc@acme.example' }, { recipient: 'noc@acme.example' }])
  // An inventory that cannot be stored keeps no other account from its own, and is tried again.
  const { pool } = app.portal
  await pool.query('delete from inventory_days')
  await pool.query(
    `insert into metric_totals (deployment_id, samples, newest_ms) select id, 1, $1 from deployments where name = 'blue-1'
    on conflict do nothing`,
    [end],
  )
  const stored = async () =>
    (
      await pool.query('select d.name from inventory_days i join deployments d on d.id = i.deployment_id order by 1')
    ).rows.map(({ name }) => name)
  await pool.query(
    `alter table inventory_days add constraint broken check (deployment_id <> ${Number(next!.deploymentId)})`,
  )
  await collectInventory(app.portal, end + day)
  expect(await stored()).toEqual(['blue-1'])
  await pool.query('alter table inventory_days drop constraint broken')
  await collectInventory(app.portal, end + day)
  expect(await stored()).toEqual(['acme-1', 'blue-1'])
  // Later the same deployment is silent.
  await collectInventory(app.portal, end + 2 * day)
  expect(await list()).toMatchObject([{ missing: true, summary: null, changes: [] }])
})

test('a change of state is published once to the account', async () => {
  const now = Date.now()
  const published = async () => {
    const { rows } = await app.portal.pool.query<{ account: string; body: { deployment: string } }>(
      `select account, body::jsonb as body from live_messages where destination = '/topic/monitoring' order by id`,
    )
    return rows
  }
  await app.portal.pool.query(`delete from live_messages where destination = '/topic/monitoring'`)
  await app.portal.pool.query(`update deployment_figures set state = 'FINE'`)
  await app.portal.pool.query(`update deployments set enable_monitoring = false where name = 'acme-1'`)
  await publishStates(app.portal, now)
  await publishStates(app.portal, now)
  expect((await published()).filter(({ body }) => body.deployment === 'acme-1')).toEqual([
    { account: 'acme', body: { deployment: 'acme-1' } },
  ])
  await app.portal.pool.query(`update deployments set enable_monitoring = true where name = 'acme-1'`)
})

test('an account without inventory settings of its own has those of the portal, and nothing is collected before their time', async () => {
  const { pool } = app.portal
  await pool.query('delete from inventory_settings')
  await pool.query('delete from inventory_days')
  const put = (values: object) => app.call('adam', 'PUT', '/../../settings', { values })
  expect((await put({ 'inventory.time': '24:00' })).status).toBe(400)
  expect((await put({ 'inventory.collected': 'off', 'inventory.time': '00:00' })).status).toBe(200)
  const settings = async () => (await read('adam', 'inventory-settings?account=acme')).body
  await expect.poll(settings).toMatchObject({ enabled: false, at: '00:00' })
  const collected = async () => (await pool.query('select 1 from inventory_days')).rowCount
  await collectInventory(app.portal, end)
  expect(await collected()).toBe(0)
  expect((await put({ 'inventory.collected': 'on' })).status).toBe(200)
  await expect.poll(settings).toMatchObject({ enabled: true })
  await collectInventory(app.portal, end)
  expect(await collected()).toBeGreaterThan(0)
})
