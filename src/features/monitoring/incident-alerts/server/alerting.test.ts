import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { alertingSystems, type RunningSystem } from '#test/alerting/alerting-systems.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { makeAccount, type TestUser, userWith } from '#test/factories.ts'

const running = new Map<string, RunningSystem>()
let app: TestApp
let admin: TestUser
let noc: TestUser

beforeAll(async () => {
  for (const { system, start } of alertingSystems) running.set(system, await start())
  app = await testApp({ env: { PRIVATE_HOSTS: [...running.values()].map(({ server }) => server.host).join() } })
  admin = await userWith(app, 'ADMIN')
  noc = await userWith(app, 'HARMONIC_NOC')
  for (const name of ['embedded', ...running.keys()]) await makeAccount(app, `with-${name}`)
})
afterAll(async () => {
  await app.close()
  for (const one of running.values()) await one.close()
})

const plugin = '/api/plugins/opsgenie'
async function call(method: string, path: string, { body, as = noc, version }: CallOptions = {}) {
  const headers = {
    ...as.headers,
    ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
    ...(body ? { 'content-type': 'application/json' } : {}),
  }
  const response = await fetch(`${app.url}${path}`, {
    method,
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: response.status, body: await response.json().catch(() => undefined) }
}
type CallOptions = { body?: object; as?: TestUser; version?: number }
const settled = () =>
  expect
    .poll(async () => {
      const { rows } = await sql`
        select operation, error from outbox where state in ('WAITING', 'FAILED') union all select 'event', name from events where seq is null
        union all select 'job', task_identifier from graphile_worker.jobs where task_identifier = 'connections.receive'`.execute(
        app.portal.db,
      )
      return rows
    })
    .toEqual([])

describe.each([{ system: 'embedded' as const, settings: {}, event: undefined }, ...alertingSystems])(
  'an account with $system',
  ({ system, settings, event }) => {
    const account = `with-${system}`
    const outside = () => running.get(system)
    const create = (body: object) => call('POST', `${plugin}/alerts?account=${account}`, { body })
    const change = (id: string, action: string) => call('POST', `${plugin}/alerts/${id}/${action}`)
    const read = async (id: string) => (await call('GET', `${plugin}/alerts/${id}`)).body
    /** The alert as the system has it: every one with that message. */
    const there = async (message: string) => {
      await settled()
      const found = outside()?.fake.alerts()
      if (found) return found.filter((one) => one.message === message).map((one) => [one.state, one.occurrences])
      const { body } = await call('GET', `${plugin}/alerts?account=${account}`)
      return body._embedded.alerts
        .filter((one: { message: string }) => one.message === message)
        .map((one: { state: string; occurrences: number }) => [one.state, one.occurrences])
    }
    const hook = ({ headers, body }: { headers: object; body: string }) =>
      fetch(`${app.url}/api/hooks/${system}/${account}`, { method: 'POST', headers: { ...headers }, body })

    beforeAll(async () => {
      const server = outside()?.server
      if (!server) return
      const body = { system, url: server.url, ...settings }
      const saved = await call('POST', `${plugin}/configs?account=${account}`, { as: admin, body })
      expect(saved).toMatchObject({ status: 200, body: { system, connection: `opsgenie:${account}` } })
      const tested = await call('POST', `/api/connections/opsgenie:${account}/test`, { as: admin })
      expect([tested.status, tested.body.state]).toEqual([200, 'STARTED'])
    })

    test('an alert is opened, counted, acknowledged and closed there, each once', async () => {
      const { body } = await create({ message: 'RPD lost', alias: 'rpd', priority: 'P2' })
      expect(await there('RPD lost')).toEqual([['OPEN', 1]])
      expect(outside()?.fake.alerts()[0] ?? { urgent: true }).toMatchObject({ urgent: true })
      await create({ message: 'RPD lost', alias: 'rpd' })
      expect(await there('RPD lost')).toEqual([['OPEN', 2]])
      await change(body.id, 'acknowledge')
      expect(await there('RPD lost')).toEqual([['ACKNOWLEDGED', 2]])
      await change(body.id, 'close')
      expect(await there('RPD lost')).toEqual([['CLOSED', 2]])
      await create({ message: 'RPD lost', alias: 'rpd' })
      expect((await there('RPD lost')).sort()).toEqual([
        ['CLOSED', 2],
        ['OPEN', 1],
      ])
      const state = outside() ? { system, state: 'SENT', error: null } : null
      expect((await read(body.id)).outside).toEqual(state)
    })

    test('a message that is delivered again after a crash changes nothing there', async () => {
      const { body } = await create({ message: 'Sent twice', alias: 'twice' })
      await create({ message: 'Sent twice', alias: 'twice' })
      await change(body.id, 'acknowledge')
      await change(body.id, 'close')
      expect(await there('Sent twice')).toEqual([['CLOSED', 2]])
      // What the process had sent when it crashed, before it recorded that.
      await sql`
        update outbox set state = 'WAITING', settled_at = null where connection = ${`opsgenie:${account}`}
          and subject = ${`opsgenie:${account} ${body.id}`}`.execute(app.portal.db)
      await sql`select graphile_worker.add_job('outbox.connections', json_build_object('subject', ${`opsgenie:${account} ${body.id}`}::text))`.execute(
        app.portal.db,
      )
      expect(await there('Sent twice')).toEqual([['CLOSED', 2]])
    })

    // The portal's own alerting has no other side.
    if (!event) return
    test('what is done there is done here, and not sent back', async () => {
      const { body } = await create({ message: 'Seen there' })
      await there('Seen there')
      const { alias } = outside()!.fake.alerts().at(-1)!
      const acknowledge = event({ alias, action: 'acknowledge', user: noc.email })
      expect((await hook(acknowledge)).status).toBe(204)
      expect((await hook(acknowledge)).status).toBe(204)
      await settled()
      expect(await read(body.id)).toMatchObject({
        state: 'ACKNOWLEDGED',
        acknowledgedBy: { username: noc.email },
        acknowledgedIn: { system },
        nextNotice: null,
      })
      expect((await hook(event({ alias, action: 'close', user: 'Robin Outside' }))).status).toBe(204)
      await settled()
      expect(await read(body.id)).toMatchObject({
        state: 'CLOSED',
        closedBy: null,
        closedIn: { system, user: 'Robin Outside' },
      })
      // The state there is still the one that the portal sent.
      expect(await there('Seen there')).toEqual([['OPEN', 1]])
      const other = event({ alias: alias.replace(account, 'with-embedded'), action: 'close', user: 'x' })
      expect((await hook(other)).status).toBe(204)
      const forged = { ...acknowledge, headers: { authorization: 'Bearer x', 'x-pagerduty-signature': 'v1=x' } }
      expect((await hook(forged)).status).toBe(401)
    })
  },
)

test('every call agreed with the description of its vendor', () => {
  for (const { server } of running.values()) {
    expect(server.calls.filter(({ wrong }) => wrong !== null)).toEqual([])
    expect(server.calls.length).toBeGreaterThan(10)
  }
})

test('an alert waits while the system does not respond, and says why', async () => {
  const { fake } = running.get('pagerduty')!
  fake.mode = 'down'
  const { body } = await call('POST', `${plugin}/alerts?account=with-pagerduty`, { body: { message: 'Waits' } })
  await expect
    .poll(async () => (await call('GET', `${plugin}/alerts/${body.id}`)).body.outside?.error, { timeout: 10_000 })
    .toContain('PagerDuty')
  expect((await call('GET', `${plugin}/alerts/${body.id}`)).body.outside).toMatchObject({ state: 'WAITING' })
  expect((await call('GET', `${plugin}/alerts/999999`)).status).toBe(404)
})

test('configs are read by users of the account without settings, and set by administrators alone', async () => {
  const manager = await userWith(app, 'MANAGER', await makeAccount(app, 'customer'))
  const read = (path: string, as: TestUser) => call('GET', `${plugin}/configs${path}`, { as })
  const mine = await read('?account=customer', manager)
  expect(mine.body._embedded.configs).toEqual([
    {
      ...{
        account: 'customer',
        accountDisplayName: 'customer',
        system: 'embedded',
        state: 'STARTED',
        connection: null,
      },
      ...{ settings: null, secretsSet: [], openAlerts: null, version: 0 },
    },
  ])
  expect((await read('?account=with-opsgenie', manager)).status).toBe(404)
  expect((await read('/list', manager)).body._embedded.configs).toHaveLength(1)
  expect((await read('/list', admin)).body._embedded.configs.length).toBeGreaterThan(4)
  expect((await read('/list', await userWith(app, 'FIELDTECH', { id: 1, name: 'with-embedded' }))).status).toBe(403)
  const post = (as: TestUser, body: object, version?: number) =>
    call('POST', `${plugin}/configs?account=with-opsgenie`, { as, body, ...(version === undefined ? {} : { version }) })
  expect((await post(noc, { secret: 'x' })).status).toBe(403)
  expect((await post(manager, { secret: 'x' })).status).toBe(403)
  expect((await post(admin, { secret: 'x' }, 999)).status).toBe(412)
  expect((await post(admin, { service: 'x' })).body.fields[0].path).toBe('service')
  const { body } = await read('?account=with-opsgenie', admin)
  expect(JSON.stringify(body)).not.toContain('key-1')
  expect(body._embedded.configs[0]).toMatchObject({ secretsSet: ['secret', 'hookSecret'] })
  expect((await post(admin, { team: 'noc' })).body.settings).toMatchObject({ team: 'noc' })
})
