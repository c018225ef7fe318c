import { afterAll, beforeAll, expect, test } from 'vitest'
import { nothingHeld, type ReadHeld } from '#features/monitoring/uptime/server/index.ts'
import { type Json, rowsOf, type SupportApp, supportApp } from '#test/support-app.ts'
import { runDetector } from './run-detector.ts'

let app: SupportApp
let acme: number
let token: string
const minute = 60_000
const start = Math.floor(Date.now() / minute) * minute
const sonar = '/../sonar'

beforeAll(async () => {
  app = await supportApp()
  const { rows } = await app.portal.pool.query<{ id: number }>(`select id from deployments where name = 'acme-1'`)
  acme = rows[0]!.id
  const made = await app.call('adam', 'POST', `/../analytics/deployments/${acme}/tokens`, { name: 'detector' })
  token = (made.body as unknown as { token: string }).token
})
afterAll(() => app.close())

type Modems = (at: number, rpd: string) => number | null
const rpds = ['RPD-1', 'RPD-2', 'RPD-3']

async function send(from: number, to: number, modems: Modems, of = { token, rpds }): Promise<void> {
  const lines: string[] = []
  for (let at = from; at <= to; at += minute)
    for (const rpd of of.rpds) {
      const value = modems(at, rpd)
      const cluster = rpd.startsWith('OTHER') ? 'c2' : 'c1'
      if (value !== null)
        lines.push(`cable_modems{cluster="${cluster}",ccap="core01",rpd="${rpd}",state="online"} ${value} ${at}`)
    }
  const sent = await fetch(`${app.url}/api/ingest/metrics`, {
    method: 'POST',
    headers: { authorization: `Bearer ${of.token}`, 'content-type': 'text/plain' },
    body: `${lines.join('\n')}\n`,
  })
  expect(sent.status).toBe(204)
}
const judge = (now: number, readHeld: ReadHeld = nothingHeld) =>
  runDetector(app.portal, { now, readHeld, account: 'acme' })
const automated = async (name: 'uma' | 'finn' | 'victor' = 'uma') =>
  rowsOf(await app.call(name, 'GET', '/outages/automated?account=acme'), 'outages')
const decisions = async (more = '') =>
  rowsOf(await app.call('uma', 'GET', `${sonar}/decisions?account=acme&size=200${more}`), 'decisions')

const hour = 60 * minute
const cut = start - 4 * hour
const again = cut + 30 * minute

test('the detector is off until a configuration is saved, and its test says what is missing', async () => {
  expect(rowsOf(await app.call('uma', 'GET', `${sonar}/configs?account=acme`), 'configs')).toEqual([])
  const test = () => app.call('adam', 'GET', `${sonar}/outages/test?account=acme`)
  expect((await test()).body.code).toBe('scanner-config-not-found')
  expect((await app.call('uma', 'POST', `${sonar}/configs?account=acme`, {})).status).toBe(403)
  expect((await app.call('bob', 'GET', `${sonar}/configs?account=acme`)).status).toBe(404)
  for (const body of [{ collectionWindow: 0 }, { minShare: 101 }, { cascadeWindow: 1.5 }, { unknown: 1 }, []])
    expect((await app.call('adam', 'POST', `${sonar}/configs?account=acme`, body)).status).toBe(400)
  const saved = await app.call('victor', 'POST', `${sonar}/configs?account=acme`, {
    projectKey: 'ACME',
    alertThreshold: 500,
  })
  expect(saved.body).toMatchObject({
    projectKey: 'ACME',
    collectionWindow: 5,
    cascadeWindow: 15,
    alertThreshold: 500,
    version: 1,
  })
  expect((await test()).body.code).toBe('scanner-not-reached')
  await send(start - 2 * minute, start, () => 300)
  expect((await test()).body).toMatchObject({ ok: true, deployments: 1, segments: 3 })
  await app.portal.pool.query('delete from metric_samples; delete from metric_totals; delete from metric_readers')
})

