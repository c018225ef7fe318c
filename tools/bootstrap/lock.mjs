import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Does the work while holding the lock file, so that a start and a test at once install and build once. The lock of a
 * process that died is taken over.
 */
export async function withLock(path, work) {
  mkdirSync(dirname(path), { recursive: true })
  const draft = `${path}.${process.pid}`
  const mine = `${process.pid} ${bornAt(process.pid)}`
  writeFileSync(draft, mine)
  try {
    for (let reported = false; !taken(draft, path); await sleep(100)) {
      const theirs = contents(path)
      if (theirs !== undefined && !holds(theirs)) removeStale(path, theirs)
      else if (theirs !== undefined && !reported) {
        console.log('Waiting for another Headend that is installing or building here')
        reported = true
      }
    }
    await work()
  } finally {
    if (contents(path) === mine) rmSync(path, { force: true })
    rmSync(draft, { force: true })
  }
}

/** A link appears with its contents, so a half-written lock is never read. */
function taken(draft, path) {
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function holds(lock) {
  const [pid, born] = lock.split(' ')
  try {
    process.kill(Number(pid), 0)
  } catch (error) {
    if (error.code === 'ESRCH') return false
  }
  return bornAt(pid) === born
}

/** Distinguishes a process from a later one with the same id, where the system provides it. */
function bornAt(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return 'unknown'
  }
}

/** The slower of two that found the same stale lock may move the quicker one's new lock away, and puts it back. */
function removeStale(path, stale) {
  const aside = `${path}.${process.pid}.stale`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  if (contents(aside) !== stale) taken(aside, path)
  rmSync(aside, { force: true })
}

function contents(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
