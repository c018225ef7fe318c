import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Json, type Name, rowsOf, type SupportApp, supportApp } from '#test/support-app.ts'
import { contrastWithWhite } from '../contract.ts'
import catalogue from './catalogue/assets/insights.json' with { type: 'json' }
import { judgeDeployment, judgeDeployments } from './judge/judge-deployments.ts'
import { judgeAccount } from './judge/judge-task.ts'
import type { JudgedDeployment } from './judge/judged-deployment.ts'

let app: SupportApp
let token: string
let deployment: JudgedDeployment
const minute = 60_000
const now = Math.floor(Date.now() / minute) * minute
const start = now - 60 * minute

beforeAll(async () => {
  app = await supportApp()
  // Each minute the product itself evaluates the deployments that it monitors: not this one.
  const { rows } = await app.portal.pool.query<JudgedDeployment>(
    `update deployments set enable_monitoring = false where name = 'acme-1' returning id, name, account_id as "accountId", $1::float8 as newest`,
    [now],
  )
  deployment = rows[0]!
  const path = `/../analytics/deployments/${deployment.id}/tokens`
  const made = await app.call('adam', 'POST', path, { name: 'test' })
  token = (made.body as unknown as { token: string }).token
  // An hour of three RPDs; from minute 20 to 40 the clock of one is in holdover, from 30 to 50 another is offline.
  const lines = Array.from({ length: 61 }, (_, at) => samplesAt(at)).flat()
  await send(lines)
  await judgeAccount(app.portal.db, 'acme', now)
  for (let at = 0; at <= 60; at += 1) await judge(start + at * minute)
})
afterAll(() => app.close())

function samplesAt(at: number): string[] {
  const time = start + at * minute
  return [1, 2, 3].flatMap((number) => {
    const place = `cluster="c1",ccap="c1-core01",rpd="RPD-${number}"`
    const holdover = number === 1 && at >= 20 && at < 40
    const offline = number === 2 && at >= 30 && at < 50 ? 100 : 2
    const modems = (state: string, count: number) =>
      `cable_modems{${place},md="${number}:0",docsis_version="3.1",state="${state}"} ${count} ${time}`
    return [
      modems('online', 300 - offline),
      modems('offline', offline),
      `cable_rpd_ptp_state{${place},cable_rpd_ptp_state="locked"} ${holdover ? 0 : 1} ${time}`,
      `cable_rpd_up{${place}} 1 ${time}`,
    ]
  })
}

async function send(lines: readonly string[]): Promise<void> {
  const sent = await fetch(`${app.url}/api/ingest/metrics`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/plain' },
    body: `${lines.join('\n')}\n`,
  })
  if (sent.status !== 204) throw new Error(await sent.text())
}

const get = (name: Name, path: string, query: Record<string, string> = {}) =>
  app.call(name, 'GET', `/../../insights${path}?${new URLSearchParams(query)}`)
const iso = (at: number) => new Date(start + at * minute).toISOString()

const judge = (at: number) => judgeDeployment(app.portal.db, deployment, at)

async function listFindings(query: Record<string, string>): Promise<readonly Json[]> {
  return rowsOf(await get('uma', '/findings', { account: 'acme', ...query }), 'findings')
}

test('the catalogue has 40 insights in 9 categories and 5 types, as 11 cards, 26 graphs and 3 heat maps', async () => {
  expect(rowsOf(await get('uma', '/type'), 'types')).toEqual(catalogue.types.map((one) => ({ ...one, version: 1 })))
  const categories = rowsOf(await get('uma', '/category'), 'categories')
  expect(categories).toEqual(catalogue.categories.map((one) => ({ ...one, version: 1 })))
  for (const { color } of catalogue.categories) expect(contrastWithWhite(color)).toBeGreaterThan(4.5)
  const cards = rowsOf(await get('uma', '/cards', { account: 'acme' }), 'cards')
  const viewed = (view: string) => cards.filter((one) => String(one.view) === view).length
  expect([cards.length, viewed('card'), viewed('graph'), viewed('heatmap')]).toEqual([40, 11, 26, 3])
  for (const one of catalogue.insights) {
    const card = cards.find(({ name }) => String(name) === one.name)
    const { displayName, unit, threshold, why, next, grid, granularities, color } = one
    expect(card).toMatchObject({ displayName, unit, threshold, why, next, grid, granularities, color })
  }
  expect(rowsOf(await get('uma', '/cards', { account: 'acme', granularity: '5m' }), 'cards').length).toBeLessThan(40)
})

