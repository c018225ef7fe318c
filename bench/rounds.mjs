// Sides measured in turn, round after round, so that other load on the machine affects all of them alike.
import { cpuOf, familyCpuOf } from './cpu.mjs'
import { load } from './load.mjs'

/**
 * Loads each side `rounds` times in turn and returns the medians: processor milliseconds a request (the side's program
 * and the whole database), and by the wall clock p50, p99 and requests a second. `settle` waits for the work that a
 * side does after its responses.
 */
export async function compare(world, sides, { rounds = 5, count = 400, width = 8 } = {}) {
  const seen = Object.fromEntries(Object.keys(sides).map((name) => [name, []]))
  for (const { next } of Object.values(sides)) await load(next, { count: 200, width })
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, side] of Object.entries(sides)) seen[name].push(await costOf(world, side, { count, width }))
  }
  return Object.fromEntries(Object.entries(seen).map(([name, figures]) => [name, medians(figures)]))
}

async function costOf({ postmaster }, { program, next, settle }, { count, width }) {
  const used = () => ({ app: cpuOf(program.pid), database: familyCpuOf(postmaster) })
  const before = used()
  const figures = await load(next, { count, width })
  await settle?.()
  const after = used()
  const app = (after.app - before.app) / count
  const database = (after.database - before.database) / count
  return { ...figures, app, database, cpu: app + database }
}

function medians(figures) {
  return Object.fromEntries(Object.keys(figures[0]).map((name) => [name, median(figures.map((one) => one[name]))]))
}

/** The median of some numbers. */
export function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]
}