test('an outage is opened, joined, followed and closed as a case, and every decision is logged with its numbers', async () => {
  await send(cut - 2 * hour, cut + 6 * minute, (at, rpd) => (at >= cut && rpd === 'RPD-1' ? 0 : 300))
  // Two processes at once: one outage.
  await Promise.all([judge(start), judge(start)])
  const [opened, ...none] = await automated()
  expect(none).toEqual([])
  expect(opened).toMatchObject({
    deployment: { name: 'acme-1' },
    scope: 'segment',
    cluster: 'c1',
    segments: ['core01 RPD-1'],
    start: new Date(cut).toISOString(),
    end: null,
    totalCmsAffected: 300,
    caseKey: expect.stringMatching(/^ACME-\d+$/),
  })
  const key = opened!.caseKey as unknown as string
  // The users on call sleep until the outage has the size that the account set.
  expect(opened!.alerted).toBeNull()
  const alerts = async () => {
    await expect
      .poll(async () => (await app.portal.pool.query('select from events where seq is null')).rowCount)
      .toBe(0)
    return (await app.portal.pool.query('select state from incident_alerts where case_key = $1', [key])).rows
  }
  expect(await alerts()).toEqual([])
  const outage = () => app.call('victor', 'GET', `/outages/${key}`).then(({ body }) => body)
  expect(await outage()).toMatchObject({
    open: true,
    totalCmsAffected: 300,
    deployment: 'acme-1',
    status: 'IN_PROGRESS',
  })

  await send(cut + 7 * minute, cut + 20 * minute, (at, rpd) =>
    rpd === 'RPD-3' ? 300 : rpd === 'RPD-2' && at < cut + 9 * minute ? 300 : 0,
  )
  await judge(start)
  expect(await automated()).toMatchObject([{ segments: ['core01 RPD-1', 'core01 RPD-2'], totalCmsAffected: 600 }])
  expect((await automated())[0]!.alerted).not.toBeNull()
  expect(await alerts()).toEqual([{ state: 'OPEN' }])
  expect(await outage()).toMatchObject({ open: true, totalCmsAffected: 600 })

  await send(cut + 21 * minute, again + 20 * minute, (at) => (at < again ? 0 : 299))
  await judge(start)
  const closed = (await automated())[0]!
  expect(closed).toMatchObject({
    end: new Date(again).toISOString(),
    outageTime: 30,
    totalCmsAffected: 900,
  })
  expect(await outage()).toMatchObject({ open: false, status: 'RESOLVED', totalCmsAffected: 900, outageTime: 30 })
  expect(await alerts()).toEqual([{ state: 'CLOSED' }])
  const { counts } = (await app.call('victor', 'GET', `/outage-counts?issueKey=${key}`)).body
  expect(counts).toMatchObject([
    { at: new Date(cut).toISOString(), missing: 300 },
    { missing: 600 },
    { missing: 900 },
    { at: new Date(again).toISOString(), missing: 0 },
  ])

  const log = await decisions()
  expect(log.map(({ kind }) => kind)).toEqual(['CLOSED', 'JOINED', 'JOINED', 'OPENED'])
  expect(log.at(-1)).toMatchObject({
    segment: 'core01 RPD-1',
    value: 0,
    baseline: 300,
    limit: 60,
    run: 5,
    needed: 5,
    settings: { collectionWindow: 5, minModems: 25, minShare: 20 },
    caseKey: key,
  })
  expect(await decisions('&decision=CLOSED')).toHaveLength(1)
  expect(await decisions(`&from=${new Date(start).toISOString()}`)).toEqual([])
})

test('a field technician sees the outage without its case, another account nothing', async () => {
  expect((await automated('finn'))[0]).toMatchObject({ segments: rpds.map((rpd) => `core01 ${rpd}`), caseKey: null })
  expect((await app.call('bob', 'GET', '/outages/automated?account=acme')).status).toBe(404)
  expect((await app.call('carl', 'GET', '/outages/automated?account=acme')).status).toBe(403)
  const state = await app.call('finn', 'GET', `${sonar}/state?account=acme`)
  expect(state.body).toMatchObject({ on: true, segments: 3, outages: 0 })
})

