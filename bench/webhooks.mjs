// Isolation from outside systems: ten connections and 100 of 1,000 webhook endpoints accept requests and never respond.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { createWebhookSecret } from '../dist/features/platform/webhooks/server/webhook-signature.js'
import { openDatabase } from '../dist/kit/server/database.js'
import { encryptorFor } from '../dist/kit/server/encryption.js'
import { queueMail } from '../dist/kit/server/mail.js'
import { postBare } from './floor-webhooks.mjs'
import { load, send } from './load.mjs'
import { median } from './rounds.mjs'
import { openWorld } from './world.mjs'

const webhooks = 1_000
const stalled = 100
const systems = 10
const accounts = 50
const burst = 5_000
const rounds = 5

/** Measures the list, other endpoints and mail beside unresponsive systems, and the rate to an endpoint that responds at once. */
export async function benchWebhooks() {
  const received = new Map()
  const answering = await listen((request, response) => {
    request.resume().once('end', () => {
      received.set(request.url, [...(received.get(request.url) ?? []), performance.now()])
      response.writeHead(204).end()
    })
  })
  let waiting = 0
  const silent = await listen((request) => {
    waiting += 1
    request.resume()
  })
  const mails = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _, done) => stream.resume().once('end', () => mails.push(performance.now()) && done()),
  }).listen(0, '127.0.0.1')
  await once(smtp.server ?? smtp, 'listening')
  process.env.PRIVATE_HOSTS = `${answering.host},${silent.host}`
  process.env.SMTP_URL = `smtp://127.0.0.1:${smtp.address().port}`
  process.env.MAIL_FROM = 'Bench <bench@bench.example>'
  const world = await openWorld({ cases: 10_000 })
  const client = new pg.Client({ connectionString: world.databaseUrl })
  await client.connect()
  const encrypt = encryptorFor({ secretKey: 'x'.repeat(40) })
  try {
    await addWebhooks(client, encrypt, { answering, silent })
    const rates = await benchRate(client, encrypt, { answering, received })
    const quiet = await listing(world)
    await stall(client, encrypt, silent)
    const files = () => fileCases(world)
    const began = performance.now()
    await files()
    await until(() => waiting >= stalled)
    const disturbed = await listing(world)
    const { db, close } = openDatabase(world.databaseUrl, { size: 1 })
    const mailed = performance.now()
    await queueMail(db, { to: 'noc@bench.example', subject: 'Hello', paragraphs: ['It works.'] })
    await close()
    await until(() => mails.length > 0)
    const others = () => [...received].filter(([url]) => url.startsWith('/hook/'))
    await until(() => others().length >= webhooks - stalled)
    const last = Math.max(...others().map(([, times]) => times[0])) - began
    const again = performance.now()
    const before = new Map(others().map(([url, times]) => [url, times.length]))
    await files()
    await until(() => others().every(([url, times]) => times.length > before.get(url)))
    const second = Math.max(...others().map(([, times]) => times.at(-1))) - again
    return [
      {
        goal: 'W1',
        what: `list p99 beside ${systems} unresponsive systems and ${stalled} unresponsive endpoints (${waiting} requests wait) ÷ quiet, medians of ${rounds}`,
        measured: `${(disturbed.p99 / quiet.p99).toFixed(2)} (${disturbed.p99.toFixed(1)} ÷ ${quiet.p99.toFixed(1)} ms; floor ${quiet.floor.toFixed(1)} and ${disturbed.floor.toFixed(1)} ms)`,
        wanted: '≤ 1.2',
      },
      {
        goal: 'W2',
        what: `${webhooks - stalled} other endpoints receive ${accounts} cases, the last one after`,
        measured: `${(last / 1000).toFixed(2)} s, the next time ${(second / 1000).toFixed(2)} s`,
        wanted: '≤ 5 s',
      },
      {
        goal: 'W3',
        what: 'a mail meanwhile',
        measured: `${((mails[0] - mailed) / 1000).toFixed(2)} s`,
        wanted: '≤ 5 s',
      },
      rates,
    ]
  } finally {
    await client.end()
    await world.close()
    smtp.close()
    for (const { server } of [answering, silent]) {
      server.close()
      server.closeAllConnections()
    }
  }
}

async function listen(handle) {
  const server = createServer(handle).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, host: `127.0.0.1:${server.address().port}` }
}

