import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { actingAs } from '#test/acting-as.ts'
import { makeAccount, type TestUser, userWith } from '#test/factories.ts'
import { notifiedOf } from '#test/notified.ts'
import { type SoftwareDesk, type SoftwareName, softwareApp, until } from '#test/software-app.ts'
import { type Json, rowsOf } from '#test/support-app.ts'
import { advanceRollouts } from './advance-rollout.ts'

let desk: SoftwareDesk
let first: string
let second: string
let bundleId: string
let approver: TestUser
beforeAll(async () => {
  desk = await softwareApp()
  const third = await makeAccount(desk.app, 'cove')
  await query(`update deployments set type = 'CN-PON' where account_id = $1`, [third.id])
  approver = await userWith(desk.app, 'RELEASE_APPROVER')
  first = await group('Lab', ['acme'])
  second = await group('Everyone', ['acme', 'blue', 'cove'])
})
afterAll(() => desk.close())
let made = 0
beforeEach(async () => {
  made += 1
  bundleId = await desk.bundle(`cOS 2.${made}.0`, { product: 'cOS', productVersion: `2.${made}.0` })
  await desk.upload(bundleId, `core-${made}.bin`, `bytes ${made}`)
})

const DAY = 86_400_000
const url = '/api/rollouts'
const query = (text: string, values: unknown[] = []) => desk.portal.pool.query(text, values)
const start = (rings: object[], more: object = {}, as: SoftwareName = 'rita') =>
  desk.call(as, 'POST', url, { bundleId, rings, ...more })
const read = async (id: string, as: SoftwareName = 'rita') => (await desk.call(as, 'GET', `${url}/${id}`)).body
const states = ({ rings }: Json) => rings!.map(({ state }) => String(state))
const checksOf = (rollout: Json, ring = 0) =>
  Object.fromEntries(rollout.rings![ring]!.checks!.map(({ check, state }) => [String(check), String(state)]))
const advance = (days = 0) => advanceRollouts(desk.portal, Date.now() + days * DAY)
const gates = { daysWithoutOutage: 2, maxOpenHighCases: 0 }

async function group(name: string, accounts: string[]): Promise<string> {
  return String((await desk.call('rita', 'POST', '/api/software-distribution/groups', { name, accounts })).body.id)
}

/** Starts a rollout and waits until the releases of its first ring are created. */
async function started(rings: object[], more: object = {}): Promise<string> {
  const { status, body } = await start(rings, more)
  expect(status).toBe(201)
  return until(async () => (states(await read(String(body.id)))[0] === 'RELEASING' ? String(body.id) : undefined))
}

/** Approves the releases of a ring and waits until it soaks. */
async function deliver(id: string, position = 1): Promise<void> {
  for (const { releaseId, position: place } of (await read(id)).accounts!)
    if (Number(place) === position) await desk.deliver(String(releaseId))
  await until(async () => {
    const state = states(await read(id))[position - 1]
    return state === 'RELEASING' ? undefined : state
  })
}

const eventsOf = async (id: string) =>
  (await query(`select name from events where subject = 'rollout' and subject_id = $1 order by id`, [id])).rows.map(
    ({ name }) => name.replace('rollout.', ''),
  )

/** An open case of the account, as a row. */
async function openCase(account: 'acme' | 'blue', type: string, version: string | null = null): Promise<string> {
  const key = `${account.toUpperCase()}-${made}${Math.floor(Math.random() * 1e6)}`
  await query(
    `insert into cases (account_id, key, type, priority, subject, reporter_id, product_version) values ($1, $2, $3, 'HIGH', 'Down', $4, $5)`,
    [desk.accounts[account].id, key, type, desk.users.mia.id, version],
  )
  return key
}

