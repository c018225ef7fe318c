// Support at a number of cases (BENCH_CASES, 100,000): a case of 10,000 comments, the SLA of 24 months and its receipt, a
// month of all accounts, the cases report, the clocks of open cases, a change of 500 cases at once.
import pg from 'pg'
import { load, send } from './load.mjs'
import { openWorld } from './world.mjs'

const jira = '/api/plugins/jira'
const size = Number(process.env.BENCH_CASES ?? 100_000)
const ACCOUNTS = 2_000
const OPEN_CASES = 100_000
const COMMENTS = 10_000

/** Measures support; a fiftieth of the cases are outages. */
export async function benchSupport() {
  const world = await openWorld({ cases: size })
  const client = new pg.Client({ connectionString: world.databaseUrl })
  await client.connect()
  try {
    const months = await fillSupport(client, world.account)
    const { account } = world
    const sla = `${jira}/sla-stats?account=${account.name}&from=${months[0]}&until=${months[23]}`
    const rows = [
      await longCase(world, client),
      await closing(client, months[23]),
      await reading(world, 'SLA report of 24 months', sla, '≤ 60 ms'),
      await reading(world, 'receipt of a month', `${jira}/sla-stats/${account.id}-${months[23]}`, '≤ 60 ms'),
      await reading(
        world,
        'cases report over all accounts',
        `${jira}/issues/cases-report?rows=account`,
        '≤ 400 ms',
        20,
      ),
      await reading(
        world,
        'cases report of two years by product',
        `${jira}/issues/cases-report?rows=product&columns=filed&months=24`,
        '≤ 400 ms',
        20,
      ),
      await sweeping(client),
      await recomputing(client),
      await bulk(world, client),
    ]
    return rows
  } finally {
    await client.end()
    await world.close()
  }
}

/** Accounts, outages, months with their counts, clocks, and one long case; returns the last 24 months that are over. */
async function fillSupport(client, account) {
  await client.query(
    `insert into accounts (name, display_name, region, project_key, created_at)
     select 'more-' || n, 'More ' || n, 'EMEA', 'MORE' || n, now() - interval '3 years' from generate_series(51, $1::int) n`,
    [ACCOUNTS],
  )
  await client.query(`
    update accounts set created_at = now() - interval '3 years';
    insert into deployments (account_id, name, version, type, stage, modems)
    select id, name, 'cOS-DOCSIS', 'DOCSIS', 'PRODUCTION', 50000 from accounts a where not exists (select from deployments d where d.account_id = a.id);
    update deployments set modems = 50000;
    update cases c set type = 'OUTAGE' where id / 50 % 50 = 0;
    insert into outages (case_id, conversion, started_at, ended_at, total_cms_affected, is_vendor_issue, reason)
    select id, 'DONE', created_at, created_at + interval '90 minutes', 100 + id % 900, id % 2 = 0, 'core' from cases where type = 'OUTAGE';
    insert into sla_months (account_id, month, time_zone, cn, non_cn, onu, counts_read_at)
    select a.id, to_char(m, 'YYYY-MM'), a.time_zone, 0, 50000, 0, now() from accounts a,
      generate_series(date_trunc('month', now()) - interval '24 months', date_trunc('month', now()) - interval '1 month', interval '1 month') m
    where a.name = '${account.name}' or m >= date_trunc('month', now()) - interval '1 month';`)
  await client.query(
    `insert into case_comments (case_id, author_id, body, created_at) select c.id, c.reporter_id, 'Comment ' || n || ' about the upstream.', now() - n * interval '1 minute'
     from cases c, generate_series(1, $2::int) n where c.key = $1`,
    [account.key, COMMENTS],
  )
  await client.query('update cases set comment_count = comment_count + $2 where key = $1', [account.key, COMMENTS])
  await client.query(
    `update cases set status = 'CLOSED', resolved_at = greatest(created_at, least(now(), created_at + (id % 40) * interval '6 hours'))
     where is_open and id not in (select id from cases order by id desc limit $1)`,
    [OPEN_CASES],
  )
  await client.query(
    `with opened as (
       update cases set status = 'OPEN', resolved_at = null where id in (select id from cases order by id desc limit $1) returning id, account_id
     )
     insert into case_clocks (case_id, account_id, next_at, computed_at) select id, account_id, 'infinity', now() from opened`,
    [OPEN_CASES],
  )
  await client.query('vacuum (analyze)')
  const { rows } = await client.query(
    `select to_char(date_trunc('month', now()) - n * interval '1 month', 'YYYY-MM') as month from generate_series(24, 1, -1) n`,
  )
  return rows.map(({ month }) => month)
}