/** 20 webhooks of each of the 50 accounts; two of each 20 never respond. */
async function addWebhooks(client, encrypt, { answering, silent }) {
  for (let index = 0; index < webhooks; index += 1) {
    const host = index % (webhooks / stalled) === 0 ? silent.host : answering.host
    await addWebhook(client, encrypt, {
      account: `bench-${1 + (index % accounts)}`,
      url: `http://${host}/hook/${index}`,
    })
  }
}

async function addWebhook(client, encrypt, { account, url }) {
  const id = randomUUID()
  await client.query(
    `insert into webhooks (id, account_id, url, events, secret) select $1, id, $2, '{case.created}', $3 from accounts where name = $4`,
    [id, url, encrypt.close(createWebhookSecret(), `webhook ${id}`), account],
  )
  return id
}

/** Deliveries to one endpoint that responds at once, about as many subjects; beside bare requests in the same run. */
async function benchRate(client, encrypt, { answering, received }) {
  const id = await addWebhook(client, encrypt, { account: 'bench-1', url: `http://${answering.host}/rate` })
  const bare = await postBare(`http://${answering.host}/floor`, burst)
  await client.query(
    `insert into webhook_deliveries (webhook_id, message_id, event, subject, body)
     select $1, 'event_' || n, 'case.created', 'case ' || n, '{"type":"case.created"}' from generate_series(1, $2::int) n`,
    [id, burst],
  )
  await client.query(`select graphile_worker.add_job('webhooks.deliver', '{}'::json, job_key := 'webhooks.deliver')`)
  const times = () => received.get('/rate') ?? []
  await until(() => times().length >= burst)
  const rate = ((burst - 1) / (times()[burst - 1] - times()[0])) * 1000
  await client.query('delete from webhooks where id = $1', [id])
  return {
    goal: 'W4',
    what: `${burst} deliveries to one endpoint that responds at once`,
    measured: `${rate.toFixed(0)} a second; bare requests ${bare.toFixed(0)} a second; ratio ${(bare / rate).toFixed(1)}`,
    wanted: '≥ 500 a second',
  }
}

/** Ten trackers that never respond, each with 20 messages. */
async function stall(client, encrypt, silent) {
  for (let index = 1; index <= systems; index += 1) {
    const [account, id] = [`bench-${index}`, `jira:bench-${index}`]
    await client.query(
      `insert into connections (id, port, account_id, system, settings, secrets, secrets_set)
       select $1, 'jira', id, 'jira-data-center', $2, $3, '{secret}' from accounts where name = $4`,
      [
        id,
        { url: `http://${silent.host}/` },
        encrypt.close(JSON.stringify({ secret: 'token' }), `connection ${id}`),
        account,
      ],
    )
    await client.query(
      `insert into tracker_projects (account_id, system, project_key, project_label) select id, 'jira', 'OPS', 'Operations' from accounts where name = $1`,
      [account],
    )
    await client.query(
      `with made as (insert into outbox (line, subject, connection, operation, content)
         select 'connections', $1 || ' issue-' || n, $1, 'read', '{}' from generate_series(1, 20) n returning subject)
       select graphile_worker.add_job('outbox.connections', json_build_object('subject', subject)) from made`,
      [id],
    )
  }
}

async function fileCases({ app, headers, chained }) {
  const body = JSON.stringify({ subject: 'Bench', description: 'Hooks.', priority: 'LOW' })
  for (let index = 1; index <= accounts; index += 1)
    await send({ url: `${app.url}/api/plugins/jira/issues?account=bench-${index}`, method: 'POST', headers, body })
  await chained()
}

async function listing({ app, floor, account, headers }) {
  const url = `${app.url}/api/plugins/jira/issues/search?account=${account.name}&status=OPEN&sort=updatedAt,DESC`
  const product = []
  const bare = []
  await load(() => ({ url, headers }), { count: 200, width: 4 })
  for (let round = 0; round < rounds; round += 1) {
    product.push((await load(() => ({ url, headers }), { count: 500, width: 4 })).p99)
    bare.push(
      (await load(() => ({ url: `${floor.url}/list?account=${account.id}&status=OPEN` }), { count: 500, width: 4 }))
        .p99,
    )
  }
  return { p99: median(product), floor: median(bare) }
}

async function until(isDone, longestMs = 60_000) {
  const end = performance.now() + longestMs
  while (!isDone()) {
    if (performance.now() > end) throw new Error(`not within ${longestMs} ms: ${isDone}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