test('a bundle goes to one ring after the other; each release is approved by another user', async () => {
  const rings = [
    { group: first, soakMinutes: 60, gates },
    { group: second, soakMinutes: 0 },
  ]
  const id = await started(rings, { note: 'Needs a restart', isSecurity: true })
  const begun = await read(id)
  expect(begun.accounts).toMatchObject([
    { account: 'acme', position: 1, state: 'AWAITING_APPROVAL', deployed: { count: 0, of: 1 } },
    { account: 'blue', position: 2, state: 'NOT_RELEASED', releaseId: null },
  ])
  expect(states(begun)).toEqual(['RELEASING', 'WAITING'])
  const releaseId = String(begun.accounts![0]!.releaseId)
  const release = await desk.call('rita', 'GET', `/api/bundle-releases/${releaseId}`)
  expect(release.body).toMatchObject({ account: 'acme', note: 'Needs a restart', isSecurity: true, status: 'RELEASED' })
  await deliver(id)
  expect(checksOf(await read(id))).toEqual({
    delivered: 'PASSED',
    soak: 'WAITING',
    outages: 'WAITING',
    cases: 'PASSED',
  })
  await advance(1)
  expect(checksOf(await read(id))).toMatchObject({ soak: 'PASSED', outages: 'WAITING' })
  expect(states(await read(id))).toEqual(['SOAKING', 'WAITING'])
  await Promise.all([advance(2.1), advance(2.1)])
  expect(states(await read(id))).toEqual(['DONE', 'RELEASING'])
  const { rows } = await query('select account_id from bundle_releases where bundle_id = $1', [bundleId])
  expect(rows).toHaveLength(2)
  await deliver(id, 2)
  const ended = await until(async () => {
    const rollout = await read(id)
    return String(rollout.state) === 'DONE' ? rollout : undefined
  })
  expect(states(ended)).toEqual(['DONE', 'DONE'])
  const steps = ['ring-started', 'ring-soaking', 'ring-done']
  expect(await eventsOf(id)).toEqual(['created', ...steps, ...steps, 'done'])
  expect(ended.decisions!.map(({ event }) => event)).toHaveLength(8)
  const listed = await desk.call('anton', 'GET', `${url}?bundleId=${bundleId}&state=DONE`)
  expect(rowsOf(listed, 'rollouts').map(({ id: of }) => of)).toEqual([id])
  expect(rowsOf(await desk.call('anton', 'GET', `${url}?bundleId=${bundleId}&state=RUNNING`), 'rollouts')).toEqual([])
})

test('a ring that begins, and one that is held, notify those who may approve or override, once each', async () => {
  const id = await started([
    { group: first, soakMinutes: 0, gates },
    { group: second, soakMinutes: 0 },
  ])
  const { abel, ada, anton } = desk.users
  const others = [approver, abel, ada, anton].map(({ email }) => email).sort()
  const waiting = (ring: number) => notifiedOf(desk.portal.pool, 'rollout.ring-waits', `rollout-${id}-ring-${ring}`)
  const held = () => notifiedOf(desk.portal.pool, 'rollout.held', `rollout-${id}-held`)
  await expect.poll(() => waiting(1)).toEqual(others)
  expect(await notifiedOf(desk.portal.pool, 'release.waits')).toEqual([])
  await deliver(id)
  await expect.poll(() => waiting(1)).toEqual([])
  await openCase('acme', 'CASE')
  await advance()
  await expect.poll(held).toEqual(others)
  expect((await desk.call('anton', 'POST', `${url}/${id}/override`, { check: 'cases', reason: 'Known' })).status).toBe(
    200,
  )
  await expect.poll(held).toEqual([])
  await advance(3)
  await expect.poll(() => waiting(2)).toEqual(others)
  expect((await desk.call('rita', 'POST', `${url}/${id}/stop`, { reason: 'Enough' })).status).toBe(200)
  await expect.poll(() => waiting(2)).toEqual([])
})