/** The requests of the page of a case, together. */
async function longCase({ app, account, headers }) {
  const paths = [`issues/${account.key}`, `issues/comment?issueKey=${account.key}`]
  const next = (path) => () => ({ url: `${app.url}${jira}/${path}`, headers })
  for (const path of paths) await load(next(path), { count: 100, width: 1 })
  const measured = []
  for (const path of paths) {
    const { p50, p99 } = await load(next(path), { count: 400, width: 1 })
    measured.push(`${path.split('?')[0].replace(account.key, '{key}')} p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} ms`)
  }
  return line(`a case of ${COMMENTS} comments opens`, measured.join('; '), 'p99 ≤ 25 ms')
}

async function reading({ app, headers }, what, path, wanted, count = 100) {
  const next = () => ({ url: app.url + path, headers })
  await load(next, { count: 5, width: 1 })
  const { p50, p99 } = await load(next, { count, width: 1 })
  return line(what, `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} ms`, wanted)
}

/** The job that closes a month of every account; their files are signed afterwards. */
async function closing(client, month) {
  const due = async () => count(client, 'select from sla_months where month = $1 and closed_at is null', [month])
  const before = await due()
  const seconds = await timed(client, 'support.close-sla-months', async () => (await due()) === 0)
  return line(`the month of ${before} accounts computed and closed`, `${seconds.toFixed(1)} s`, '≤ 10 s')
}

/** A minute's sweep: one in a hundred clocks of the open cases is due. */
async function sweeping(client) {
  await client.query(`update case_clocks set next_at = now() where case_id % 100 = 0`)
  const seconds = await timed(client, 'support.sla-clocks', () => swept(client))
  return line(`clocks of ${OPEN_CASES} open cases swept, one in a hundred due`, `${seconds.toFixed(2)} s`, '≤ 2 s')
}

/** All of them computed again, as after a change of the targets of a plan. */
async function recomputing(client) {
  await client.query(`update case_clocks set next_at = '-infinity'`)
  const seconds = await timed(client, 'support.sla-clocks', () => swept(client))
  return line(`clocks of ${OPEN_CASES} open cases all computed again`, `${seconds.toFixed(1)} s`, 'none')
}

async function swept(client) {
  return (await count(client, 'select from case_clocks where next_at <= now()')) === 0
}

async function bulk({ app, headers }, client) {
  const { rows } = await client.query(
    `select key from cases where type = 'CASE' and is_open order by id desc limit 500`,
  )
  const body = JSON.stringify({
    keys: rows.map(({ key }) => key),
    operation: { priority: 'HIGH', addLabels: ['bench'] },
  })
  const began = performance.now()
  const sent = await send({ url: `${app.url}${jira}/issues-bulk`, method: 'POST', headers, body, status: 202 })
  const { id } = JSON.parse(sent.text())
  for (;;) {
    const { finished, done } = JSON.parse((await send({ url: `${app.url}${jira}/issues-bulk/${id}`, headers })).text())
    if (finished) {
      const seconds = (performance.now() - began) / 1000
      return line(`a change of ${done} cases in one job`, `${seconds.toFixed(1)} s`, '≤ 10 s')
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Seconds until `isDone` after a job was queued. */
async function timed(client, job, isDone) {
  const began = performance.now()
  await client.query('select graphile_worker.add_job($1, $2)', [job, '{}'])
  while (!(await isDone())) await new Promise((resolve) => setTimeout(resolve, 20))
  return (performance.now() - began) / 1000
}

async function count(client, text, values = []) {
  return (await client.query(text, values)).rowCount
}

function line(what, measured, wanted) {
  return { goal: '–', what, measured, wanted }
}
