import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasPrometheus, type RealPrometheus, startPrometheus } from './metrics/real-prometheus.ts'
import { openProduct, type Product } from './product-process.ts'
import { until } from './software-app.ts'

/** Series that are scraped each second, and samples that are stored before each disturbance: 10 minutes in a soak. */
const SERIES = 200
const isSoak = process.env.SOAK_ROUNDS !== undefined
const perPhase = SERIES * (isSoak ? 120 : 4)
const KILLS = 3

let product: Product
let prometheus: RealPrometheus
let token: string
let deployment: number
let scrapes = 0
/** Counters with a reset, values of all sizes, labels that need quotes, and a series that comes and goes. */
const exporter = createServer((_request, response) => {
  scrapes += 1
  const lines = Array.from({ length: SERIES }, (_, index) => `own_total{md="${index}"} ${(scrapes % 97) * index}`)
  if (scrapes % 10 < 5) lines.push(`own_sometimes{text="a\\"b\\\\c"} ${Math.sin(scrapes) * 10 ** (scrapes % 30)}`)
  response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' }).end(`${lines.join('\n')}\n`)
})

const ownWorld = `
  with account as (insert into accounts (name, display_name, region, project_key) values ('acme', 'Acme', 'EMEA', 'ACME') returning id),
  admin as (insert into users (email, full_name, state) values ('admin@vendor.example', 'Ada Admin', 'active') returning id),
  role as (insert into role_grants (user_id, role) select id, 'ADMIN' from admin)
  insert into deployments (account_id, name, version, type, stage) select id, 'acme-1', 'cOS-CN-DOCSIS', 'CN-DOCSIS', 'PRODUCTION' from account
  returning id`

async function call(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${product.url}/api/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!response.ok) throw new Error(`${response.status} ${path} ${await response.text()}`)
  return (await response.json()) as Record<string, unknown>
}

describe.skipIf(!hasPrometheus)('a real Prometheus that sends what it scrapes', () => {
  let secret: string
  beforeAll(async () => {
    product = await openProduct({ DEMO: 'off' })
    deployment = Number((await product.query(ownWorld)).rows[0].id)
    token = product.tokenOf('admin@vendor.example')
    const made = await call('POST', `plugins/analytics/deployments/${deployment}/tokens`, { name: 'Prometheus' })
    secret = String(made.token)
    await new Promise<void>((listening) => exporter.listen(0, '127.0.0.1', listening))
    const { port } = exporter.address() as AddressInfo
    prometheus = await startPrometheus({
      config: `
global: { scrape_interval: 1s }
scrape_configs:
  - job_name: own
    static_configs: [{ targets: ['127.0.0.1:${port}'], labels: { deployment: acme-1 } }]
remote_write:
  - url: ${product.url}/api/ingest/metrics
    authorization: { credentials: ${secret} }
    queue_config: { retry_on_http_429: true }
`,
    })
  }, 120_000)
  afterAll(async () => {
    await prometheus?.stop()
    exporter.closeAllConnections()
    exporter.close()
    await product?.close()
  })

  const stored = async () => {
    const { rows } = await product.query('select count(*)::int as count from metric_samples')
    return Number(rows[0].count)
  }
  /** A figure of Prometheus about itself. */
  const own = async (name: string) => {
    const text = await (await fetch(`${prometheus.url}/metrics`)).text()
    const line = text.split('\n').find((one) => one.startsWith(`prometheus_remote_storage_${name}`))
    return Number(line?.split(' ').at(-1) ?? 0)
  }
  const more = async () => {
    const wanted = (await stored()) + perPhase
    await until(async () => (await stored()) >= wanted || undefined)
  }
  /** Waits until Prometheus has met a disturbance, and so has samples to send again. */
  const retried = async (disturb: () => Promise<void>) => {
    const before = await own('samples_retried_total')
    await until(async () => {
      await disturb()
      return (await own('samples_retried_total')) > before || undefined
    })
  }

  /** More requests than the limit of a minute: Prometheus gets 429, and sends those samples again. */
  async function sendTooMuch(): Promise<void> {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'text/plain' }
    const rejected = async () => {
      const sent = Array.from({ length: 200 }, () =>
        fetch(`${product.url}/api/ingest/metrics`, { method: 'POST', headers, body: '\n' }),
      )
      return (await Promise.all(sent)).some(({ status }) => status === 429)
    }
    // A new minute may begin between its 429 and that of Prometheus.
    await until(async () => (await rejected()) || undefined)
    await retried(async () => void (await rejected()))
    // The rest of the minute is waited for in a soak alone.
    if (isSoak) await more()
    else await product.query('delete from rate_limit_counters')
  }

  test(`kill -9 of the portal ${KILLS} times, and 429 once: every sample that it holds is stored, once`, async () => {
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await more()
      if (kill === KILLS) await sendTooMuch()
      product.kill()
      await retried(async () => undefined)
      const began = Date.now()
      await product.start()
      console.info(`kill ${kill}: up again after ${Date.now() - began} ms`)
    }
    await more()

    const end = Math.floor(Date.now() / 1000)
    await until(async () => (await own('queue_highest_sent_timestamp_seconds')) > end || undefined)
    const query = { query: '{deployment="acme-1"}[1h]', time: String(end), account: 'acme' }
    const theirs = samplesOf(await prometheus.ask('query', query))
    const ours = await until(async () => {
      const { data } = await call('GET', `prometheus/api/v1/query?${new URLSearchParams(query)}`)
      const found = samplesOf(data)
      return countOf(found) >= countOf(theirs) ? found : undefined
    })
    expect(ours.size).toBe(theirs.size)
    for (const [series, samples] of theirs) expect([series, ours.get(series)]).toEqual([series, samples])
    expect(await own('samples_dropped_total')).toBe(0)
    expect(await own('samples_failed_total')).toBe(0)
    console.info(
      `${countOf(theirs)} samples of ${theirs.size} series, ${await own('samples_retried_total')} sent again`,
    )
  }, 900_000)
})

/** Each sample of each series, as text: a second sample of the same time would be one more. */
function samplesOf(data: unknown): Map<string, readonly string[]> {
  const { result } = data as {
    result: { metric: Record<string, string>; values: readonly (readonly [number, string])[] }[]
  }
  return new Map(
    result.map(({ metric, values }) => [
      JSON.stringify(Object.entries(metric).sort()),
      values.map(([at, value]) => `${at} ${Number(value)}`),
    ]),
  )
}

function countOf(series: ReadonlyMap<string, readonly string[]>): number {
  return [...series.values()].reduce((sum, samples) => sum + samples.length, 0)
}