test('cards have the newest values; without samples an insight is missing, and a count of nothing is zero', async () => {
  const cards = rowsOf(await get('uma', '/cards', { account: 'acme' }), 'cards')
  const card = (name: string) => cards.find((one) => String(one.name) === name)
  expect(card('modems-offline-ratio')).toMatchObject({ state: 'OK', deployment: 'acme-1', beyond: 0 })
  expect(Number(card('modems-offline-ratio')!.value)).toBeCloseTo(6 / 900, 9)
  expect(card('ptp-not-locked')).toMatchObject({ state: 'OK', value: 0 })
  expect(card('modems-online')).toMatchObject({ state: 'NONE', value: 894 })
  expect(card('us-snr-low')).toMatchObject({ state: 'MISSING', value: null, deployment: null })
  expect(card('ptp-not-locked')!.points!.length).toBeGreaterThan(3)
  expect((await get('bob', '/cards', { account: 'acme' })).status).toBe(404)
})

test('a finding opens when its value has been beyond the limit for its minutes, and clears when it has been back', async () => {
  const [ptp] = await listFindings({ insight: 'ptp-not-locked' })
  expect(ptp).toMatchObject({ state: 'CLEARED', severity: 'WARNING', worst: 1, openedAt: iso(20), clearedAt: iso(40) })
  const [offline] = await listFindings({ insight: 'offline-heatmap' })
  expect(offline).toMatchObject({ object: 'RPD-2', severity: 'CRITICAL', openedAt: iso(30), clearedAt: iso(50) })
  expect(Number(offline!.worst)).toBeCloseTo(1 / 3, 9)
  const { rows } = await app.portal.pool.query(
    `select data->>'insight' as insight, name from events where name like 'finding.%' and data->>'insight' like 'RPDs whose%' order by id`,
  )
  expect(rows.map(({ name }) => name)).toEqual(['finding.opened', 'finding.cleared'])
})

test('pages of the account are notified of findings', async () => {
  await expect
    .poll(async () => {
      const { rows } = await app.portal.pool.query(
        `select count(*)::int as published from live_messages where destination = '/topic/insights/findings/acme'
          union select count(*) from events where name like 'finding.%' and account_id is not null`,
      )
      return rows
    })
    .toEqual([{ published: expect.any(Number) }])
})

test('a minute is evaluated once, also by several processes', async () => {
  const at = now + 10 * minute
  const events = async () =>
    (
      await app.portal.pool.query<{ count: number }>(
        `select count(*)::int as count from events where name = 'finding.opened'`,
      )
    ).rows[0]!.count
  const before = await events()
  await Promise.all([judge(at), judge(at), judge(at)])
  const [age] = await listFindings({ insight: 'telemetry-age', state: 'OPEN' })
  expect(age).toMatchObject({ object: '', value: 600, severity: 'CRITICAL' })
  expect((await events()) - before).toBe(1)
})

test('a finding is acknowledged with a reason until a time, and reopened by a user or when the time has come', async () => {
  const [open] = await listFindings({ state: 'OPEN' })
  const path = `/../../insights/findings/${open!.id}`
  const until = new Date(Date.now() + 3_600_000).toISOString()
  const acknowledge = (name: Name, body: object, headers = {}) =>
    app.call(name, 'POST', `${path}/acknowledge`, body, headers)
  expect((await acknowledge('uma', { reason: ' ', until })).status).toBe(400)
  expect((await acknowledge('uma', { reason: 'x', until: iso(0) })).body.fields![0]).toMatchObject({ path: 'until' })
  expect((await acknowledge('bob', { reason: 'x', until })).status).toBe(404)
  expect((await acknowledge('carl', { reason: 'x', until })).status).toBe(403)
  await app.portal.pool.query(`update accounts set view_only = true where name = 'acme'`)
  // A session sees the change up to a second later.
  await expect
    .poll(async () => (await acknowledge('uma', { reason: 'x', until }, { 'if-match': '"99"' })).body.code)
    .toBe('access-denied')
  await app.portal.pool.query(`update accounts set view_only = false where name = 'acme'`)
  await expect
    .poll(async () => (await acknowledge('uma', { reason: 'x', until }, { 'if-match': '"99"' })).status)
    .toBe(412)
  const done = await acknowledge('uma', { reason: 'The field team returns at 10:30.', until }, { 'if-match': '"1"' })
  expect(done).toMatchObject({ status: 200, body: { state: 'ACKNOWLEDGED', version: 2 } })
  const read = await get('mia', `/findings/${open!.id}`)
  expect(read.body.acknowledgement).toMatchObject({
    by: { fullName: 'Uma User' },
    reason: 'The field team returns at 10:30.',
    until,
  })
  expect((await app.call('uma', 'POST', `${path}/reopen`)).body).toMatchObject({ state: 'OPEN', acknowledgement: null })
  expect((await app.call('uma', 'POST', `${path}/reopen`)).body.code).toBe('finding-not-acknowledged')
  await acknowledge('uma', { reason: 'Again.', until })
  await app.portal.pool.query('update insight_findings set acknowledged_until = now() where id = $1', [open!.id])
  await judgeAccount(app.portal.db, 'acme', now + 11 * minute)
  expect((await get('uma', `/findings/${open!.id}`)).body).toMatchObject({ state: 'OPEN' })
  const [cleared] = await listFindings({ state: 'CLEARED' })
  const late = await app.call('uma', 'POST', `/../../insights/findings/${cleared!.id}/acknowledge`, {
    reason: 'x',
    until,
  })
  expect(late.body.code).toBe('finding-cleared')
})

