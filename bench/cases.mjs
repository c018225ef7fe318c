// P1, P5, P6, P16, P19: reading and writing cases, each against the floor in the same run.
import { setTimeout as delay } from 'node:timers/promises'
import { memoryOf } from './cpu.mjs'
import { load, send } from './load.mjs'
import { compare } from './rounds.mjs'
import { openWorld } from './world.mjs'

const issues = '/api/plugins/jira/issues'
const text = JSON.stringify({
  subject: 'Bench: modems flap',
  description: 'Upstream SNR falls at noon.',
  priority: 'MEDIUM',
})

/** Measures one size; returns rows of {goal, what, measured, wanted}. */
export async function benchCases(cases) {
  const world = await openWorld({ cases })
  try {
    const ready = memoryOf(world.app.pid)
    // What only the start needed is returned in the first seconds.
    await delay(30_000)
    const idle = memoryOf(world.app.pid)
    const reading = await benchReading(world)
    const underLoad = memoryOf(world.app.pid)
    const memory = {
      goal: 'P16',
      what: 'memory idle / under list load',
      measured: `${Math.round(idle)} (${Math.round(ready)} when just ready) / ${Math.round(underLoad)} MiB`,
      wanted: '≤ 180 / ≤ 250 MiB',
    }
    return [...reading, memory, ...(await benchWriting(world))]
  } finally {
    await world.close()
  }
}

async function benchReading({ app, floor, account, headers, ...world }) {
  const list = { url: `${app.url}${issues}/search?account=${account.name}&status=OPEN&sort=updatedAt,DESC`, headers }
  const { etag } = (await send(list)).headers
  const listed = await compare(world, {
    product: { program: app, next: () => list },
    unchanged: {
      program: app,
      next: () => ({ ...list, headers: { ...headers, 'if-none-match': etag }, status: 304 }),
    },
    floor: { program: floor, next: () => ({ url: `${floor.url}/list?account=${account.id}&status=OPEN` }) },
  })
  const summaries = { url: `${list.url}&projection=summary`, headers }
  const bytes = (await send(summaries)).text().length
  const summed = await compare(world, {
    product: { program: app, next: () => summaries },
    floor: { program: floor, next: () => ({ url: `${floor.url}/summaries?account=${account.id}&status=OPEN` }) },
  })
  const read = await compare(world, {
    product: { program: app, next: () => ({ url: `${app.url}${issues}/${account.key}`, headers }) },
    floor: { program: floor, next: () => ({ url: `${floor.url}/detail?key=${account.key}` }) },
  })
  return [
    {
      goal: 'P1',
      what: 'list of an account with total, CPU a request ÷ floor',
      measured: `${ratio(listed.product.cpu, listed.floor.cpu)} (${both(listed)}; by the clock p99 ${listed.product.p99.toFixed(1)} ÷ ${listed.floor.p99.toFixed(1)} ms)`,
      wanted: '≤ 1.7',
    },
    {
      goal: 'P1',
      what: "the same as summaries, as the portal's own lists request it",
      measured: `${ratio(summed.product.cpu, summed.floor.cpu)} (${both(summed)}); 50 rows are ${(bytes / 1000).toFixed(1)} KB`,
      wanted: '≤ 1.7, ≤ 15 KB',
    },
    {
      goal: 'P19',
      what: 'unchanged list revisited, CPU of 304 ÷ 200',
      measured: `${ratio(listed.unchanged.cpu, listed.product.cpu)} (${split(listed.unchanged)})`,
      wanted: '≤ 0.5',
    },
    {
      goal: 'P5',
      what: 'case detail, requests a CPU second ÷ floor',
      measured: `${ratio(read.floor.cpu, read.product.cpu)} (${both(read)}; by the clock ${rates(read)})`,
      wanted: '≥ 0.5',
    },
  ]
}

async function benchWriting({ app, floor, account, headers, chained, ...world }) {
  let turn = 0
  const spread = () => `bench-${1 + (turn++ % 50)}`
  const filing = (name) => ({ url: `${app.url}${issues}?account=${name}`, method: 'POST', headers, body: text })
  const insert = `${floor.url}/create?account=${account.id}&reporter=${account.reporter}`
  const filed = await compare(
    world,
    {
      product: { program: app, next: () => filing(spread()), settle: chained },
      floor: { program: floor, next: () => ({ url: insert, method: 'POST', body: text, status: 200 }) },
    },
    { count: 150, rounds: 5 },
  )
  const queued = await load(() => filing(account.name), { count: 200 })
  return [
    {
      goal: 'P6',
      what: 'file a case with audit, search, idle outbox and live push, requests a CPU second ÷ floor (one bare insert)',
      measured: `${ratio(filed.floor.cpu, filed.product.cpu)} (${both(filed)}; by the clock ${rates(filed)}, ${Math.round(queued.rate)} a second all in one account)`,
      wanted: '≥ 6 × Directus (no Directus here)',
    },
  ]
}

function ratio(a, b) {
  return (a / b).toFixed(2)
}

function both({ product, floor }) {
  return `${split(product)} ÷ ${split(floor)}`
}

function split({ cpu, app, database }) {
  return `${cpu.toFixed(2)} ms = ${app.toFixed(2)} app + ${database.toFixed(2)} database`
}

function rates({ product, floor }) {
  return `${Math.round(product.rate)} ÷ ${Math.round(floor.rate)} a second`
}
