// A tracker that responds at once: changes of 200 cases sent to it, the first sync of a project of 50,000 issues, and a
// webhook meanwhile. The limit of calls a second is taken away for the outbox; the sync keeps it.
import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { encryptorFor } from '../dist/kit/server/encryption.js'
import { openWorld } from './world.mjs'

const cases = 200
const changes = Number(process.env.BENCH_CHANGES ?? 20)
const issues = Number(process.env.BENCH_ISSUES ?? 50_000)
const page = 100
const account = 'bench-1'
const connection = `jira:${account}`
const secret = 'secret-of-the-hooks'

/** Measures the rate of the outbox beside bare requests, and the first sync with the memory that it takes. */
export async function benchTrackers() {
  const tracker = await startTracker()
  process.env.PRIVATE_HOSTS = tracker.host
  const world = await openWorld({ cases: 10_000 })
  const client = new pg.Client({ connectionString: world.databaseUrl })
  await client.connect()
  try {
    await connect(client, tracker.url)
    const sent = await sendChanges(client, tracker)
    await client.query('drop trigger no_limit on connection_status')
    const floor = await bare(tracker)
    const synced = await sync(client, world)
    return [
      {
        goal: 'T1',
        what: `${cases * changes} changes of ${cases} cases to a tracker that responds at once`,
        measured: `${sent.rate.toFixed(0)} a second (${sent.words}); bare requests, 8 at a time, ${floor.toFixed(0)} a second, ratio ${(floor / sent.rate).toFixed(1)}`,
        wanted: '≥ 200 a second',
      },
      {
        goal: 'T2',
        what: `first sync of ${issues} issues with two comments each, at 30 calls a second`,
        measured: `${synced.seconds.toFixed(0)} s, ${synced.created} cases; resident memory ${synced.before} MiB before, ${synced.peak} MiB at most`,
        wanted: '≤ 600 s, ≤ 300 MiB',
      },
      {
        goal: 'T3',
        what: `a webhook during the sync, ${synced.hooks.length} of them`,
        measured: `p50 ${at(synced.hooks, 0.5)} ms, p99 ${at(synced.hooks, 0.99)} ms`,
        wanted: '≤ 50 ms',
      },
    ]
  } finally {
    await client.end()
    await world.close()
    tracker.close()
  }
}

async function connect(client, url) {
  const encrypt = encryptorFor({ secretKey: 'x'.repeat(40) })
  const secrets = encrypt.close(JSON.stringify({ secret: 'token', hookSecret: secret }), `connection ${connection}`)
  await client.query(
    `insert into connections (id, port, account_id, system, settings, secrets, secrets_set)
     select $1, 'jira', id, 'jira', $2::jsonb, $3, '{secret,hookSecret}' from accounts where name = $4`,
    [connection, JSON.stringify({ url, username: 'sync@bench.example' }), secrets, account],
  )
  await client.query(
    `insert into tracker_projects (account_id, system, project_key, project_label, interval_seconds, configured_by)
     select id, 'jira', 'PRC', 'Bench', 86400, (select min(id) from users) from accounts where name = $1`,
    [account],
  )
  await client.query(
    `insert into tracker_targets (account_id, target) select id, 'jira' from accounts where name = $1`,
    [account],
  )
  await client.query(
    "insert into role_grants (user_id, role) select id, 'ADMIN' from users where email = 'user-1@bench.example'",
  )
  await client.query(
    'create function no_limit() returns trigger language plpgsql as $$ begin new.next_call_at = null; return new; end $$',
  )
  await client.query(
    'create trigger no_limit before update on connection_status for each row execute function no_limit()',
  )
}

/** Messages of cases that have issues already: one call each. */
async function sendChanges(client, tracker) {
  await client.query(
    `insert into tracker_issues (connection, tracker_id, case_id)
     select $1, (100000 + c.id)::text, c.id from cases c join accounts a on a.id = c.account_id
     where a.name = $2 and not c.internal order by c.id limit ${cases}`,
    [connection, account],
  )
  await client.query('insert into outbox_paused (connection) values ($1)', [connection])
  const { rowCount } = await client.query(
    `insert into outbox (line, subject, connection, operation, content)
     select 'connections', $1 || ' ' || c.key, $1, 'edit', jsonb_build_object('caseId', c.id, 'fields', array['subject'])
     from generate_series(1, ${changes}) step, tracker_issues i join cases c on c.id = i.case_id
     where i.connection = $1 order by step, c.id`,
    [connection],
  )
  await client.query('analyze outbox')
  await client.query('delete from outbox_paused')
  const before = tracker.count()
  const began = performance.now()
  await client.query(
    `select graphile_worker.add_job('outbox.connections', json_build_object('subject', '', 'connection', $1::text))`,
    [connection],
  )
  for (;;) {
    const { rows } = await client.query(
      `select count(*) filter (where state = 'WAITING')::int as waiting, count(*) filter (where state = 'DONE')::int as done from outbox where connection = $1`,
      [connection],
    )
    if (rows[0].waiting === 0) {
      const seconds = (performance.now() - began) / 1000
      const { rows: wrong } = await client.query(
        `select count(*)::int as wrong from (select subject, settled_at, lag(settled_at) over (partition by subject order by id) as previous from outbox where connection = $1) o where previous > settled_at`,
        [connection],
      )
      return {
        rate: rowCount / seconds,
        words: `${rows[0].done} done, ${tracker.count() - before} calls, ${wrong[0].wrong} out of order`,
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function bare({ url, count }) {
  const before = count()
  const began = performance.now()
  const body = JSON.stringify({ fields: { summary: 'A subject' } })
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let one = 0; one < 250; one += 1)
        await fetch(`${url}/rest/api/3/issue/1`, {
          method: 'PUT',
          body,
          headers: { 'content-type': 'application/json' },
        }).then((response) => response.arrayBuffer())
    }),
  )
  return ((count() - before) / (performance.now() - began)) * 1000
}