describe('checks', () => {
  test('an open case of priority High and an outage hold the next ring until they end; others do not count', async () => {
    const id = await started([
      { group: first, soakMinutes: 0, gates },
      { group: second, soakMinutes: 0 },
    ])
    await deliver(id)
    const high = await openCase('acme', 'CASE', `2.${made}.0`)
    await openCase('acme', 'CASE', '1.0.0')
    await openCase('blue', 'CASE')
    const outage = await openCase('acme', 'OUTAGE')
    await query(
      `insert into outages (case_id, started_at, cmts_version) select id, now(), null from cases where key = $1`,
      [outage],
    )
    await advance(3)
    const held = await read(id)
    expect(states(held)).toEqual(['SOAKING', 'HELD'])
    const [ring] = held.rings!
    expect(ring!.checks).toMatchObject([
      { check: 'delivered', state: 'PASSED' },
      { check: 'soak', state: 'PASSED' },
      { check: 'outages', state: 'FAILED', actual: 0, required: 2, keys: [outage] },
      { check: 'cases', state: 'FAILED', actual: 1, required: 0, keys: [high] },
    ])
    await advance(3)
    expect((await eventsOf(id)).filter((name) => name === 'ring-held')).toHaveLength(1)
    await query(`update cases set status = 'RESOLVED' where key = $1`, [high])
    await query('update outages set ended_at = now() from cases c where c.id = case_id and c.key = $1', [outage])
    await advance(1)
    expect(checksOf(await read(id))).toMatchObject({ outages: 'FAILED', cases: 'PASSED' })
    await advance(3)
    expect(states(await read(id))).toEqual(['DONE', 'RELEASING'])
    expect((await eventsOf(id)).filter((name) => name === 'ring-held')).toHaveLength(2)
  })

  test('downloads and deployments are counted; a bundle on hold holds the rollout', async () => {
    const id = await started([
      { group: first, soakMinutes: 0, gates: { minDownloadedPercent: 100, minDeployedPercent: 50 } },
      { group: second, soakMinutes: 0 },
    ])
    await deliver(id)
    expect(checksOf(await read(id))).toMatchObject({ downloaded: 'WAITING', deployed: 'WAITING' })
    await query(
      'update release_components set downloaded_at = now() from bundle_releases r where r.id = release_id and r.bundle_id = $1',
      [bundleId],
    )
    await desk.call('ada', 'POST', `/api/bundles/${bundleId}/hold`, { reason: 'Wrong image' })
    await query('update deployments set software_version = $1 where account_id = $2', [
      `2.${made}.0`,
      desk.accounts.acme.id,
    ])
    await query(`update bundles set status = 'ON_HOLD', reason = 'Wrong image' where id = $1`, [bundleId])
    await advance()
    const held = await read(id)
    expect(checksOf(held)).toEqual({
      bundle: 'FAILED',
      delivered: 'PASSED',
      soak: 'PASSED',
      downloaded: 'PASSED',
      deployed: 'PASSED',
    })
    expect([held.rings![0]!.checks![0]!.obstacle, ...states(held)]).toEqual(['ON_HOLD', 'SOAKING', 'HELD'])
    await query(`update bundles set status = 'ACTIVE' where id = $1`, [bundleId])
    await advance()
    expect(states(await read(id))).toEqual(['DONE', 'RELEASING'])
  })
})

