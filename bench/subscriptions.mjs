// Subscriptions of customers: the whole list of 20,000 in one answer, those that expire soon, and a preview over 2,000.
import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { cpuOf, familyCpuOf } from './cpu.mjs'
import { load, send } from './load.mjs'
import { openWorld } from './world.mjs'

const url = '/api/subscriptions'

/** Measures 20,000 subscriptions of which a hundredth expires within 30 days. */
export async function benchSubscriptions() {
  const world = await openWorld({ cases: 100 })
  try {
    await fillSubscriptions(world.databaseUrl)
    return [
      await wholeList(world),
      await expiring(world),
      await preview(world),
      await nightly(world),
      await enforcement(world),
    ]
  } finally {
    await world.close()
  }
}

async function fillSubscriptions(databaseUrl) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`
    insert into role_grants (user_id, role) select id, 'ADMIN' from users where email = 'user-1@bench.example';
    insert into accounts (name, display_name, region, project_key)
    select 'sub-' || n, 'Subscriber ' || n, 'EMEA', 'SUB' || n from generate_series(1, 19950) n;
    update subscriptions s set plan_id = p.id, contract_length = 1 + s.id % 5, cm_number = 1000 + s.id, contract_value = 100000 + s.id, currency = 'EUR',
      expiration_date = current_date + case when s.id % 100 = 0 then 1 + (s.id / 100 % 28)::int else 60 + (s.id % 700)::int end, contract_start_date = current_date - 400
    from (select id, row_number() over (order by id) - 1 as n from plans) p where p.n = s.id % 3;
    insert into facet_overrides (account_id, facet_id, number_value)
    select a.id, f.id, 30 from accounts a, facets f where a.id % 10 = 0 and f.name = 'facet-users-max-users';`)
  await client.query('vacuum (analyze)')
  await client.end()
}

/** P9: 20,000 subscriptions in one response, and how long other requests wait meanwhile. */
async function wholeList({ app, floor, headers }) {
  const rounds = { count: 10, width: 1 }
  const requested = () => ({ url: `${app.url}${url}/customer/plans?size=20000`, headers })
  const { page } = JSON.parse((await send(requested())).text())
  await load(() => ({ url: `${floor.url}/subscriptions` }), { count: 2, width: 1 })
  const bare = await load(() => ({ url: `${floor.url}/subscriptions` }), rounds)
  let asking = true
  const whole = load(requested, rounds).finally(() => {
    asking = false
  })
  const waits = []
  while (asking) waits.push((await load(() => ({ url: `${app.url}/healthz` }), { count: 1, width: 1 })).p50)
  const { p50 } = await whole
  waits.sort((a, b) => a - b)
  return {
    goal: 'P9',
    what: `${page.totalElements} subscriptions in one answer, p50 ÷ floor`,
    measured: `${(p50 / bare.p50).toFixed(2)} (${p50.toFixed(0)} ÷ ${bare.p50.toFixed(0)} ms); another call meanwhile waits ${waits.at(-1).toFixed(0)} ms at most, p99 ${waits[Math.floor(waits.length * 0.99)].toFixed(0)}, median ${waits[waits.length >> 1].toFixed(1)}`,
    wanted: '≤ 1.3; event loop held < 20 ms',
  }
}

async function expiring({ app, headers }) {
  const next = () => ({ url: `${app.url}${url}/customer/plans?expiring=true`, headers })
  await load(next, { count: 50, width: 1 })
  const { p50, p99 } = await load(next, { count: 400, width: 1 })
  const measured = `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} ms`
  return { goal: '–', what: 'subscriptions that expire in 30 days', measured, wanted: 'p99 ≤ 10 ms' }
}

async function preview({ app, headers, databaseUrl }) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query('select id::text from accounts order by id limit 2000')
  await client.end()
  const body = JSON.stringify({ accounts: rows.map(({ id }) => id), plan: 'connected' })
  const next = () => ({ url: `${app.url}${url}/preview`, method: 'POST', headers, body, status: 200 })
  await load(next, { count: 1, width: 1 })
  const { p50, p99 } = await load(next, { count: 10, width: 1 })
  const measured = `p50 ${p50.toFixed(0)}, slowest ${p99.toFixed(0)} ms`
  return { goal: '–', what: `preview of another plan for ${rows.length} accounts`, measured, wanted: '≤ 2 s' }
}

/** The nightly count of modems and the reminders, over all accounts. */
async function nightly({ databaseUrl }) {
  const jobs = ['subscriptions.count-modems', 'subscriptions.remind']
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const began = performance.now()
  for (const job of jobs) await client.query('select graphile_worker.add_job($1)', [job])
  const open = 'select 1 from graphile_worker.jobs where task_identifier = any($1) limit 1'
  while ((await client.query(open, [jobs])).rowCount > 0) await new Promise((resolve) => setTimeout(resolve, 50))
  const ms = performance.now() - began
  const { rows } = await client.query('select count(*)::int as accounts from subscriptions')
  await client.end()
  const measured = `${(ms / 1000).toFixed(1)} s over ${rows[0].accounts} accounts`
  return { goal: '–', what: 'nightly jobs', measured, wanted: '≤ 10 s over 2,000 accounts' }
}

/** The processor time that the limit of API calls adds to a call with a token of a customer, in portal and database. */
async function enforcement({ app, databaseUrl, postmaster, headers }) {
  const COUNT = 3000
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const token = `hdt_${randomBytes(32).toString('base64url')}`
  const email = 'caller@bench.example'
  const hash = createHash('sha256').update(token).digest()
  await client.query(`insert into users (email, full_name, state) values ($1, 'A Caller', 'active')`, [email])
  await client.query(
    `with caller as (select u.id, a.id as account_id from users u, accounts a where u.email = $1 and a.name = 'sub-7'),
       granted as (insert into role_grants (user_id, account_id, role) select id, account_id, 'USER' from caller)
     insert into api_tokens (user_id, name, hash, expires_at) select id, 'calls', $2, now() + interval '1 day' from caller`,
    [email, hash],
  )
  await client.query(
    `insert into facet_overrides (account_id, facet_id, number_value)
     select a.id, f.id, 1000000 from accounts a, facets f where a.name = 'sub-7' and f.name = 'facet-api-max-calls-day'`,
  )
  const cpu = () => cpuOf(app.process.pid) + familyCpuOf(postmaster)
  const measure = async (caller) => {
    const next = () => ({ url: `${app.url}/api/users/me/settings`, headers: caller })
    await load(next, { count: 300, width: 4 })
    const before = cpu()
    await load(next, { count: COUNT, width: 4 })
    return (cpu() - before) / COUNT
  }
  // Calls of vendor staff are not counted.
  const unlimited = await measure(headers)
  const limited = await measure({ authorization: `Bearer ${token}` })
  await client.end()
  const measured = `${(limited - unlimited).toFixed(2)} ms (${limited.toFixed(2)} with a limit, ${unlimited.toFixed(2)} without)`
  return { goal: '–', what: 'API call with a limit a day, processor more', measured, wanted: '≤ 0.2 ms' }
}
