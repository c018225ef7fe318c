// A database of the given size, the product on it, and the floor beside it.
import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '../dist/database/migrate.js'
import { openDatabase } from '../dist/kit/server/database.js'
import { createJobQueue } from '../dist/kit/server/job-queue.js'
import { startPostgres } from '../dist/kit/server/postgres/start-postgres.js'
import { seedDemoData } from '../dist/server/demo-data.js'
import { makeScaleWorld } from '../dist/server/demo-scale.js'

const poolSize = '10'

/**
 * Opens a world with `cases` cases (all of them open on demand) or a demo world of a scale; `close` stops everything
 * and removes it. A demo world can be one that `npm run demo` made in `keep`; that one stays. `env` adds settings, and
 * `probe` is a module that the product loads first, with a channel to this process.
 */
export async function openWorld({ cases, open = false, scale, keep, env: more = {}, probe }) {
  const directory = keep ?? (await mkdtemp(join(tmpdir(), 'headend-bench-')))
  const server = await startPostgres({ directory: join(directory, 'postgres'), log: () => undefined })
  await migrate(server.url)
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  const token = `hdt_${randomBytes(32).toString('base64url')}`
  const hash = createHash('sha256').update(token).digest()
  // A stored world is encrypted with its own key.
  const secretKey = keep ? (await readFile(join(keep, 'secret.key'), 'utf8')).trim() : 'x'.repeat(40)
  const fileStorage = { place: 'disk', s3: undefined, presigned: false }
  const config = { dataDirectory: join(directory, 'data'), secretKey, fileStorage }
  if (scale) await fillScale(server.url, client, { scale, made: keep !== undefined, hash, config })
  else await fill(client, cases, hash)
  if (open) await client.query(`update cases set status = 'OPEN', resolved_at = null`)
  const { rows } = await client.query(`
    select a.id, a.name, (select id from users limit 1) as reporter, (select key from cases where account_id = a.id order by id desc limit 1) as key
    from accounts a where ${scale ? 'a.id = (select account_id from cases group by account_id order by count(*) desc, account_id limit 1)' : `a.name = 'bench-1'`}`)
  await client.end()
  const watcher = new pg.Client({ connectionString: server.url })
  await watcher.connect()
  const env = {
    ...process.env,
    DATABASE_URL: server.url,
    DATABASE_POOL: poolSize,
    SECRET_KEY: config.secretKey,
    DATA_DIR: config.dataDirectory,
    LOG_LEVEL: 'error',
    DEMO: 'off',
    RATE_LIMITS: 'off',
    ...more,
  }
  const app = await run('dist/portal/main.js', env, / is at /, probe)
  const floor = await run('bench/floor.mjs', env, /ready/)
  return {
    app,
    floor,
    databaseUrl: server.url,
    postmaster: await postmasterOf(watcher),
    account: rows[0],
    headers: { authorization: `Bearer ${token}` },
    /** Waits until every event is in the hash chain and its handlers are done. */
    async chained() {
      const open = async () => (await watcher.query('select 1 from events where seq is null limit 1')).rowCount > 0
      while (await open()) await new Promise((resolve) => setTimeout(resolve, 20))
    },
    /** The cookie of a new session of user-1, as if signed in. */
    cookie: () => sessionCookie(watcher),
    async close() {
      await watcher.end()
      for (const child of [app, floor]) {
        child.process.kill('SIGTERM')
        await once(child.process, 'exit')
      }
      await server.stop()
      if (!keep) await rm(directory, { recursive: true, force: true })
    },
  }
}

