// P10: the case list while eight people sign in all the time, against the same list on a quiet server.
import { hash } from '@node-rs/argon2'
import pg from 'pg'
import { load } from './load.mjs'
import { signIn } from './sign-in-steps.mjs'
import { openWorld } from './world.mjs'

/** Measures how much sign-ins slow the list down. */
export async function benchSignIn() {
  const world = await openWorld({ cases: 10_000 })
  const password = 'Bench-Password-42!'
  const client = new pg.Client({ connectionString: world.databaseUrl })
  await client.connect()
  const made = await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  await client.query(`insert into user_passwords (user_id, hash) select id, $1 from users`, [made])
  await client.query(
    `insert into role_grants (user_id, role, account_id) select id, 'USER', (select id from accounts where name = 'bench-1') from users where email <> 'person-1@bench.example'`,
  )
  await client.end()
  const list = () => ({
    url: `${world.app.url}/api/plugins/jira/issues/search?account=bench-1&status=OPEN&sort=updatedAt,DESC`,
    headers: world.headers,
  })
  await load(list, { count: 500 })
  const quiet = await load(list, { count: 1_000, width: 1 })
  let going = true
  let signedIn = 0
  const people = Array.from({ length: 8 }, async (_, index) => {
    for (let round = 0; going; round += 1) {
      await signIn(world.app.url, `person-${2 + index + 8 * (round % 20)}@bench.example`, password)
      signedIn += 1
    }
  })
  const busy = await load(list, { count: 1_000, width: 1 })
  going = false
  await Promise.all(people)
  await world.close()
  return [
    {
      goal: 'P10',
      what: `list p50 while 8 people sign in (${signedIn} sign-ins) ÷ quiet`,
      measured: `${(busy.p50 / quiet.p50).toFixed(2)} (${busy.p50.toFixed(2)} ÷ ${quiet.p50.toFixed(2)} ms)`,
      wanted: '≤ 2',
    },
  ]
}
