import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The content of postmaster.pid, which a server writes into its data directory (PostgreSQL, pidfile.h). */
export interface PostmasterPid {
  pid: number
  port: number
  status: string
}

/** Reads postmaster.pid; undefined without one. A value that is not a number is NaN. */
export function readPostmasterPid(data: string): PostmasterPid | undefined {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: wholeNumber(lines[0]), port: wholeNumber(lines[3]), status: lines[7]?.trim() ?? '' }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function wholeNumber(text = ''): number {
  return /^\d{1,10}$/.test(text.trim()) ? Number(text) : Number.NaN
}
