import * as z from 'zod/mini'
import type { Tx } from '#kit/server/database.ts'
import { addJob, defineJob } from '#kit/server/job.ts'

/** The task that checks a build. */
export const FOLLOW = defineJob('builds.follow', { build: z.number(), polls: z.number() })
/** The first checks follow each other closely, so that a short build is over soon. */
const LONGEST_PAUSE_MS = 5_000

/** Follows a build from now on. */
export function followSoon(tx: Tx, build: number, polls = 0): Promise<void> {
  return followAt(tx, build, polls, Math.min(LONGEST_PAUSE_MS, 500 * (polls + 1)))
}

/** Checks a build again after some time. */
export function followAt(tx: Tx, build: number, polls: number, inMs: number): Promise<void> {
  const runAt = new Date(Date.now() + inMs)
  return addJob(tx, FOLLOW, { build, polls }, { key: `build ${build}`, runAt })
}
