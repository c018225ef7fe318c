// Metrics: the processor time of ingest, what a packed sample takes on the disk, queries of a week and of two days, and
// the case list while samples arrive.
import { createHash } from 'node:crypto'
import pg from 'pg'
import { packWindows } from '../dist/features/monitoring/metrics/server/store/pack-windows.js'
import { openSimulator } from '../dist/features/monitoring/simulator/server/index.js'
import { openDatabase } from '../dist/kit/server/database.js'
import { cpuOf, familyCpuOf } from './cpu.mjs'
import { fillFull } from './fill-full.mjs'
import { fillWeek } from './fill-week.mjs'
import { load, send } from './load.mjs'
import { remoteWrite } from './remote-write.mjs'
import { openWorld } from './world.mjs'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const SERIES = 200
const MINUTES = 10
/** Lines of a graph. */
const LINES = 20
const deployments = Number(process.env.BENCH_DEPLOYMENTS ?? 1000)

/**
 * Measures `deployments` deployments of 200 series, each request with ten minutes of one of them. With `BENCH_FULL` all
 * series have 48 hours by the minute and 90 days by the hour before the queries, and ingest is measured again on them.
 */
export async function benchMetrics() {
  const world = await openWorld({ cases: 10_000 })
  const connections = openDatabase(world.databaseUrl, { limited: false })
  const client = new pg.Client({ connectionString: world.databaseUrl })
  await client.connect()
  try {
    await fillDeployments(client)
    const now = Math.floor(Date.now() / MINUTE) * MINUTE
    await fillWeek(connections.db, { now, segments: LINES })
    const rows = [...(await ingested(world, now)), await packed(client, connections.db, now)]
    if (!process.env.BENCH_FULL) return [...rows, ...(await queried(world, now))]
    rows.push(await full({ world, client, db: connections.db, now }))
    const later = Math.floor(Date.now() / MINUTE) * MINUTE
    return [...rows, ...(await queried(world, now)), ...(await ingested(world, later))]
  } finally {
    await client.end()
    await connections.close()
    await world.close()
  }
}

const tokenOf = (number) => `hdd_bench-${number}`

async function fillDeployments(client) {
  await client.query(`
    insert into role_grants (user_id, role) select id, 'ADMIN' from users where email = 'user-1@bench.example';
    delete from deployments;
    insert into accounts (name, display_name, region, project_key) values ('week', 'Week', 'EMEA', 'WEEK'), ('sim', 'Simulated', 'EMEA', 'SIM');
    insert into deployments (account_id, name, version, type, stage, modems, enable_monitoring)
    select id, name || '-1', 'cOS-CN-DOCSIS', 'CN-DOCSIS', 'PRODUCTION', 9000, false from accounts where name in ('week', 'sim');
    insert into accounts (name, display_name, region, project_key)
    select 'mon-' || n, 'Monitored ' || n, 'EMEA', 'MON' || n from generate_series(1, ${deployments}) n;
    insert into deployments (account_id, name, version, type, stage, enable_monitoring)
    select id, name || '-1', 'cOS-CN-DOCSIS', 'CN-DOCSIS', 'PRODUCTION', false from accounts where name like 'mon-%'`)
  const hashes = Array.from({ length: deployments }, (_, index) =>
    createHash('sha256')
      .update(tokenOf(index + 1))
      .digest(),
  )
  await client.query(
    `insert into deployment_tokens (deployment_id, name, hash)
     select d.id, 'bench', h.hash from unnest($1::bytea[]) with ordinality as h (hash, n) join deployments d on d.name = 'mon-' || h.n || '-1'`,
    [hashes],
  )
  await client.query('vacuum (analyze)')
}

/** Ten minutes of 200 series of each deployment: once with new series, then measured with known ones. */
async function ingested(world, now) {
  const { app, headers, account } = world
  const list = { url: `${app.url}/api/plugins/jira/issues/search?account=${account.name}&status=OPEN`, headers }
  const quiet = await load(() => list, { count: 400, width: 1 })
  await sendAll(world, now - 2 * MINUTES * MINUTE)
  const used = () => ({ app: cpuOf(app.pid), database: familyCpuOf(world.postmaster) })
  const [before, began] = [used(), performance.now()]
  await sendAll(world, now - MINUTES * MINUTE)
  const [after, wall] = [used(), performance.now() - began]
  const samples = deployments * SERIES * MINUTES
  const micro = (one) => ((after[one] - before[one]) * 1000) / samples
  let sending = true
  const more = sendAll(world, now - MINUTES * MINUTE).finally(() => {
    sending = false
  })
  const listed = await load(() => list, { count: 400, width: 1 })
  const whole = sending ? '' : ' (the samples ended before)'
  await more
  return [
    {
      goal: 'M1',
      what: `remote-write of ${samples} samples of ${deployments * SERIES} series, 2,000 a request`,
      measured: `${(micro('app') + micro('database')).toFixed(1)} µs of processor time a sample (portal ${micro('app').toFixed(1)}, database ${micro('database').toFixed(1)}), ${Math.round(samples / (wall / 1000))} a second`,
      wanted: '≤ 20 µs',
    },
    {
      goal: 'M4',
      what: 'the case list while samples arrive, p99 ÷ quiet',
      measured: `${(listed.p99 / quiet.p99).toFixed(2)} (${listed.p99.toFixed(1)} ÷ ${quiet.p99.toFixed(1)} ms)${whole}`,
      wanted: '≤ 1.3',
    },
  ]
}

