import type { Tx } from '#kit/server/database.ts'
import { addJob } from '#kit/server/jobs.ts'

/** The task that checks a build. */
export const FOLLOW = 'builds.follow'
/** The first checks follow each other closely, so that a short build is over soon. */
const LONGEST_PAUSE_MS = 5_000

/** Follows a build from now on. */
export function followSoon(tx: Tx, build: number, polls = 0): Promise<void> {
  return followAt(tx, build, polls, Math.min(LONGEST_PAUSE_MS, 500 * (polls + 1)))
}

/** Checks a build again after some time. */
export function followAt(tx: Tx, build: number, polls: number, inMs: number): Promise<void> {
  const runAt = new Date(Date.now() + inMs)
  return addJob(tx, FOLLOW, { build, looks: polls }, { key: `build ${build}`, runAt })
}
