// Insights and monitoring: the summary of 1,000 deployments, the cards of an account, a heat map of a week by 200
// segments, the technical report, and all insights of 1,000 deployments judged within their minute.
import pg from 'pg'
import { judgeAll } from '../dist/features/monitoring/insights/server/judge/judge-task.js'
import { openSimulator } from '../dist/features/monitoring/simulator/server/index.js'
import { openDatabase } from '../dist/kit/server/database.js'
import { familyCpuOf } from './cpu.mjs'
import { fillWeek } from './fill-week.mjs'
import { load, send } from './load.mjs'
import { openWorld } from './world.mjs'

const MINUTE = 60_000
const HOURS = 168
const SEGMENTS = 200
const count = Number(process.env.BENCH_DEPLOYMENTS ?? 1000)

/** Measures 1,000 accounts with a deployment each, and one with a week of 200 segments. */
export async function benchInsights() {
  const world = await openWorld({ cases: 100 })
  const connections = openDatabase(world.databaseUrl, { limited: false })
  const { db } = connections
  try {
    await fillDeployments(world.databaseUrl)
    const now = Math.floor(Date.now() / MINUTE) * MINUTE
    await fillWeek(db, { now, segments: SEGMENTS })
    const simulator = await openSimulator(db)
    await simulator.feed(now - 10 * MINUTE)
    await simulator.feed(now)
    return [await judged(world, db), ...(await calls(world, now))]
  } finally {
    await connections.close()
    await world.close()
  }
}

async function fillDeployments(databaseUrl) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  // Not monitored until they are judged here: the portal would judge them, too.
  await client.query(`
    insert into role_grants (user_id, role) select id, 'ADMIN' from users where email = 'user-1@bench.example';
    delete from deployments;
    insert into accounts (name, display_name, region, project_key)
    select 'mon-' || n, 'Monitored ' || n, 'EMEA', 'MON' || n from generate_series(1, ${count}) n;
    insert into deployments (account_id, name, version, type, stage, modems, enable_monitoring)
    select id, name || '-1', 'cOS-CN-DOCSIS', 'CN-DOCSIS', 'PRODUCTION', 9000, false from accounts where name like 'mon-%';
    insert into accounts (name, display_name, region, project_key) values ('week', 'Week', 'EMEA', 'WEEK');
    insert into deployments (account_id, name, version, type, stage, enable_monitoring)
    select id, 'week-1', 'cOS-CN-DOCSIS', 'CN-DOCSIS', 'PRODUCTION', false from accounts where name = 'week';`)
  await client.query('vacuum (analyze)')
  await client.end()
}

/** All insights of all deployments for one minute, by one process: the processor time of it and of the database. */
async function judged({ databaseUrl, postmaster }, db) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query(
    `update deployments d set enable_monitoring = true from accounts a where a.id = d.account_id and a.name like 'mon-%' returning a.name`,
  )
  const at = Math.floor(Date.now() / MINUTE) * MINUTE
  // Claimed for the minutes that are judged here: the portal leaves them alone.
  const used = () => process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000 + familyCpuOf(postmaster)
  const judge = (now) =>
    judgeAll(db, {
      now,
      onFailure: (_, failure) => {
        throw failure
      },
    })
  // The first time includes the queries that run once an hour.
  await judge(at + MINUTE)
  const [before, began] = [used(), performance.now()]
  await judge(at + 2 * MINUTE)
  const [cpu, wall] = [used() - before, performance.now() - began]
  const {
    rows: [{ series }],
  } = await client.query('select count(*)::int as series from metric_series')
  await client.query('update deployments set enable_monitoring = false')
  await client.end()
  return {
    goal: 'I1',
    what: `all insights of ${rows.length} deployments (${series} series) judged once`,
    measured: `${(cpu / 1000).toFixed(1)} s of processor time = ${(cpu / 600).toFixed(0)} % of a core each minute, ${(wall / 1000).toFixed(1)} s`,
    wanted: '≤ 30 % of a core, within the minute',
  }
}

async function calls({ app, headers }, now) {
  const iso = (at) => new Date(at).toISOString()
  const hour = Math.floor(now / 3_600_000) * 3_600_000
  const week = `account=week&granularity=1h&from=${iso(hour - HOURS * 3_600_000)}&to=${iso(hour)}`
  const wanted = [
    ['summary of all accounts', '/api/plugins/analytics/info-summary/map', '≤ 60 ms', 30],
    ['cards of an account', '/api/insights/cards?account=mon-1', '≤ 40 ms', 100],
    ['heat map of 168 hours by 200 segments', `/api/insights/heatmap/cluster?${week}`, 'p99 ≤ 80 ms', 10],
    [
      'technical report as PDF, the week by 200 segments',
      `/api/plugins/analytics/tec-report/v4?account=week&format=pdf`,
      '≤ 5 s',
      3,
    ],
  ]
  const rows = []
  for (const [what, path, goal, times] of wanted) {
    const request = { url: `${app.url}${path}`, headers }
    try {
      await send(request)
      const waits = []
      let asking = true
      const measured = load(() => request, { count: times, width: 1 }).finally(() => {
        asking = false
      })
      measured.catch(() => undefined)
      while (asking) waits.push((await load(() => ({ url: `${app.url}/healthz` }), { count: 1, width: 1 })).p50)
      const { p50, p99 } = await measured
      const waited = `another call meanwhile waits ${Math.max(...waits).toFixed(0)} ms at most`
      rows.push({
        goal: 'I2',
        what,
        measured: `p50 ${p50.toFixed(0)}, p99 ${p99.toFixed(0)} ms; ${waited}`,
        wanted: goal,
      })
    } catch (failure) {
      rows.push({ goal: 'I2', what, measured: `failed: ${failure.message.slice(0, 200)}`, wanted: goal })
    }
  }
  return rows
}