test('the samples behind a decision are read minute by minute, gaps left out', async () => {
  const query = (segment: string, of = acme) =>
    `${sonar}/segments?account=acme&deployment=${of}&cluster=c1&segment=${encodeURIComponent(segment)}&from=${new Date(cut - 2 * minute).toISOString()}&to=${new Date(cut + minute).toISOString()}`
  const read = await app.call('finn', 'GET', query('core01 RPD-1'))
  expect((read.body.points as unknown as [string, number][]).map(([, value]) => value)).toEqual([300, 300, 0, 0])
  expect((await app.call('finn', 'GET', query('nothing'))).body.code).toBe('scanner-segment-not-found')
  expect((await app.call('finn', 'GET', query('core01 RPD-1', acme + 1))).status).toBe(404)
})

test('other settings are tried on past samples, and nothing is stored', async () => {
  const period = { from: new Date(cut - hour).toISOString(), to: new Date(again + 15 * minute).toISOString() }
  const before = await decisions()
  const tried = await app.call('victor', 'POST', `${sonar}/simulate?account=acme`, {
    ...period,
    collectionWindow: 30,
    alertThreshold: 5000,
  })
  expect(tried.body).toMatchObject({ did: { outages: 1, alerts: 1, minutes: 30 }, would: { alerts: 0 } })
  expect(await decisions()).toEqual(before)
  const swapped = { from: period.to, to: period.from }
  expect((await app.call('victor', 'POST', `${sonar}/simulate?account=acme`, swapped)).status).toBe(400)
  expect((await app.call('uma', 'POST', `${sonar}/simulate?account=acme`, period)).status).toBe(403)
})

test('maintenance holds the detector, and an outage that staff filed is not filed twice', async () => {
  const from = again + 110 * minute
  const held: ReadHeld = async () => (objects, at) => objects.includes('RPD-2') && at * minute < from + 10 * minute
  const known = await app.call('uma', 'POST', '/issues?account=acme', {
    type: 'CASE',
    priority: 'HIGH',
    subject: 'RPD-2 is dark',
    description: 'No modems.',
    deploymentId: String(acme),
  })
  await app.call('victor', 'POST', `/issues/convert-to-outage?issueKey=${known.body.key as unknown as string}`, {
    started: new Date(from).toISOString(),
  })
  // Off meanwhile: the job of the portal knows no maintenance.
  const query = (text: string) => app.portal.pool.query(text)
  await query('create table kept as select * from detector_settings')
  await query('delete from detector_settings')
  await send(again + 21 * minute, from + 40 * minute, (at, rpd) => (rpd === 'RPD-2' && at >= from ? 0 : 300))
  await query('insert into detector_settings select * from kept')
  await judge(start, held)
  const log: readonly Json[] = await decisions(`&from=${new Date(from).toISOString()}`)
  expect(log.filter(({ kind }) => (kind as unknown) === 'HELD')).toHaveLength(10)
  const [second] = await automated()
  expect(second).toMatchObject({
    start: new Date(from + 10 * minute).toISOString(),
    end: null,
    caseKey: known.body.key,
  })
  const { rows } = await app.portal.pool.query(`select key from cases where 'automatic-outage' = any(labels)`)
  expect(rows).toHaveLength(1)
})

