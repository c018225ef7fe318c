// P7: a page of the list of people at 60,000 of them, alone; run with `node bench/users.mjs [people]` after a build.
import pg from 'pg'
import { load } from './load.mjs'
import { openWorld } from './world.mjs'

const people = Number(process.argv[2] ?? 60_000)
const queries = {
  'first page': () => 'size=50',
  'a page of the first hundred': (n) => `size=50&page=${n % 100}`,
  'customers by last login': () => 'size=50&side=CUSTOMER&sort=lastLogin,DESC',
  'role and account': (n) => `size=50&role=USER&account=bench-${1 + (n % 50)}`,
  state: () => 'size=50&state=suspended,lockedOut',
  'part of a name': (n) => `size=50&q=person%20${1000 + (n % 500)}`,
  'a typing error': (n) => `size=50&q=${['Beckre', 'Lindquist', 'Rinaldo'][n % 3]}`,
}

const world = await openWorld({ cases: 100 })
try {
  await fill(world.databaseUrl)
  for (const [name, query] of Object.entries(queries)) {
    let n = 0
    const next = () => ({ url: `${world.app.url}/api/users?${query(n++)}`, headers: world.headers })
    await load(next, { count: 30, width: 1 })
    const { p50, p99 } = await load(next, { count: 300, width: 1 })
    console.log(`${name}: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`)
  }
  console.log(`right after a change (nothing remembered): ${await afterChanges(world)} ms (median of 20)`)
} finally {
  await world.close()
}

async function fill(url) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`
    insert into users (email, full_name, state, last_login_at, created_at)
    select 'p' || n || '@people.example', (array['Person','Becker','Lindqvist','Rinaldi','Okafor'])[1 + n % 5] || ' ' || n,
      case when n % 50 = 0 then 'suspended' when n % 77 = 0 then 'lockedOut' else 'active' end,
      now() - (n % 300) * interval '1 day', now() - (n % 900) * interval '1 day' from generate_series(1, ${people}) n;
    insert into role_grants (user_id, role, account_id) select u.id, (array['USER','USER','MANAGER','FIELDTECH'])[1 + u.id % 4], a.id
      from users u join accounts a on a.name = 'bench-' || (1 + u.id % 50) where u.email like 'p%@people.example';`)
  await client.query('vacuum analyze users')
  await client.query('vacuum analyze role_grants')
  await client.end()
}

async function afterChanges(world) {
  const client = new pg.Client({ connectionString: world.databaseUrl })
  await client.connect()
  const times = []
  for (let round = 0; round < 20; round += 1) {
    await client.query(`update users set job_title = $1 where email = 'p7@people.example'`, [`round ${round}`])
    const one = () => ({ url: `${world.app.url}/api/users?size=50`, headers: world.headers })
    times.push((await load(one, { count: 1, width: 1 })).p50)
  }
  await client.end()
  return times.sort((a, b) => a - b)[10].toFixed(1)
}
