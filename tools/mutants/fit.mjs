import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { mutants } from './list.mjs'

/** The list with the places of its sources and tests from here. */
export const placed = mutants.map(([source, find, replacement, test]) => ({
  source: placeOf(source),
  find,
  replacement,
  test: placeOf(test),
}))

/** A line for each mutation that cannot be made, because its source has changed or is gone; undefined if there is none. */
export function misfits(list = placed) {
  const faults = list.map(faultOf).filter(Boolean)
  return faults.length > 0 ? faults.join('\n') : undefined
}

function placeOf(path) {
  return existsSync(join('src/features', path)) ? join('src/features', path) : join('src', path)
}

function faultOf({ source, find, test }) {
  if (!existsSync(source) || !existsSync(test)) return `${source} or ${test} is not there`
  const times = readFileSync(source, 'utf8').split(find).length - 1
  return times === 1 ? undefined : `${source} has this ${times} times, not once: ${find.trim()}`
}
