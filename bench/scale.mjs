// P1 to P5, P7 at a scale: one request after the other, so that the times are the product's alone; medians of five
// rounds. Growth shows beside the other scales.
import pg from 'pg'
import { load, send } from './load.mjs'
import { compare } from './rounds.mjs'
import { openWorld } from './world.mjs'

const issues = '/api/plugins/jira/issues/search'

/** Measures a demo world of a scale, or the stored one of that scale in `BENCH_WORLD`. */
export async function benchScale(scale) {
  const keep = process.env.BENCH_WORLD
  const world = await openWorld({ scale, ...(keep ? { keep } : {}) })
  try {
    const { account } = world
    const whole = await send({ url: `${world.app.url}${issues}?sort=updatedAt,DESC`, headers: world.headers })
    const { page } = JSON.parse(whole.text())
    const deep = page.capped ? 1000 : page.totalPages - 1
    const rows = [
      await reading(
        world,
        'P1',
        'list of the largest account, with total',
        `${issues}?account=${account.name}&status=CLOSED`,
        'growth ≤ 1.5 × + 2 ms (P17)',
      ),
      await reading(world, 'P2', 'list over all accounts, with total', `${issues}?sort=updatedAt,DESC`, 'p99 ≤ 10 ms'),
      await revisited(world, `${issues}?sort=updatedAt,DESC`),
      await reading(
        world,
        'P2',
        'open ones by priority over all accounts',
        `${issues}?open=true&sort=priority,DESC`,
        'p99 ≤ 10 ms',
      ),
      await reading(
        world,
        'P3',
        `page ${deep} over all accounts, nobody having come near it`,
        `${issues}?sort=updatedAt,DESC&page=${deep}`,
        '≤ 2 × page 1',
      ),
      await readingOn(world, `${issues}?sort=updatedAt,DESC`, deep),
      await reading(world, 'P4', 'search, two words', `${issues}?q=upgrade%20telemetry`, 'p99 ≤ 25 ms'),
      await reading(world, 'P4', 'search, one letter wrong', `${issues}?q=registraton`, 'p99 ≤ 25 ms'),
      await reading(world, 'P4', 'search, every tenth case', `${issues}?q=modems`, 'p99 ≤ 25 ms'),
      await reading(
        world,
        'P5',
        'case detail',
        `/api/plugins/jira/issues/${account.key}`,
        'growth ≤ 1.5 × + 2 ms (P17)',
      ),
      await reading(world, 'P7', 'users, with roles and total', '/api/users?sort=fullName,ASC', 'p99 ≤ 10 ms'),
      await reading(world, 'P7', 'users of a role, by words', '/api/users?role=MANAGER&q=anna', 'p99 ≤ 10 ms'),
      await reading(world, '–', 'palette', '/api/search?q=rpd-0042', 'p99 ≤ 50 ms'),
    ]
    return [...rows, ...(await asHeaviestUser(world)), ...(await wholeList(world)), await filing(world)]
  } finally {
    await world.close()
  }
}

/** P1, P2 and P5 as the user with the most watches: 150,000 cases, or all of them, none of them read yet. */
async function asHeaviestUser(world) {
  const client = new pg.Client({ connectionString: world.databaseUrl })
  await client.connect()
  const { rowCount } = await client.query(
    `insert into case_watchers (case_id, user_id)
     select c.id, t.user_id from api_tokens t, lateral (select id from cases order by id desc limit 150000) c
     where t.name = 'bench' on conflict do nothing`,
  )
  await client.query('analyze case_watchers')
  await client.end()
  const user = `as a user who watches ${rowCount} cases`
  const { account } = world
  return [
    await reading(
      world,
      'P1',
      `list of the largest account, ${user}`,
      `${issues}?account=${account.name}&status=CLOSED`,
      'as above',
    ),
    await reading(world, 'P2', `list over all accounts, ${user}`, `${issues}?sort=updatedAt,DESC`, 'p99 ≤ 10 ms'),
    await reading(world, 'P5', `case detail, ${user}`, `/api/plugins/jira/issues/${account.key}`, 'as above'),
  ]
}

/** P19: a list that has not changed since it was read. */
async function revisited(world, path) {
  const { headers } = await send({ url: world.app.url + path, headers: world.headers })
  const known = { ...world, headers: { ...world.headers, 'if-none-match': headers.etag } }
  return reading(known, 'P19', 'the same, unchanged (304)', path, 'CPU ≤ 0.5 of a 200', 304)
}

