import { randomUUID } from 'node:crypto'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { processStartTime } from './running-process.ts'

/** Held by the one process that runs the server of a directory, as long as it runs. */
export interface StartLock {
  release(): Promise<void>
}

/**
 * Takes the lock file, or returns the id of the process that holds it. Waits a moment for a holder that is just ending.
 * A lock whose holder has died (kill -9) is taken over; the holder's start time distinguishes it from another process with its
 * id.
 */
export async function takeStartLock(path: string, timeoutMs = 3_000): Promise<StartLock | { holder: number }> {
  const mine = `${process.pid} ${processStartTime(process.pid)} ${randomUUID()}`
  const draft = `${path}.${randomUUID()}`
  await writeFile(draft, mine, { mode: 0o644 })
  try {
    for (const deadline = Date.now() + timeoutMs; ; ) {
      if (await tryLink(draft, path)) return { release: () => release(path, mine) }
      const theirs = await contents(path)
      if (theirs === undefined) continue
      const holder = lockHolder(theirs)
      if (holder === undefined) await removeStale(path, theirs)
      else if (Date.now() > deadline) return { holder }
      else await new Promise((resolve) => setTimeout(resolve, 50))
    }
  } finally {
    await rm(draft, { force: true })
  }
}

/** A hard link appears at once with its contents, so a half-written lock is never read. */
async function tryLink(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function lockHolder(lock: string): number | undefined {
  const [pid = '', birth] = lock.split(' ')
  return birth !== undefined && processStartTime(Number(pid)) === birth ? Number(pid) : undefined
}

/** Two may find the same stale lock: the slower one might move the quicker one's new lock away, and puts it back. */
async function removeStale(path: string, stale: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`
  try {
    await rename(path, aside)
  } catch {
    return
  }
  if ((await contents(aside)) !== stale) await tryLink(aside, path)
  await rm(aside, { force: true })
}

async function release(path: string, mine: string): Promise<void> {
  if ((await contents(path)) === mine) await rm(path, { force: true })
}

async function contents(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