/** A deployment with a quiet hour, which the detector has judged, and what sends its samples. */
async function quietDeployment(name: string) {
  const { rows } = await app.portal.pool.query<{ id: number }>(
    `insert into deployments (account_id, name, version, type, stage, enable_monitoring)
      select account_id, $1, version, type, stage, true from deployments where id = $2 returning id`,
    [name, acme],
  )
  const made = await app.call('adam', 'POST', `/../analytics/deployments/${rows[0]!.id}/tokens`, { name })
  const own = (made.body as unknown as { token: string }).token
  const push = async (from: number, to: number, modems: Modems, of: string[]) => {
    await send(start + from * minute, start + to * minute, modems, { token: own, rpds: of })
    await judge(start)
  }
  await push(-200, -110, () => 300, segments)
  return push
}
const segments = ['RPD-1', 'RPD-2', 'RPD-3', 'OTHER-1']
const withoutIds = ({ id: _, outageId: __, caseKey: ___, alerted: ____, deployment: _____, ...rest }: Json) => rest
const foundIn = async (name: string) => {
  const isOwn = ({ deployment }: Json) => (deployment as unknown as { name: string }).name === name
  return { outages: (await automated()).filter(isOwn), log: (await decisions()).filter(isOwn) }
}

test('samples that come late, twice or in another order give the same outages, cases and decisions', async () => {
  const isDown = (at: number, rpd: string) => {
    const minutes = (at - start) / minute
    if (rpd === 'RPD-1') return minutes >= -100 && minutes < -70
    if (rpd === 'RPD-2') return minutes >= -94 && minutes < -60
    return rpd === 'OTHER-1' && minutes >= -50 && minutes < -38
  }
  const modems: Modems = (at, rpd) => (isDown(at, rpd) ? 20 : 300)
  const inOrder = await quietDeployment('in-order')
  for (const from of [-109, -96, -80, -61, -45, -20]) await inOrder(from, Math.min(from + 30, 0), modems, segments)
  const parts = await quietDeployment('in-parts')
  await parts(-109, 0, modems, ['RPD-3'])
  await parts(-80, 0, modems, ['RPD-2'])
  await parts(-109, -81, modems, ['RPD-2'])
  await parts(-109, 0, modems, ['RPD-1', 'RPD-3'])
  await parts(-109, 0, modems, ['RPD-1'])
  await parts(-109, 0, modems, ['OTHER-1'])
  const gap = await quietDeployment('with-a-gap')
  await gap(-75, 0, modems, segments)
  await gap(-109, -76, modems, segments)

  const expected = await foundIn('in-order')
  expect(expected.outages).toMatchObject([
    { cluster: 'c2', outageTime: 12, totalCmsAffected: 280 },
    { cluster: 'c1', segments: ['core01 RPD-1', 'core01 RPD-2'], outageTime: 40, totalCmsAffected: 560 },
  ])
  for (const name of ['in-parts', 'with-a-gap']) {
    const { outages, log } = await foundIn(name)
    expect(outages.map(withoutIds)).toEqual(expected.outages.map(withoutIds))
    expect(log.map(withoutIds)).toEqual(expected.log.map(withoutIds))
    for (const { caseKey, start: started, end: ended, totalCmsAffected } of outages)
      expect((await app.call('victor', 'GET', `/outages/${caseKey as unknown as string}`)).body).toMatchObject({
        ...{ started, ended, totalCmsAffected, status: 'RESOLVED' },
      })
  }
})

test('an outage that late samples disprove is taken back, and its case declined', async () => {
  const push = await quietDeployment('disproved')
  await push(
    -109,
    -60,
    (at, rpd) => (rpd !== 'RPD-1' || at < start - 69 * minute ? 300 : at % (2 * minute) === 0 ? 0 : null),
    segments,
  )
  const [found] = (await foundIn('disproved')).outages
  const key = found!.caseKey as unknown as string
  await push(-109, -60, (at) => (at % (2 * minute) === 0 ? null : 300), ['RPD-1'])
  expect((await foundIn('disproved')).outages).toEqual([])
  expect((await foundIn('disproved')).log.map(({ kind }) => kind)).not.toContain('OPENED')
  const after = await app.call('victor', 'GET', `/outages/${key}`)
  expect(after.body).toMatchObject({ open: false, status: 'DECLINED', totalCmsAffected: 0, outageTime: 0 })
})
