// Processor time and memory of processes, read from /proc (Linux).
import { readdirSync, readFileSync } from 'node:fs'

const TICK_MS = 10

/** Milliseconds of processor time that a process has used, user and system. */
export function cpuOf(pid) {
  const { own } = statOf(pid)
  return own * TICK_MS
}

/** The same with its children, including those that have ended: a whole PostgreSQL by its postmaster. */
export function familyCpuOf(pid) {
  const { own, ended } = statOf(pid)
  const running = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(statOf)
    .filter(({ parent }) => parent === Number(pid))
  return (own + ended + running.reduce((sum, child) => sum + child.own, 0)) * TICK_MS
}

/** Resident memory of a process in MiB. */
export function memoryOf(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024
}

/** proc(5): after the name come state, parent, …, the fields 14 to 17: utime, stime, cutime, cstime. */
function statOf(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ').map(Number)
    return { parent: fields[1], own: fields[11] + fields[12], ended: fields[13] + fields[14] }
  } catch {
    return { parent: 0, own: 0, ended: 0 }
  }
}