/** Starts one of our programs on a free port; ready when its output shows it. */
export async function run(program, env, ready, probe) {
  const port = await freePort()
  const process_ = spawn(process.execPath, [...(probe ? ['--import', probe] : []), program], {
    env: { ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit', ...(probe ? ['ipc'] : [])],
  })
  await new Promise((resolve, reject) => {
    process_.stdout.on('data', (text) => ready.test(text) && resolve())
    process_.once('exit', (code) => reject(new Error(`${program} ended with ${code}`)))
  })
  return { process: process_, pid: process_.pid, url: `http://127.0.0.1:${port}` }
}

/** The demo world of a scale, with a token of a member of the vendor's staff. */
async function fillScale(url, client, { scale, made, hash, config }) {
  if (!made) {
    const { db, pool, close } = openDatabase(url, { size: 2 })
    await createJobQueue({ db, pool })
    await seedDemoData(db, config)
    await makeScaleWorld({ db, url, config }, scale, () => undefined)
    await close()
  }
  await client.query(
    `insert into api_tokens (user_id, name, hash, expires_at)
     select min(user_id), 'bench', $1, now() + interval '1 day' from role_grants where role = 'ADMIN'`,
    [hash],
  )
}

async function fill(client, cases, tokenHash) {
  await client.query(`
    insert into users (email, full_name, state) select 'user-' || n || '@bench.example', 'User ' || n, 'active' from generate_series(1, 200) n;
    insert into role_grants (user_id, role) select id, 'HARMONIC_TAC_MANAGER' from users where email = 'user-1@bench.example';
    insert into accounts (name, display_name, region, project_key) select 'bench-' || n, 'Bench ' || n, 'EMEA', 'BENCH' || n from generate_series(1, 50) n;
    insert into deployments (account_id, name, version, type, stage) select id, name, 'cOS-DOCSIS', 'DOCSIS', 'PRODUCTION' from accounts;`)
  await client.query(
    `insert into api_tokens (user_id, name, hash, expires_at) select id, 'bench', $1, now() + interval '1 day' from users where email = 'user-1@bench.example'`,
    [tokenHash],
  )
  await client.query(
    `
    with made as (
      insert into cases (account_id, key, status, priority, subject, description, reporter_id, assignee_id, created_at, updated_at, resolved_at, comment_count)
      select a.id, a.project_key || '-' || n, (array['OPEN','IN_PROGRESS','WAITING_FOR_CUSTOMER','RESOLVED','CLOSED','CLOSED','CLOSED','CLOSED'])[1 + n % 8],
        (array['LOW','MEDIUM','HIGH'])[1 + n % 3], 'Modems flap on node ' || n || ' after upgrade', repeat('Upstream SNR falls at noon and recovers at night. ', 10),
        (select min(id) from users) + n % 200, (select min(id) from users) + (n * 7) % 200, now() - n * interval '7 minutes', now() - n * interval '5 minutes',
        case when n % 8 > 2 then now() - n * interval '5 minutes' end, 3
      from generate_series(1, $1::int) n join accounts a on a.name = 'bench-' || (1 + n % 50) returning id, account_id, subject, description
    ), searched as (insert into case_search (case_id, account_id, customer_words) select id, account_id, to_tsvector('simple', subject || ' ' || description) from made returning case_id)
    insert into case_comments (case_id, author_id, body) select id, (select min(id) from users), 'We look into it.' from made, generate_series(1, 3)`,
    [cases],
  )
  await client.query(`update case_list_versions c set next_number = 1000000`)
  await client.query('vacuum (analyze)')
}

async function postmasterOf(client) {
  const { rows } = await client.query(`select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`)
  return rows[0].pid
}

async function sessionCookie(client) {
  const token = randomBytes(32).toString('base64url')
  await client.query(
    `with made as (insert into sessions (user_id, provider_id, refresh_limit, expires_at, ends_at)
       select id, 'okta', 8, now() + interval '1 hour', now() + interval '8 hours' from users where email = 'user-1@bench.example' returning id)
     insert into session_tokens (hash, session_id) select $1, id from made`,
    [createHash('sha256').update(token).digest()],
  )
  return `cosp_access_token=${token}`
}

/** A free port. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  return port
}
