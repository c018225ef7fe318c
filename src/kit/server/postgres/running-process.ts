import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'

const onLinux = process.platform === 'linux'

/** Whether a process with this id runs. One that has ended but was never collected (a zombie) does not. */
export function isRunning(pid: number): boolean {
  if (!isProcessId(pid)) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  return !onLinux || statFields(pid)?.[0] !== 'Z'
}

/** The start time of a process, as text to compare: distinguishes it from a later process that was given the same id. */
export function processStartTime(pid: number): string | undefined {
  if (!isRunning(pid)) return undefined
  if (!onLinux) return askPs(pid, 'lstart=')
  const ticks = statFields(pid)?.[19]
  return ticks && `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${ticks}`
}

/** Whether a process works in this directory, as a PostgreSQL server does in its data. Unknown counts as no. */
export function processCwdIs(pid: number, directory: string): boolean {
  if (!onLinux) return askPs(pid, 'command=')?.includes(directory) ?? false
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === directory
  } catch {
    return false
  }
}

/**
 * Sends a signal; a process that has ended in the meantime is no error. Ids that address groups of processes are
 * rejected.
 */
export function signal(pid: number, name: NodeJS.Signals): void {
  if (!isProcessId(pid)) throw new RangeError(`Not the id of one process: ${pid}`)
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Waits until a process has ended; false when it has not after `milliseconds`. */
export async function hasEnded(pid: number, milliseconds: number): Promise<boolean> {
  for (const deadline = Date.now() + milliseconds; isRunning(pid); ) {
    if (Date.now() > deadline) return false
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return true
}

/** 0 and negative numbers address whole groups of processes, 1 is the system's first. */
function isProcessId(pid: number): boolean {
  return Number.isSafeInteger(pid) && pid > 1
}

/** The fields of /proc/…/stat from the third on. The second is the name, which may hold blanks and brackets. */
function statFields(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

function askPs(pid: number, column: string): string | undefined {
  try {
    return execFileSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return undefined
  }
}