/** P3: a page whose previous page was read. */
async function readingOn(world, path, deep) {
  await send({ url: `${world.app.url}${path}&page=${deep - 1}`, headers: world.headers })
  return reading(world, 'P3', `page ${deep} after the one before it`, `${path}&page=${deep}`, '≤ 2 × page 1')
}

/** P6: filing cases in many accounts, with audit, search and live push, against one bare insert. */
async function filing({ app, floor, account, headers, databaseUrl, chained, ...world }) {
  const names = await accountNames(databaseUrl)
  let turn = 0
  const text = JSON.stringify({
    subject: 'Modems flap',
    description: 'Upstream SNR falls at noon.',
    priority: 'MEDIUM',
  })
  const next = () => {
    const name = names[turn++ % names.length]
    return { url: `${app.url}/api/plugins/jira/issues?account=${name}`, method: 'POST', headers, body: text }
  }
  const insert = `${floor.url}/create?account=${account.id}&reporter=${account.reporter}`
  const { product, floor: bare } = await compare(
    world,
    {
      product: { program: app, next, settle: chained },
      floor: { program: floor, next: () => ({ url: insert, method: 'POST', body: text, status: 200 }) },
    },
    { count: 100, rounds: 3 },
  )
  return {
    goal: 'P6',
    what: 'file a case, CPU ÷ one bare insert',
    measured: `${product.cpu.toFixed(2)} ÷ ${bare.cpu.toFixed(2)} ms (${product.app.toFixed(2)} app + ${product.database.toFixed(2)} database); by the clock ${Math.round(product.rate)} a second, p50 ${product.p50.toFixed(1)} ms`,
    wanted: '≥ 6 × Directus (no Directus here)',
  }
}

async function accountNames(databaseUrl) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query(
    'select a.name from accounts a where a.deleted_at is null and exists (select 1 from deployments d where d.account_id = a.id) order by a.id limit 50',
  )
  await client.end()
  return rows.map(({ name }) => name)
}

/** P9: 10,000 releases in one response, and how long other requests wait meanwhile. */
async function wholeList({ app, floor, headers }) {
  const rounds = { count: 20, width: 1 }
  const requested = () => ({ url: `${app.url}/api/bundle-releases?size=10000`, headers })
  const { page } = JSON.parse((await send(requested())).text())
  const bare = await load(() => ({ url: `${floor.url}/releases` }), rounds)
  let asking = true
  const whole = load(requested, rounds).finally(() => {
    asking = false
  })
  const waits = []
  while (asking) {
    const { p50 } = await load(() => ({ url: `${app.url}/healthz` }), { count: 1, width: 1 })
    waits.push(p50)
  }
  const { p50 } = await whole
  waits.sort((a, b) => a - b)
  return [
    {
      goal: 'P9',
      what: `${Math.min(page.size, page.totalElements)} releases in one response, p50 ÷ floor`,
      measured: `${(p50 / bare.p50).toFixed(2)} (${p50.toFixed(0)} ÷ ${bare.p50.toFixed(0)} ms); another call meanwhile waits ${waits.at(-1).toFixed(0)} ms at most, p99 ${waits[Math.floor(waits.length * 0.99)].toFixed(0)}, median ${waits[waits.length >> 1].toFixed(1)}`,
      wanted: '≤ 1.3; event loop held < 20 ms',
    },
  ]
}

/**
 * One request after the other, in turn with the floor's list of the largest account: its p99 shows how much the machine
 * itself varies at that time.
 */
async function reading(world, goal, what, path, wanted, status = 200) {
  const { app, floor, account, headers } = world
  const list = `${floor.url}/list?account=${account.id}&status=CLOSED`
  const { product, floor: bare } = await compare(
    world,
    {
      product: { program: app, next: () => ({ url: app.url + path, headers, status }) },
      floor: { program: floor, next: () => ({ url: list }) },
    },
    { count: 400, rounds: 5, width: 1 },
  )
  const cost = `CPU ${product.app.toFixed(2)} app + ${product.database.toFixed(2)} database ms`
  return { goal, what, measured: `${times(product)}, ${cost}; the floor in turn ${times(bare)}`, wanted }
}

function times({ p50, p99 }) {
  return `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} ms`
}
