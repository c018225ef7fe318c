import { EventEmitter } from 'node:events'
import type { WorkerPool } from 'graphile-worker'
import { sql } from 'kysely'
import type { Database } from './database.ts'
import type { Signal } from './live/wakeups.ts'

/** PostgreSQL notifies here of each statement that adds jobs, whatever their task. */
const INSERTS = 'jobs:insert'
/** And here when a newer version has changed the tables of jobs; pools stop where they cannot work with them. */
const MIGRATIONS = 'worker:migrate'
/** How often it asks for jobs whose time has come, or of whose insertion no notification came. */
const ASK_MS = 2_000
/** Ready jobs that are counted, so that a backlog of any length costs the same. */
const MOST_COUNTED = 1_000

/** A pool of workers, the names of its tasks, and what it has instead of a connection for notifications. */
export type WokenPool = {
  readonly workers: WorkerPool
  readonly tasks: ReadonlySet<string>
  readonly notified: NotifiedPool
}

/**
 * Wakes the workers that have something to do. Otherwise each pool would ask for a job at each insertion, and each of
 * its workers every two seconds: some fifteen statements for one job, and as many a second in an idle portal. Here one
 * statement asks for the tasks of all that is ready. `pools` may grow and shrink meanwhile. Returns how to stop.
 */
export function wakeWorkers(options: {
  db: Database
  wakeups: Pick<Signal, 'listen'>
  pools: ReadonlySet<WokenPool>
  log: (failure: unknown) => void
}): () => Promise<void> {
  const { db, wakeups, pools, log } = options
  let isStopped = false
  let isWanted = false
  let asking: Promise<void> | undefined
  const ask = () => {
    isWanted = true
    asking ??= askAgain()
  }

  async function askAgain(): Promise<void> {
    while (isWanted && !isStopped) {
      isWanted = false
      await readyTasks(db).then(nudge).catch(log)
    }
    // Without an await after the last check of isWanted, so that no wake-up is lost in between.
    asking = undefined
  }

  function nudge(ready: readonly ReadyTask[]): void {
    if (isStopped) return
    const isBacklog = ready.reduce((sum, { jobs }) => sum + jobs, 0) >= MOST_COUNTED
    for (const { workers, tasks } of pools) {
      const count = ready.reduce((sum, { task, jobs }) => sum + (tasks.has(task) ? jobs : 0), 0)
      // Behind so many jobs there may be some for any pool.
      if (count > 0 || isBacklog) workers.nudge(Math.max(count, 1))
    }
  }

  wakeups.listen(INSERTS, ask)
  wakeups.listen(MIGRATIONS, (payload) => {
    if (payload)
      for (const { notified: notifiedPool } of pools)
        notifiedPool.emit('notification', { channel: MIGRATIONS, payload })
  })
  const timer = setInterval(ask, ASK_MS)
  return async () => {
    isStopped = true
    clearInterval(timer)
    await asking
  }
}

type ReadyTask = { readonly task: string; readonly jobs: number }

async function readyTasks(db: Database): Promise<ReadyTask[]> {
  const { rows } = await sql<ReadyTask>`
    select t.identifier as task, r.jobs from (
      select task_id, count(*)::int as jobs from (
        select task_id from graphile_worker._private_jobs where is_available and run_at <= now() limit ${MOST_COUNTED}) j
      group by task_id) r
    join graphile_worker._private_tasks t on t.id = r.task_id`.execute(db)
  return rows
}

/** What a runner gets as its connection for notifications; it is woken by `wakeWorkers`. */
export class NotifiedPool extends EventEmitter {
  /** LISTEN and UNLISTEN: others listen for it. */
  async query(): Promise<void> {}
}
