// P11, P12: one message to 1,000 subscribers against bare ws; memory and processor of idle live connections.
import { performance } from 'node:perf_hooks'
import { WebSocket } from 'ws'
import { cpuOf, memoryOf } from './cpu.mjs'
import { load, send } from './load.mjs'
import { median } from './rounds.mjs'
import { openWorld, run } from './world.mjs'

const subscribers = 1_000
const many = 10_000
const rounds = 10
const restMs = 15_000

/** Measures fan-out, memory and heart-beats of the live channel. */
export async function benchLive() {
  const world = await openWorld({ cases: 1_000 })
  const bare = await run('bench/floor-live.mjs', { ...process.env }, /ready/)
  try {
    await putToUse(world)
    const idle = [...(await benchIdle(world, subscribers)), ...(await benchIdle(world, many))]
    return [...(await benchFanOut(world, bare)), ...idle]
  } finally {
    bare.process.kill()
    await world.close()
  }
}

async function benchFanOut({ app, cookie, headers }, bare) {
  const body = JSON.stringify({ subject: 'Bench', description: 'Fan-out.', priority: 'LOW' })
  const filing = { url: `${app.url}/api/plugins/jira/issues?account=bench-2`, method: 'POST', headers, body }
  const sides = {
    product: { pid: app.pid, sockets: await open(app.url, await cookie(), subscribers), publish: () => send(filing) },
    floor: {
      pid: bare.pid,
      sockets: await open(bare.url, '', subscribers),
      publish: () => send({ url: `${bare.url}/` }),
    },
  }
  const spreads = { product: [], floor: [] }
  const cpu = { product: [], floor: [] }
  await fanOut(sides.product)
  await fanOut(sides.floor)
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, side] of Object.entries(sides)) {
      const before = cpuOf(side.pid)
      spreads[name].push(await fanOut(side))
      await pause(300)
      cpu[name].push(cpuOf(side.pid) - before)
    }
  }
  for (const { sockets } of Object.values(sides)) for (const socket of sockets) socket.terminate()
  const [took, bareTook] = [median(spreads.product), median(spreads.floor)]
  const [cost, bareCost] = [mean(cpu.product), mean(cpu.floor)]
  return [
    {
      goal: 'P11',
      what: `1 message to ${subscribers}, first to last delivery by the clock (median of ${rounds})`,
      measured: `${took.toFixed(1)} ms; bare ws ${bareTook.toFixed(1)} ms; ratio ${(took / bareTook).toFixed(2)}`,
      wanted: '≤ 30 ms',
    },
    {
      goal: 'P11',
      what: `deliveries a CPU second ÷ bare ws, the filing of the case included`,
      measured: `${(bareCost / cost).toFixed(2)} (${cost.toFixed(0)} ms ÷ ${bareCost.toFixed(0)} ms a message)`,
      wanted: '≥ 0.62 (2.5 × RabbitMQ, which had 0.25 of bare ws)',
    },
  ]
}

/**
 * A portal that has served no request yet grows by about 20 MB with its first requests, whatever they are: this is not
 * the cost of a connection.
 */
async function putToUse({ app, headers }) {
  const list = { url: `${app.url}/api/plugins/jira/issues/search?account=bench-1`, headers }
  await load(() => list, { count: 300, width: 4 })
}

async function benchIdle({ app, cookie }, count) {
  await pause(2_000)
  const before = memoryOf(app.pid)
  const sockets = await open(app.url, await cookie(), count)
  await pause(3_000)
  const memory = ((memoryOf(app.pid) - before) * 1024) / count
  const cpu = cpuOf(app.pid)
  await pause(restMs)
  const busy = (cpuOf(app.pid) - cpu) / restMs
  const open_ = sockets.filter(({ readyState }) => readyState === WebSocket.OPEN).length
  for (const socket of sockets) socket.terminate()
  return [
    {
      goal: 'P12',
      what: `memory an idle live connection (${open_} of ${count} open; 300 lists were served before)`,
      measured: `${memory.toFixed(1)} KiB`,
      wanted: '≤ 12 KiB',
    },
    {
      goal: 'P12',
      what: `processor of ${count} idle connections, heart-beats each 10 s both ways`,
      measured: `${(busy * 100).toFixed(1)} % of a core`,
      wanted: '< 15 % at 10,000',
    },
  ]
}

async function open(url, cookie, count) {
  const sockets = []
  while (sockets.length < count) {
    const some = Array.from({ length: Math.min(100, count - sockets.length) }, () => connect(url, cookie))
    sockets.push(...(await Promise.all(some)))
  }
  return sockets
}

/** A subscriber; without a cookie, a bare socket. */
function connect(url, cookie) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/ws`, cookie ? ['v12.stomp'] : [], {
    headers: cookie ? { cookie } : {},
    perMessageDeflate: false,
  })
  return new Promise((resolve, reject) => {
    socket.on('error', reject)
    if (!cookie) return socket.on('open', () => resolve(socket))
    socket.on('open', () => {
      socket.send('CONNECT\naccept-version:1.2\nheart-beat:10000,10000\n\n\0')
      socket.send('SUBSCRIBE\nid:1\ndestination:/topic/jira-issues/updated/harmonic\nreceipt:1\n\n\0')
    })
    socket.on('message', (data) => String(data).startsWith('RECEIPT') && resolve(socket))
    const beat = setInterval(() => socket.readyState === WebSocket.OPEN && socket.send('\n'), 9_000)
    socket.on('close', () => clearInterval(beat))
  })
}

/** Publishes once; returns the milliseconds from the first delivery to the last. */
async function fanOut({ sockets, publish }) {
  let left = sockets.length
  let first = 0
  const all = new Promise((resolve) => {
    for (const socket of sockets) {
      const onMessage = (data) => {
        if (!data.subarray(0, 7).equals(messageStart)) return
        socket.off('message', onMessage)
        first ||= performance.now()
        left -= 1
        if (left === 0) resolve(performance.now() - first)
      }
      socket.on('message', onMessage)
    }
  })
  await publish()
  return all
}

const messageStart = Buffer.from('MESSAGE')

function mean(numbers) {
  return numbers.reduce((sum, one) => sum + one, 0) / numbers.length
}

function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
