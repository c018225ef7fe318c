// Events that an outside system sends: the time of a response, and a burst of 10,000, doubled, reordered and with forged
// ones among them.
import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, createServer, request } from 'node:http'
import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { encryptorFor } from '../dist/kit/server/encryption.js'
import { openWorld } from './world.mjs'

const secret = 'secret-of-the-hooks'
const many = 5_000
const forgedAmong = 50
const account = 'bench-1'

/** Sends each event twice, 20 and 1,000 at a time, and counts those that were stored and handled. */
export async function benchHooks() {
  const world = await openWorld({ cases: 10_000 })
  const client = new pg.Client({ connectionString: world.databaseUrl })
  await client.connect()
  const bare = createServer((incoming, response) =>
    incoming.resume().once('end', () => response.writeHead(204).end()),
  ).listen(0, '127.0.0.1')
  await once(bare, 'listening')
  try {
    await connect(client)
    const url = `${world.app.url}/api/hooks/pagerduty/${account}`
    const floor = await sendAll(`http://127.0.0.1:${bare.address().port}/`, eventsOf('floor'), 20)
    await sendAll(url, eventsOf('warm').slice(0, 500), 20)
    const steady = await sendAll(url, eventsOf('steady'), 20)
    const steadyLost = await lost(client, 'steady')
    const burst = await sendAll(url, eventsOf('burst'), 1_000)
    const burstLost = await lost(client, 'burst')
    return [
      {
        goal: 'H1',
        what: `a response to one of ${steady.count} hooks, each event twice, 20 at a time`,
        measured: `p99 ${steady.p99.toFixed(1)} ms, p50 ${steady.p50.toFixed(1)}, ${steady.rate.toFixed(0)} a second (${steady.words}; ${steadyLost}); bare requests p99 ${floor.p99.toFixed(1)} ms, ${floor.rate.toFixed(0)} a second`,
        wanted: 'p99 ≤ 100 ms',
      },
      {
        goal: 'H2',
        what: `${burst.count} hooks, each event twice, 1,000 at a time`,
        measured: `${burst.words}; ${burstLost}; ${burst.rate.toFixed(0)} a second, p99 ${burst.p99.toFixed(0)} ms`,
        wanted: '204, 401 or 429, none lost',
      },
    ]
  } finally {
    await client.end()
    await world.close()
    bare.close()
    bare.closeAllConnections()
  }
}

async function connect(client) {
  const id = `opsgenie:${account}`
  const secrets = encryptorFor({ secretKey: 'x'.repeat(40) }).close(
    JSON.stringify({ secret: 'key', hookSecret: secret }),
    `connection ${id}`,
  )
  await client.query(
    `insert into connections (id, port, account_id, system, settings, secrets, secrets_set)
     select $1, 'opsgenie', id, 'pagerduty', '{"url":"https://api.pagerduty.example/"}', $2, '{secret,hookSecret}' from accounts where name = $3`,
    [id, secrets, account],
  )
}

/** Each event twice, the second time in the opposite order; of 50 one also with a wrong signature. */
function eventsOf(name) {
  const events = Array.from({ length: many }, (_, index) => hook(`${name}-${index}`, secret))
  return [...events, ...events.toReversed()].flatMap((event, index) =>
    index % forgedAmong === 0 ? [event, hook(`forged-${randomUUID()}`, 'another secret')] : [event],
  )
}

function hook(id, key) {
  const event = { id, event_type: 'incident.acknowledged', occurred_at: new Date().toISOString() }
  const body = JSON.stringify({ event: { ...event, agent: { summary: 'NOC' }, data: { incident_key: 'bench' } } })
  return { body, signature: `v1=${createHmac('sha256', key).update(body).digest('hex')}` }
}

async function sendAll(url, events, width) {
  const agent = new Agent({ keepAlive: true, maxSockets: width })
  const times = []
  const statuses = {}
  let next = 0
  const began = performance.now()
  const worker = async () => {
    while (next < events.length) {
      const event = events[next++]
      const start = performance.now()
      const status = await post(url, event, agent)
      times.push(performance.now() - start)
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: width }, worker))
  const rate = (events.length / (performance.now() - began)) * 1000
  agent.destroy()
  times.sort((one, other) => one - other)
  const at = (share) => times[Math.floor(times.length * share)]
  const words = Object.entries(statuses)
    .map(([status, count]) => `${status}: ${count}`)
    .join(', ')
  return { count: events.length, p50: at(0.5), p99: at(0.99), rate, words }
}

function post(url, { body, signature }, agent) {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'x-pagerduty-signature': signature }
    const sent = request(url, { method: 'POST', agent, headers }, (response) =>
      response.resume().once('end', () => resolve(response.statusCode)),
    )
    sent.once('error', reject)
    sent.end(body)
  })
}

/** Waits until what was stored is handled. */
async function lost(client, name) {
  const end = performance.now() + 120_000
  for (;;) {
    const { rows } = await client.query(
      `select count(*)::int as stored, count(*) filter (where handled_at is null)::int as open from hook_events where event_id like $1 || '-%'`,
      [name],
    )
    const { stored, open } = rows[0]
    if (open === 0 || performance.now() > end)
      return `${stored} of ${many} events stored once each, ${open} not handled`
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