test('announced work and releases of the day before are among the changes, for those who may see them', async () => {
  const tags = await app.call('vera', 'GET', '/../calendar/tags')
  const [tag] = (tags.body._embedded as unknown as { tags: { id: string }[] }).tags
  const wall = (at: number) => new Date(at).toISOString().slice(0, 19)
  const event = await app.call('vera', 'POST', '/../calendar/events?accountId=1', {
    subject: 'Splice at hub 2',
    start: wall(start - 2 * 60 * minute),
    end: wall(start - 60 * minute),
    timeZone: 'UTC',
    tags: [tag!.id],
  })
  expect(event.status).toBe(201)
  const [finding] = await listFindings({})
  // Not signed: staff see a release before it is delivered, customers do not.
  await app.portal.pool.query(
    `with bundle as (insert into bundles (name, deployment_type, created_by) select 'Bundle 7', 'DOCSIS', min(id) from users returning id)
      insert into bundle_releases (name, bundle_id, account_id, component_count, size, manifest, created_by, delivered_at)
      select 'Release 7', id, 1, 0, 0, '{}', (select min(id) from users), $1 from bundle`,
    [new Date(start)],
  )
  const kinds = async (who: Name) => {
    const { body } = await get(who, `/findings/${finding!.id}`)
    return (body.changes as unknown as { kind: string; title: string }[])
      .filter(({ kind }) => kind === 'release' || kind === 'maintenance')
      .map(({ title }) => title)
  }
  expect(await kinds('vera')).toEqual(['Release 7', 'Splice at hub 2'])
  expect(await kinds('uma')).toEqual(['Splice at hub 2'])
})

test('findings are filtered, paged and continued after one of them; a pending one is not shown', async () => {
  const all = await listFindings({})
  expect(all.length).toBeGreaterThan(3)
  const first = await get('uma', '/findings', { account: 'acme', size: '2' })
  expect(first.body.page).toMatchObject({ totalElements: all.length, size: 2 })
  const rest = await listFindings({ before: String(rowsOf(first, 'findings')[1]!.id) })
  expect(rest.map(({ id }) => id)).toEqual(all.slice(2).map(({ id }) => id))
  expect((await listFindings({ category: 'nodes' })).map(({ insight }) => insight)).toEqual(['ptp-not-locked'])
  expect((await listFindings({ q: 'rpd-2', type: 'incident' })).length).toBe(1)
  expect(await listFindings({ to: iso(10) })).toEqual([])
  expect((await listFindings({ from: iso(45), to: iso(46), insight: 'offline-heatmap' })).length).toBe(1)
  expect((await get('bob', '/findings', { account: 'acme' })).body.page!.totalElements).toBe(0)
  const csv = await app.call('uma', 'GET', '/../../insights/findings?account=acme', undefined, { accept: 'text/csv' })
  expect(csv.text.split('\r\n')).toHaveLength(all.length + 2)
})

