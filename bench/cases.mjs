// P1, P5, P6, P10, P16, P19: reading and writing cases, each against the floor in the same run.
import { cpuOf, memoryOf } from './cpu.mjs'
import { load, send } from './load.mjs'
import { openWorld } from './world.mjs'

const issues = '/api/plugins/jira/issues'

/** Measures one size; answers rows of {goal, what, measured, wanted}. */
export async function benchCases(cases) {
  const world = await openWorld({ cases })
  const { app, floor, account, headers } = world
  const page = () => ({
    url: `${app.url}${issues}/search?account=${account.name}&status=OPEN&sort=updatedAt,DESC`,
    headers,
  })
  const floorPage = () => ({ url: `${floor.url}/list?account=${account.id}&status=OPEN` })
  const detail = () => ({ url: `${app.url}${issues}/${account.key}`, headers })
  const floorDetail = () => ({ url: `${floor.url}/detail?key=${account.key}` })
  const text = JSON.stringify({
    subject: 'Bench: modems flap',
    description: 'Upstream SNR falls at noon.',
    priority: 'MEDIUM',
  })
  const rows = []
  const note = (goal, what, measured, wanted) => rows.push({ goal, what: `${what} (${cases} cases)`, measured, wanted })

  const idle = memoryOf(app.pid)
  for (const warm of [page, floorPage, detail, floorDetail]) await load(warm, { count: 500 })

  const listed = await costOf(world, app, page, 3_000)
  const listedFloor = await costOf(world, floor, floorPage, 3_000)
  note(
    'P1',
    'list of an account: CPU a request (app + database) ÷ floor',
    `${ratio(listed.cpu, listedFloor.cpu)} (${ms(listed.cpu)} ÷ ${ms(listedFloor.cpu)}; p99 ${ms(listed.p99)} ÷ ${ms(listedFloor.p99)})`,
    '≤ 1.7',
  )
  const underLoad = memoryOf(app.pid)

  const etag = (await send(page())).headers.etag
  const revisited = await costOf(
    world,
    app,
    () => ({ ...page(), headers: { ...headers, 'if-none-match': etag }, status: 304 }),
    3_000,
  )
  note('P19', 'unchanged list revisited: cost of 304 ÷ cost of 200', ratio(revisited.cpu, listed.cpu), '≤ 0.5')

  const read = await costOf(world, app, detail, 2_000)
  const readFloor = await costOf(world, floor, floorDetail, 2_000)
  note(
    'P5',
    'case detail: rate ÷ floor',
    `${ratio(read.rate, readFloor.rate)} (${Math.round(read.rate)} ÷ ${Math.round(readFloor.rate)} a second)`,
    '≥ 0.5',
  )

  const filed = await costOf(
    world,
    app,
    () => ({ url: `${app.url}${issues}?account=${account.name}`, method: 'POST', headers, body: text }),
    600,
  )
  const filedFloor = await costOf(
    world,
    floor,
    () => ({
      url: `${floor.url}/create?account=${account.id}&reporter=${account.reporter}`,
      method: 'POST',
      body: text,
      status: 200,
    }),
    600,
  )
  note(
    'P6',
    'create a case with audit, search, outbox, live push: rate ÷ floor (one bare insert)',
    `${ratio(filed.rate, filedFloor.rate)} (${Math.round(filed.rate)} ÷ ${Math.round(filedFloor.rate)} a second)`,
    '≥ 6 × Directus (not installed here)',
  )

  note('P16', 'memory idle / under list load, MiB', `${Math.round(idle)} / ${Math.round(underLoad)}`, '≤ 150 / ≤ 250')
  await world.close()
  return rows
}

/** Time and processor time of requests: the program's own and that of the whole database. */
async function costOf(world, program, next, count) {
  const before = cpuOf(program.pid) + databaseCpu(world)
  const figures = await load(next, { count })
  return { ...figures, cpu: (cpuOf(program.pid) + databaseCpu(world) - before) / count }
}

function databaseCpu({ postmaster }) {
  return cpuOf(postmaster, { children: true })
}

function ratio(a, b) {
  return (a / b).toFixed(2)
}

function ms(value) {
  return `${value.toFixed(2)} ms`
}
