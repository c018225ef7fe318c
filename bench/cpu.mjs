// Processor time and memory of processes, read from /proc (Linux).
import { readdirSync, readFileSync } from 'node:fs'

const TICK_MS = 10

/** Milliseconds of processor time that a process and, with `children`, everything it started have used. */
export function cpuOf(pid, { children = false } = {}) {
  const own = ticksOf(pid)
  if (!children) return own * TICK_MS
  return (own + childrenOf(pid).reduce((sum, child) => sum + ticksOf(child), 0)) * TICK_MS
}

/** Resident memory of a process in MiB. */
export function memoryOf(pid) {
  const line = readFileSync(`/proc/${pid}/status`, 'utf8')
    .split('\n')
    .find((one) => one.startsWith('VmRSS'))
  return Number(/\d+/.exec(line)[0]) / 1024
}

function ticksOf(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
    return Number(fields[11]) + Number(fields[12])
  } catch {
    return 0
  }
}

function childrenOf(pid) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1].split(' ')[1] === String(pid)
      } catch {
        return false
      }
    })
}