async function sync(client, world) {
  const memory = (field) =>
    Math.round(
      Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${world.app.process.pid}/status`, 'utf8'))[1]) /
        1024,
    )
  const before = memory('VmRSS')
  const began = performance.now()
  const response = await fetch(`${world.app.url}/api/plugins/jira/issues/reload?account=${account}`, {
    method: 'POST',
    headers: world.headers,
  })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  const hooks = []
  let peak = before
  for (;;) {
    const { rows } = await client.query(
      `select sync_finished_at as finished, sync_created as created, sync_read as read from tracker_projects where project_key = 'PRC'`,
    )
    peak = Math.max(peak, memory('VmRSS'))
    if (rows[0].finished)
      return {
        seconds: (performance.now() - began) / 1000,
        created: rows[0].created,
        before,
        peak,
        hooks: hooks.toSorted((one, other) => one - other),
      }
    const { rows: failed } = await client
      .query(`select error from jobs where state = 'FAILED' limit 1`)
      .catch(() => ({ rows: [] }))
    if (failed[0]) throw new Error(JSON.stringify(failed[0]))
    hooks.push(await hook(world.app.url))
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

async function hook(url) {
  const body = JSON.stringify({ timestamp: Date.now(), webhookEvent: 'jira:issue_updated', issue: { id: '1' } })
  const headers = {
    'content-type': 'application/json',
    'x-hub-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    'x-atlassian-webhook-identifier': randomUUID(),
  }
  const began = performance.now()
  const response = await fetch(`${url}/api/hooks/jira/${account}`, { method: 'POST', headers, body })
  await response.arrayBuffer()
  if (response.status !== 204) throw new Error(`a hook got ${response.status}`)
  return performance.now() - began
}

function at(times, share) {
  return (times[Math.floor(times.length * share)] ?? 0).toFixed(1)
}

/** A site with one project whose issues are made when they are read. */
async function startTracker() {
  let calls = 0
  const server = createServer((request, response) => {
    calls += 1
    const parts = []
    request.on('data', (part) => parts.push(part))
    request.on('end', () => {
      const reply = replyTo(request, Buffer.concat(parts).toString())
      if (reply === undefined) response.writeHead(204).end()
      else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${server.address().port}`
  return {
    host,
    url: `http://${host}`,
    count: () => calls,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function replyTo({ method, url }, body) {
  if (method === 'PUT') return undefined
  if (url.includes('/user/search')) return []
  if (url.includes('/approximate-count')) return { count: issues }
  if (url.endsWith('/statuses'))
    return [
      {
        statuses: [
          { name: 'To Do', statusCategory: { key: 'new' } },
          { name: 'Done', statusCategory: { key: 'done' } },
        ],
      },
    ]
  if (url.includes('/project/')) return { key: 'PRC', projectTypeKey: 'software' }
  if (!url.includes('/search')) return issueAt(1)
  const { jql, nextPageToken } = JSON.parse(body)
  if (jql.includes('updated >=') || jql.includes('labels')) return { issues: [], isLast: true }
  const from = Number(nextPageToken ?? 0)
  const end = Math.min(issues, from + page)
  const found = Array.from({ length: end - from }, (_, index) => issueAt(from + index))
  return { issues: found, ...(end < issues ? { nextPageToken: String(end) } : { isLast: true }) }
}

function issueAt(index) {
  const at = new Date(Date.UTC(2024, 0, 1) + index * 60_000).toISOString()
  const author = { displayName: `User ${index % 50}`, emailAddress: `user-${index % 50}@outside.example` }
  const text = (words) => ({
    version: 1,
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }],
  })
  const comments = [1, 2].map((number) => ({
    id: String(1_000_000 + index * 2 + number),
    author,
    created: at,
    body: text(`Comment ${number} about modems that drop at night on node ${index}.`),
  }))
  return {
    id: String(500_000 + index),
    key: `PRC-${index + 1}`,
    fields: {
      summary: `Modems drop on node ${index}`,
      description: text('At night modems of this node go offline for a minute. '.repeat(10)),
      labels: [],
      reporter: author,
      created: at,
      updated: at,
      status: { name: 'To Do', statusCategory: { key: 'new' } },
      priority: { name: 'Medium' },
      issuetype: { name: 'Bug' },
      attachment: [],
      comment: { comments, total: 2, maxResults: 20, startAt: 0 },
    },
  }
}
