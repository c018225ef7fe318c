// P11, P12: one message to 1,000 subscribers against bare ws; memory of an idle live connection.
import { createHash, randomBytes } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { WebSocket } from 'ws'
import { cpuOf, memoryOf } from './cpu.mjs'
import { send } from './load.mjs'
import { openWorld, run } from './world.mjs'

const subscribers = 1_000
const rounds = 10

/** Measures fan-out and memory of the live channel. */
export async function benchLive() {
  const world = await openWorld({ cases: 1_000 })
  const bare = await run('bench/floor-live.mjs', { ...process.env }, /ready/)
  const cookie = await sessionCookie(world.databaseUrl)
  await open(world.app.url, cookie, 10)

  const before = memoryOf(world.app.pid)
  const idle = await open(world.app.url, cookie, subscribers)
  await pause(3_000)
  const perConnection = ((memoryOf(world.app.pid) - before) * 1024) / subscribers
  const cpu = cpuOf(world.app.pid)
  await pause(10_000)
  const busy = (cpuOf(world.app.pid) - cpu) / 10_000

  const body = JSON.stringify({ subject: 'Bench', description: 'Fan-out.', priority: 'LOW' })
  const file = () =>
    send({
      url: `${world.app.url}/api/plugins/jira/issues?account=bench-2`,
      method: 'POST',
      headers: world.headers,
      body,
    })
  const product = await fanOut(idle, file)
  const bareSockets = await open(bare.url, '', subscribers)
  const floor = await fanOut(bareSockets, () => send({ url: `${bare.url}/`, method: 'GET' }))

  for (const socket of [...idle, ...bareSockets]) socket.terminate()
  bare.process.kill()
  await world.close()
  return [
    {
      goal: 'P11',
      what: `1 message to ${subscribers}, first to last delivery (median of ${rounds})`,
      measured: `${product.toFixed(1)} ms; bare ws ${floor.toFixed(1)} ms; ratio ${(product / floor).toFixed(2)}`,
      wanted: '≤ 30 ms',
    },
    {
      goal: 'P12',
      what: `memory an idle live connection (${subscribers} open)`,
      measured: `${perConnection.toFixed(1)} KiB`,
      wanted: '≤ 12 KiB',
    },
    {
      goal: 'P12',
      what: `processor of ${subscribers} idle connections with heart-beats`,
      measured: `${(busy * 100).toFixed(1)} % of a core`,
      wanted: '< 15 % at 10,000',
    },
  ]
}

async function open(url, cookie, count) {
  const sockets = []
  for (let start = 0; start < count; start += 100) {
    sockets.push(
      ...(await Promise.all(Array.from({ length: Math.min(100, count - start) }, () => connect(url, cookie)))),
    )
  }
  return sockets
}

function connect(url, cookie) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/ws`, cookie ? ['v12.stomp'] : [], {
    headers: cookie ? { cookie } : {},
    perMessageDeflate: false,
  })
  return new Promise((resolve, reject) => {
    socket.on('error', reject)
    socket.on('open', () => {
      if (!cookie) return resolve(socket)
      socket.send('CONNECT\naccept-version:1.2\nheart-beat:10000,10000\n\n\0')
      socket.send('SUBSCRIBE\nid:1\ndestination:/topic/jira-issues/updated/harmonic\nreceipt:1\n\n\0')
    })
    socket.on('message', (data) => String(data).startsWith('RECEIPT') && resolve(socket))
    setInterval(() => socket.readyState === 1 && socket.send('\n'), 9_000).unref()
  })
}

async function fanOut(sockets, publish) {
  const spreads = []
  for (let round = 0; round < rounds; round += 1) {
    let got = 0
    let first = 0
    const all = new Promise((resolve) => {
      for (const socket of sockets) {
        const heard = (data) => {
          if (!String(data.subarray(0, 7)).startsWith('MESSAGE')) return
          socket.off('message', heard)
          if (got === 0) first = performance.now()
          got += 1
          if (got === sockets.length) resolve(performance.now() - first)
        }
        socket.on('message', heard)
      }
    })
    await publish()
    spreads.push(await all)
  }
  return spreads.sort((a, b) => a - b)[rounds / 2]
}

async function sessionCookie(databaseUrl) {
  const token = randomBytes(32).toString('base64url')
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(
    `with made as (insert into sessions (user_id, provider_id, refresh_limit, expires_at, ends_at)
       select id, 'okta', 8, now() + interval '1 hour', now() + interval '8 hours' from users where email = 'person-1@bench.example' returning id)
     insert into session_tokens (hash, session_id) select $1, id from made`,
    [createHash('sha256').update(token).digest()],
  )
  await client.end()
  return `cosp_access_token=${token}`
}

function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
