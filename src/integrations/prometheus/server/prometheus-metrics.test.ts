import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addJob, defineJob } from '#kit/server/job.ts'
import { integrationFetch } from '#kit/server/vendor/vendor-fetch.ts'
import { integrationStream } from '#kit/server/vendor/vendor-stream.ts'
import { deployments, metricSourceSuite } from '#test/metrics/metric-source-suite.ts'
import { hasPrometheus, type RealPrometheus, startPrometheus } from '#test/metrics/real-prometheus.ts'
import { makeDeployment, storedMetrics } from '#test/metrics/stored-metrics.ts'
import { type UserManagementApp, userManagementApp } from '#test/user-management-app.ts'
import { prometheusMetrics } from './prometheus-metrics.ts'

let office: UserManagementApp
let prometheus: RealPrometheus | undefined
/** What stands at the address of the connection in tests of faults. */
let server: Server
let listener: RequestListener = (_request, response) => void response.writeHead(404).end()
let url: string
beforeAll(async () => {
  server = createServer((request, response) => listener(request, response))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  office = await userManagementApp({
    env: { PRIVATE_HOSTS: '127.0.0.1', PORTAL_ENVIRONMENT: 'staging', RATE_LIMITS: 'off' },
  })
})
afterAll(async () => {
  await office.close()
  await prometheus?.stop()
  server.closeAllConnections()
  server.close()
})

/** The connector without the frame of connections. */
function metricsAt(settings: Readonly<Record<string, string>>) {
  const { portal } = office
  const given = { name: 'Prometheus', privateHosts: ['127.0.0.1'], log: portal.log }
  const fetch: Parameters<typeof prometheusMetrics.open>[0]['fetch'] = (vendor) =>
    integrationFetch({ ...vendor, ...given })
  const stream = integrationStream(given)
  return prometheusMetrics.open({ portal, id: 'analytics:none', name: given.name, settings, fetch, stream })
}

const connect = (account: string, settings: object) =>
  office.call('admin', 'POST', '/connections', { port: 'analytics', system: 'prometheus', account, settings })
const tested = async (account: string) => {
  const { status, body } = await office.call('admin', 'POST', `/connections/analytics:${account}/test`)
  const { code, error, fields } = body as unknown as { code?: string; error?: string; fields?: { path: string }[] }
  return { status, code, error, path: fields?.[0]?.path }
}
const copyNow = () => addJob(office.portal.db, defineJob('metrics.copy-all'), {})
/** The jobs that copy, once none is left. */
const copied = () =>
  expect
    .poll(
      async () => {
        const { rows } = await office.portal.pool.query(
          `select t.identifier, j.last_error from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier like 'metrics.copy%'`,
        )
        return rows
      },
      { timeout: 60_000 },
    )
    .toEqual([])

metricSourceSuite('of the portal itself', () => storedMetrics(office, office.acme))

describe.skipIf(!hasPrometheus)('with a real Prometheus', () => {
  metricSourceSuite('of a real Prometheus', async () => ({
    async load(samples) {
      prometheus = await startPrometheus({ samples })
    },
    source: (names) => metricsAt({ url: `${prometheus!.url}/` }).source(names),
    close: async () => undefined,
  }))

  test('the samples of an account are copied, once, and give the results of Prometheus', async () => {
    for (const name of deployments) await makeDeployment(office, office.blue, name)
    expect((await connect('blue', { url: prometheus!.url })).status).toBe(201)
    expect(await tested('blue')).toMatchObject({ status: 200 })
    const time = String(Math.floor(Date.now() / 1000))
    for (let round = 0; round < 2; round += 1) {
      await copyNow()
      await copied()
      for (const query of [
        'count_over_time(hostile[70m])',
        'count_over_time(special[70m])',
        'count_over_time(flaps_total[70m])',
        'sum_over_time(md_ratio{deployment=~"acme-1|acme[.]2"}[70m])',
        'increase(flaps_total[70m])',
      ]) {
        const asked = new URLSearchParams({ query, time, account: 'blue' })
        const { body } = await office.call('admin', 'GET', `/prometheus/api/v1/query?${asked}`)
        expect(body).toMatchObject({ status: 'success' })
        const sorted = (data: unknown) =>
          (data as { result: { metric: object; value: [number, string] }[] }).result
            .map(({ metric, value: [, value] }) =>
              JSON.stringify([Object.entries(metric).sort(), Number(value).toPrecision(9)]),
            )
            .sort()
        const ours = sorted((body as unknown as { data: unknown }).data)
        expect([query, ours]).toEqual([query, sorted(await prometheus!.ask('query', { query, time }))])
        expect(ours.length).toBeGreaterThan(0)
      }
    }
  })
})