describe('overriding and stopping', () => {
  test('a check that holds is overridden once by another user, with a reason', async () => {
    const id = await started([
      { group: first, soakMinutes: 600 },
      { group: second, soakMinutes: 0 },
    ])
    const overridden = (check: string, as: SoftwareName = 'anton', headers = {}) =>
      desk.call(as, 'POST', `${url}/${id}/override`, { check, reason: 'Agreed with Acme' }, headers)
    expect((await overridden('delivered')).body.code).toBe('rollout-check-not-holding')
    await deliver(id)
    expect((await overridden('soak', 'rita')).status).toBe(403)
    expect((await overridden('cases')).body.code).toBe('rollout-check-not-holding')
    expect((await overridden('bundle')).status).toBe(400)
    expect((await overridden('soak', 'anton', { 'if-match': '"1"' })).status).toBe(412)
    expect((await overridden('soak')).status).toBe(200)
    await until(async () => (states(await read(id))[0] === 'DONE' ? true : undefined))
    const [soak] = (await read(id)).rings![0]!.checks!.filter(({ check }) => String(check) === 'soak')
    expect(soak).toMatchObject({
      state: 'OVERRIDDEN',
      override: { by: 'User With RELEASE_APPROVER', reason: 'Agreed with Acme' },
    })
    expect((await read(id)).decisions).toContainEqual(
      expect.objectContaining({ event: 'rollout.check-overridden', checks: ['soak'], reason: 'Agreed with Acme' }),
    )
  })

  test('no user overrides a check of the rollout that the same user started, also by impersonation', async () => {
    const { body } = await start([{ group: first, soakMinutes: 600 }], {}, 'ada')
    const id = String(body.id)
    await until(async () => (states(await read(id))[0] === 'RELEASING' ? true : undefined))
    await deliver(id)
    const own = await desk.call('ada', 'POST', `${url}/${id}/override`, { check: 'soak', reason: 'Mine' })
    expect([own.status, own.body.code]).toEqual([403, 'rollout-self-override-forbidden'])
    const asApprover = await actingAs(desk.app, desk.users.ada, approver)
    const proxy = await asApprover('POST', `${url}/${id}/override`, { check: 'soak', reason: 'Mine' })
    expect([proxy.status, proxy.body.code]).toEqual([403, 'rollout-self-override-forbidden'])
  })

  test('stopping rejects the releases that nobody approved, and no ring begins any more', async () => {
    const stopped = await started([{ group: second, soakMinutes: 0 }])
    const [acme, blue] = (await read(stopped)).accounts!
    await desk.deliver(String(acme!.releaseId))
    const stop = (headers = {}) =>
      desk.call('rita', 'POST', `${url}/${stopped}/stop`, { reason: 'Regression found' }, headers)
    expect((await stop({ 'if-match': '"1"' })).status).toBe(412)
    const { body } = await stop()
    expect(body).toMatchObject({ state: 'STOPPED', stopReason: 'Regression found' })
    expect(body.accounts!.map(({ state }) => state)).toEqual(['DELIVERED', 'REJECTED'])
    expect((await stop()).body.code).toBe('rollout-not-running')
    const late = await desk.call('anton', 'POST', `/api/bundle-releases/approve?bundleReleaseId=${blue!.releaseId}`)
    expect(late.body.code).toBe('release-rejected')
    await advance(10)
    expect(states(await read(stopped))).toEqual(['STOPPED'])
  })
})

test('one rollout of a bundle runs at a time; what cannot be released is rejected with its reason', async () => {
  await started([{ group: first, soakMinutes: 0, gates }])
  const again = await start([{ group: first, soakMinutes: 0 }])
  expect([again.status, again.body.code]).toEqual([409, 'rollout-running'])
  const fields = async (rings: object[], more: object = {}) => {
    const reply = await start(rings, { bundleId: await desk.bundle(`Empty ${made}`), ...more })
    return [reply.status, reply.body.code]
  }
  expect(await fields([{ group: first, soakMinutes: 0 }])).toEqual([409, 'release-bundle-empty'])
  expect(await fields([{ group: first, soakMinutes: 0 }], { bundleId: '999999' })).toEqual([404, 'bundle-not-found'])
  bundleId = await desk.bundle('Nameless')
  await desk.upload(bundleId, 'nameless.bin', 'nameless')
  expect((await start([{ group: '999999', soakMinutes: 0 }])).body.code).toBe('distribution-group-not-found')
  const twice = await start([
    { group: first, soakMinutes: 0 },
    { group: first, soakMinutes: 0 },
  ])
  expect([twice.status, twice.body.fields![0]!.path]).toEqual([400, 'rings.1.group'])
  const versionless = await start([{ group: first, soakMinutes: 0, gates: { minDeployedPercent: 10 } }])
  expect([versionless.status, versionless.body.fields![0]!.path]).toEqual([400, 'rings.0.gates.minDeployedPercent'])
  const { rows } = await query('select from rollouts where bundle_id = $1', [bundleId])
  expect(rows).toHaveLength(0)
})

test('only those who may see, start, stop and override do', async () => {
  const id = await started([{ group: first, soakMinutes: 0, gates }])
  for (const as of ['vera', 'nora', 'mia'] as const) {
    expect((await desk.call(as, 'GET', url)).status).toBe(403)
    expect((await desk.call(as, 'GET', `${url}/${id}`)).status).toBe(403)
  }
  expect((await start([{ group: first, soakMinutes: 0 }], {}, 'anton')).status).toBe(403)
  expect((await desk.call('anton', 'POST', `${url}/${id}/stop`, { reason: 'x' })).status).toBe(403)
  expect((await desk.call('anton', 'GET', `${url}/999999`)).body.code).toBe('rollout-not-found')
})
