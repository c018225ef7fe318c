// Sign-in alone and users/me; P10: the case list while eight users sign in all the time, against the same list on a
// quiet server.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { hash, verify } from '@node-rs/argon2'
import pg from 'pg'
import { signIn } from '../dist/test/sign-in.js'
import { cpuOf, familyCpuOf } from './cpu.mjs'
import { load } from './load.mjs'
import { median } from './rounds.mjs'
import { openWorld } from './world.mjs'

const password = 'Bench-Password-42!'
/** The same parameters as in the product. */
const hashing = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Measures how much sign-ins slow down the list. */
export async function benchSignIn() {
  const world = await openWorld({ cases: 10_000 })
  try {
    await signInUsers(world.databaseUrl)
    const list = {
      url: `${world.app.url}/api/plugins/jira/issues/search?account=bench-1&status=OPEN&sort=updatedAt,DESC`,
      headers: world.headers,
    }
    const look = () => load(() => list, { count: 400, width: 1 })
    await look()
    const [quiet, busy] = [[], []]
    let signedIn = 0
    for (let round = 0; round < 3; round += 1) {
      quiet.push((await look()).p50)
      const crowd = startCrowd(world.app.url)
      await new Promise((resolve) => setTimeout(resolve, 500))
      busy.push((await look()).p50)
      signedIn += await crowd.stop()
    }
    return [
      ...(await alone(world)),
      {
        goal: 'P10',
        what: `list p50 by the clock while 8 users sign in (${signedIn} sign-ins) ÷ quiet, medians of 3 rounds`,
        measured: `${(median(busy) / median(quiet)).toFixed(2)} (${median(busy).toFixed(1)} ÷ ${median(quiet).toFixed(1)} ms)`,
        wanted: '≤ 2',
      },
    ]
  } finally {
    await world.close()
  }
}

/** Sign-ins a second without other load, the share of the password hash, and the requests before a sign-in. */
async function alone({ app, floor, postmaster }) {
  const used = () => cpuOf(app.pid) + familyCpuOf(postmaster)
  const crowd = startCrowd(app.url)
  const before = used()
  const began = performance.now()
  await new Promise((resolve) => setTimeout(resolve, 6_000))
  const users = await crowd.stop()
  const each = (used() - before) / users
  const seconds = (performance.now() - began) / 1000
  const hashed = await hashCost()
  const { cookie } = await signIn(app.url, 'user-2@bench.example', password)
  // By now the work that the sign-ins left (appending their events to the hash chain) is done.
  await new Promise((done) => setTimeout(done, 3_000))
  const sides = {
    me: () => ({ url: `${app.url}/api/users/me`, headers: { cookie } }),
    constant: () => ({ url: `${app.url}/healthz` }),
    floor: () => ({ url: `${floor.url}/user?id=2` }),
  }
  const seen = await inTurn(sides, { count: 1_000, rounds: 5 })
  return [
    {
      goal: 'SI',
      what: 'sign-ins a second of processor, application and database, besides the hash of the password',
      measured: `${(1000 / (each - hashed)).toFixed(0)} (${each.toFixed(0)} ms each, ${hashed.toFixed(0)} of it the hash; by the clock ${(users / seconds).toFixed(0)} a second)`,
      wanted: '≥ 20',
    },
    {
      goal: 'ME',
      what: 'users/me, medians of 5 rounds',
      measured: `${times(seen.me)}; in turn with it a constant of the same process ${times(seen.constant)}, one row of a bare server ${times(seen.floor)}`,
      wanted: 'p99 < 5 ms',
    },
  ]
}

/** Loads each side in turn, one request after the other; returns the medians of their p50 and p99. */
async function inTurn(sides, { count, rounds }) {
  const seen = Object.fromEntries(Object.keys(sides).map((name) => [name, []]))
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, next] of Object.entries(sides)) seen[name].push(await load(next, { count, width: 1 }))
  }
  const middle = (figures, name) => median(figures.map((one) => one[name]))
  return Object.fromEntries(
    Object.entries(seen).map(([name, figures]) => [name, { p50: middle(figures, 'p50'), p99: middle(figures, 'p99') }]),
  )
}

function times({ p50, p99 }) {
  return `p50 ${p50.toFixed(2)}, p99 ${p99.toFixed(1)} ms`
}

/** Milliseconds of processor time that checking one password takes. */
async function hashCost() {
  const made = await hash(password, hashing)
  const before = process.cpuUsage()
  for (let round = 0; round < 20; round += 1) await verify(made, password)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / 20
}

async function signInUsers(databaseUrl) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const made = await hash(password, hashing)
  await client.query('insert into user_passwords (user_id, hash) select id, $1 from users', [made])
  await client.query(
    `insert into role_grants (user_id, role, account_id)
     select id, 'USER', (select id from accounts where name = 'bench-1') from users where email <> 'user-1@bench.example'`,
  )
  await client.end()
}

function startCrowd(url) {
  const crowd = spawn(process.execPath, ['bench/sign-in-crowd.mjs', url, password], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return {
    async stop() {
      crowd.kill('SIGTERM')
      const [[text]] = await Promise.all([once(crowd.stdout, 'data'), once(crowd, 'exit')])
      return Number(text)
    },
  }
}