describe('with a system that is not what it should be', () => {
  const samples = (metric: object, values: readonly unknown[]) => ({
    status: 'success',
    data: { resultType: 'matrix', result: [{ metric, values }] },
  })
  const json =
    (status: number, body: unknown): RequestListener =>
    (_request, response) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  const now = () => Date.now() / 1000
  let id: number
  beforeAll(async () => {
    listener = json(200, { status: 'success', data: [] })
    id = await makeDeployment(office, office.acme, 'faulty-1')
    expect((await connect('acme', { url, username: 'reader', password: 'secret-of-reader' })).status).toBe(201)
  })
  const stored = async () =>
    (await office.portal.pool.query('select count(*)::int as count from metric_series where deployment_id = $1', [id]))
      .rows[0].count

  const huge: RequestListener = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('{"status":"success","data":{"resultType":"matrix","result":[')
    const part = `{"metric":{"__name__":"x","deployment":"faulty-1"},"values":[[1,"1"]]},`.repeat(10_000)
    const more = () => {
      while (!response.destroyed && response.write(part));
    }
    response.on('drain', more)
    response.on('error', () => undefined)
    more()
  }
  const cut: RequestListener = (request, response) => {
    const body = JSON.stringify(samples({ __name__: 'x', deployment: 'faulty-1' }, [[now(), '1']]))
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
    response.write(body.slice(0, -20), () => request.socket.destroy())
  }
  test.each<readonly [string, RequestListener, object]>([
    [
      'a page of HTML',
      (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
      { path: 'url' },
    ],
    [
      'a redirect',
      (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      { path: 'url' },
    ],
    ['another API', json(404, {}), { path: 'url', error: expect.stringContaining('is not at this address') }],
    ['a response without end', huge, { path: 'url', error: expect.stringContaining('sent too much') }],
    ['a connection that breaks', cut, { path: 'url' }],
    ['a wrong login', json(401, { error: 'no' }), { path: 'login' }],
    ['values that are no texts', json(200, samples({ __name__: 'x', deployment: 'faulty-1' }, [[now(), 1]])), {}],
    [
      'an error of its own',
      json(503, { status: 'error', error: 'tsdb is closed' }),
      { error: expect.stringContaining('tsdb is closed') },
    ],
    [
      'no deployment of the account',
      json(200, { status: 'success', data: ['other'] }),
      { path: 'name', error: expect.stringContaining('faulty-1') },
    ],
  ])('%s is named by the test, and nothing of it is stored', async (_, behaviour, expected) => {
    listener = behaviour
    const result = await tested('acme')
    expect(result).toMatchObject({ status: 422, code: 'connection-test-failed', ...expected })
    expect(JSON.stringify(result)).not.toContain('secret-of-reader')
    await copyNow()
    await copied()
    expect(await stored()).toBe(0)
  })

  test('one that does not respond is named, and a private address is not called', async () => {
    await office.call('admin', 'PUT', '/connections/analytics:acme/fault', { fault: 'SLOW' })
    expect(await tested('acme')).toMatchObject({ status: 408, code: 'connection-timeout' })
    await office.call('admin', 'PUT', '/connections/analytics:acme/fault', { fault: null })
    const changed = (address: string) =>
      office.call(
        'admin',
        'PATCH',
        '/connections/analytics:acme',
        { settings: { url: address, password: 'secret-of-reader' } },
        { 'if-match': '*' },
      )
    expect((await changed('https://10.1.2.3/')).status).toBe(400)
    expect((await changed('https://localhost/')).status).toBe(400)
  })

  test('labels and values that cannot be stored are counted, and the others are stored under the deployment', async () => {
    const result = [
      { metric: { __name__: 'good', node: 'faulty-1', deployment: 'of the exporter' }, values: [[now(), '1.5']] },
      { metric: { node: 'faulty-1', only: 'labels' }, values: [[now(), '1']] },
      { metric: { __name__: 'histogram', node: 'faulty-1' }, histograms: [] },
    ]
    await office.call(
      'admin',
      'PATCH',
      '/connections/analytics:acme',
      { settings: { label: 'node' } },
      { 'if-match': '*' },
    )
    listener = (request, response) => {
      const isQuery = request.url!.includes('/query?')
      const wanted = decodeURIComponent(request.url!).includes('node="faulty-1"')
      const found = { resultType: 'matrix', result: wanted ? result : [] }
      json(200, { status: 'success', data: isQuery ? found : ['faulty-1'] })(request, response)
    }
    expect(await tested('acme')).toMatchObject({ status: 200 })
    await copyNow()
    await copied()
    const { body } = await office.call('admin', 'GET', `/prometheus/api/v1/series?account=acme&match[]=good`)
    expect((body as unknown as { data: unknown }).data).toEqual([
      { __name__: 'good', deployment: 'faulty-1', exported_deployment: 'of the exporter' },
    ])
    const state = await office.call('admin', 'GET', `/plugins/analytics/deployments/${id}/ingest`)
    expect(state.body).toMatchObject({ rejections: [{ reason: 'invalid-labels' }] })
  })

  test('the connection of the vendor’s analytics is not this one', async () => {
    const { body } = await office.call('admin', 'GET', '/plugins/analytics/configs/analytics/?account=acme')
    expect(body._embedded).toEqual({ configs: [] })
  })
})