test('a graph has the values of the samples and null where they are missing; it is empty until all is chosen', async () => {
  const query = { account: 'acme', granularity: '5m', category: 'availability', type: 'incident', deployment: 'acme-1' }
  for (const name of Object.keys(query)) {
    const { [name as keyof typeof query]: _, ...others } = query
    const reply = await get('uma', '/graph', others)
    expect([name, reply.status, rowsOf(reply, 'graph')]).toEqual([name, 200, []])
  }
  const range = { from: iso(-30), to: iso(60), series: 'modems-offline-ratio' }
  const [line] = rowsOf(await get('uma', '/graph', { ...query, ...range }), 'graph')
  const points = line!.points as unknown as [number, number | null][]
  const at = (offset: number) => points.find(([time]) => time >= start + offset * minute)
  expect(at(-20)![1]).toBeNull()
  expect(at(40)![1]).toBeCloseTo(104 / 900, 9)
  const all = rowsOf(await get('uma', '/graph', query), 'graph')
  expect(new Set(all.map(({ insight }) => String(insight)))).toContain('modems-online')
  const wide = { ...query, from: '2020-01-01T00:00:00Z' }
  expect((await get('uma', '/graph', wide)).body.fields![0]).toMatchObject({ path: 'from' })
})

test('a heat map has the worst value of each step by cluster, segment and MAC domain', async () => {
  const query = { account: 'acme', granularity: '5m', from: iso(-20), to: iso(60) }
  const [cluster] = rowsOf(await get('uma', '/heatmap', query), 'heatmap')
  expect(cluster).toMatchObject({ name: 'c1', deployment: 'acme-1', step: 5 * minute })
  const values = cluster!.values as unknown as (number | null)[]
  expect(values[0]).toBeNull()
  expect(Math.max(...values.map(Number))).toBeCloseTo(104 / 900, 9)
  const segments = rowsOf(await get('uma', '/heatmap/cluster', query), 'heatmap')
  expect(segments.map(({ name }) => name)).toEqual(['RPD-1', 'RPD-2', 'RPD-3'])
  expect(Math.max(...(segments[1]!.values as unknown as number[]).map(Number))).toBeCloseTo(1 / 3, 9)
  const one = await get('uma', '/heatmap/cluster', { ...query, segments: 'RPD-3' })
  expect(rowsOf(one, 'heatmap').map(({ name }) => name)).toEqual(['RPD-3'])
  const domains = rowsOf(await get('uma', '/heatmap/cluster/RPD-2', query), 'heatmap')
  expect(domains.map(({ name }) => name)).toEqual(['2:0'])
  expect((await get('uma', '/heatmap', { ...query, insight: 'rpd-down' })).body.code).toBe('insight-not-found')
})

test('steps of a heat map are calculated once, and again while late samples may change them', async () => {
  const { pool } = app.portal
  const read = async () =>
    rowsOf(
      await get('uma', '/heatmap/cluster', { account: 'acme', granularity: '5m', from: iso(0), to: iso(60) }),
      'heatmap',
    )
  const before = await read()
  expect(before.length).toBe(3)
  expect(await read()).toEqual(before)
  const { rowCount } = await pool.query(`update heat_map_blocks set labels = '[]', values = '' where not complete`)
  expect(rowCount).toBeGreaterThan(0)
  expect(await read()).toEqual([])
  await pool.query(`update heat_map_blocks set calculated_at = now() - interval '11 minutes'`)
  expect(await read()).toEqual(before)
  await pool.query(
    `update heat_map_blocks set labels = '[]', values = '', complete = true, calculated_at = now() - interval '20 days'`,
  )
  expect(await read()).toEqual([])
  await pool.query('delete from heat_map_blocks')
})

test('a heat map has no step from before the retention of the plan', async () => {
  const { pool } = app.portal
  const query = { account: 'acme', granularity: '5m', from: iso(0), to: iso(60) }
  await pool.query(`insert into facet_overrides (account_id, facet_id, number_value)
    select a.id, f.id, 0 from accounts a, facets f where a.name = 'acme' and f.name = 'facet-analytics-retention-days'`)
  expect(rowsOf(await get('uma', '/heatmap', query), 'heatmap')).toEqual([])
  await pool.query('delete from facet_overrides')
  expect(rowsOf(await get('uma', '/heatmap', query), 'heatmap').length).toBe(1)
})