async function sendAll({ app }, from) {
  let next = 0
  await Promise.all(
    Array.from({ length: 2 }, async () => {
      while (next < deployments) {
        next += 1
        const headers = {
          authorization: `Bearer ${tokenOf(next)}`,
          'content-type': 'application/x-protobuf',
          'content-encoding': 'snappy',
        }
        const request = { url: `${app.url}/api/ingest/metrics`, method: 'POST', headers, status: 204 }
        await send({ ...request, body: Buffer.from(bodyOf(from)) })
      }
    }),
  )
}

const bodies = new Map()
function bodyOf(from) {
  const known = bodies.get(from)
  if (known) return known
  const series = Array.from({ length: SERIES }, (_, index) => ({
    labels: { __name__: 'cable_bench_total', ccap: `core${index >> 5}`, rpd: `RPD-${index}`, md: `${index}:0` },
    samples: Array.from({ length: MINUTES }, (_one, minute) => [from + minute * MINUTE, index * 1000 + minute * 7]),
  }))
  bodies.set(from, remoteWrite(series))
  return bodies.get(from)
}

/** A day of the simulator in packed chunks, with their indexes. */
async function packed(client, db, now) {
  const size = async () => {
    const { rows } = await client.query(`
      select coalesce(sum(pg_total_relation_size(c.oid)), 0)::float8 as bytes from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'metric_chunks'::regclass and pg_relation_size(c.oid) > 0`)
    const { rows: counted } = await client.query(
      'select coalesce(sum(samples), 0)::float8 as samples from metric_chunks',
    )
    return { bytes: rows[0].bytes, samples: counted[0].samples }
  }
  await packWindows(db, now)
  const before = await size()
  const simulator = await openSimulator(db, 'sim')
  await simulator.feed(now)
  await client.query('create temp table kept as select * from metric_chunks; truncate metric_chunks')
  for (let window = 0; window < 12; window += 1) await simulator.fillHistory(now)
  const own = await size()
  await client.query('insert into metric_chunks select * from kept on conflict do nothing; drop table kept')
  return {
    goal: 'M2',
    what: `packed chunks of the simulator with their indexes, ${own.samples} samples (of a constant line before: ${(before.bytes / before.samples).toFixed(2)})`,
    measured: `${(own.bytes / own.samples).toFixed(2)} bytes a sample`,
    wanted: '≤ 3',
  }
}

/** Some 12 GB, and ten minutes and more. The portal pauses meanwhile: it would judge all series once a minute. */
async function full({ world, client, db, now }) {
  world.app.process.kill('SIGSTOP')
  const { chunks, rollups, gigabytes } = await fillFull(client, db, now).finally(() =>
    world.app.process.kill('SIGCONT'),
  )
  // The samples of before and of the second ingest must not be of the same minutes.
  while (Date.now() < now + 2 * MINUTES * MINUTE + MINUTE) await new Promise((resolve) => setTimeout(resolve, 1000))
  return {
    goal: 'M3',
    what: 'the whole data set is stored for what follows',
    measured: `${chunks} chunks, ${rollups} roll-ups of a day, ${gigabytes.toFixed(1)} GB`,
    wanted: 'none',
  }
}

async function queried({ app, headers }, now) {
  const seconds = (at) => String(at / 1000)
  const rows = []
  for (const [what, span, step, goal] of [
    ['a week of 20 series by the hour', 168 * HOUR, HOUR, 'p99 ≤ 60 ms'],
    ['48 hours of 20 series by 5 minutes', 48 * HOUR, 5 * MINUTE, 'p99 ≤ 150 ms'],
  ]) {
    const query = {
      query: 'cable_md_utilization_ratio',
      start: seconds(now - span),
      end: seconds(now),
      step: seconds(step),
      account: 'week',
    }
    const request = { url: `${app.url}/api/prometheus/api/v1/query_range?${new URLSearchParams(query)}`, headers }
    const { text } = await send(request)
    const lines = JSON.parse(text()).data.result.length
    if (lines !== LINES) throw new Error(`${lines} lines`)
    const { p50, p99 } = await load(() => request, { count: 100, width: 1 })
    rows.push({ goal: 'M3', what, measured: `p50 ${p50.toFixed(0)}, p99 ${p99.toFixed(0)} ms`, wanted: goal })
  }
  return rows
}