test('a deployment that cannot be evaluated keeps no other one from it', async () => {
  const { pool, db } = app.portal
  const { rows } = await pool.query<JudgedDeployment>(
    `insert into deployments (account_id, name, version, type, stage, enable_monitoring)
     select account_id, 'other-' || n, version, type, stage, false from deployments cross join generate_series(1, 2) n where name = 'acme-1'
     returning id, name, account_id as "accountId", 0::float8 as newest`,
  )
  const [first, second] = rows as [JudgedDeployment, JudgedDeployment]
  await pool.query(`alter table insight_points add constraint broken check (deployment_id <> ${first.id})`)
  const failed: string[] = []
  await judgeDeployments(db, [first, second], { now, onFailure: ({ name }) => failed.push(name) })
  await pool.query('alter table insight_points drop constraint broken')
  expect(failed).toEqual(['other-1'])
  const evaluated = await pool.query('select deployment_id as id from insight_states where evaluated_at is not null')
  expect(evaluated.rows.map(({ id }) => id)).toContain(second.id)
  // A deployment that is deleted while they are evaluated is no failure of the others.
  await pool.query('delete from deployments where id = $1', [first.id])
  const later = now + 60_000
  await judgeDeployments(db, [first, second], { now: later, onFailure: ({ name }) => failed.push(name) })
  expect(failed).toEqual(['other-1'])
  const { rows: minutes } = await pool.query(
    'select claimed_minute as minute, evaluated_at as at from insight_states where deployment_id = $1',
    [second.id],
  )
  expect(minutes).toEqual([{ minute: Math.floor(later / 60_000), at: new Date(later) }])
  await pool.query('delete from deployments where id = $1', [second.id])
})

test('the grid of an insight has its own columns, with the finding and case of each object', async () => {
  await send([`cable_rpd_up{cluster="c1",ccap="c1-core01",rpd="RPD-9"} 1 ${Date.now()}`])
  const reply = await get('uma', '/offline-heatmap', { account: 'acme' })
  const rows = rowsOf(reply, 'offline-heatmap')
  expect(rows.map(({ rpd }) => String(rpd)).sort()).toEqual(['RPD-1', 'RPD-2', 'RPD-3'])
  const fields = (reply.body.insight!.grid as unknown as { field: string }[]).map(({ field }) => field)
  for (const row of rows) for (const field of fields) expect(row).toHaveProperty(field)
  expect((await get('uma', '/no-such-insight', { account: 'acme' })).status).toBe(404)
})

test('a case whose description names a finding is linked to it', async () => {
  const [finding] = await listFindings({ insight: 'offline-heatmap' })
  const filed = await app.call('uma', 'POST', '/issues?account=acme', {
    type: 'CASE',
    priority: 'HIGH',
    subject: 'Offline modems on RPD-2',
    description: `[Finding](/acme/1/insights/findings/${finding!.id})`,
    deploymentId: (finding!.deployment as Json).id,
  })
  expect(filed.status).toBe(201)
  await expect.poll(async () => (await listFindings({ insight: 'offline-heatmap' }))[0]!.caseKey).toBe(filed.body.key)
  const ofCase = async (name: Name) =>
    rowsOf(await get(name, '/findings', { case: String(filed.body.key) }), 'findings').map(({ id }) => id)
  expect(await ofCase('mia')).toEqual([finding!.id])
  expect(await ofCase('bob')).toEqual([])
})

test('categories and types are edited by administrators, with a contrast of at least 3:1, and the version decides', async () => {
  for (const kind of ['category/nodes', 'type/trend']) {
    const path = `/../../insights/${kind}`
    const read = await app.call('adam', 'GET', path)
    const etag = read.headers.get('etag')!
    const edit = (name: Name, body: object) => app.call(name, 'PATCH', path, body, { 'if-match': etag })
    expect((await edit('vera', { priority: 1 })).status).toBe(403)
    expect((await edit('adam', { color: '#ffff00' })).body.fields![0]).toMatchObject({ path: 'color' })
    const body = { displayName: 'Boxes', color: '#c96a00', priority: 9 }
    expect((await edit('adam', body)).body).toMatchObject({ ...body, version: 2 })
    expect((await edit('adam', { priority: 3 })).status).toBe(412)
    expect((await app.call('uma', 'GET', path)).body).toMatchObject(body)
  }
  const cards = rowsOf(await get('uma', '/cards', { account: 'acme' }), 'cards')
  expect(cards.find(({ name }) => String(name) === 'rpd-down')).toMatchObject({
    color: '#c96a00',
    category: { id: 'nodes', displayName: 'Boxes' },
  })
  expect((await app.call('adam', 'GET', '/../../insights/type/none')).body.code).toBe('insight-type-not-found')
})
