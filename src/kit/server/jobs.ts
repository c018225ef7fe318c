import type { Logger as WorkerLogger } from 'graphile-worker'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Database, Tx } from './database.ts'

/** A background task of a feature: run at least once, so it must be idempotent. */
export type Task<Payload = unknown> = {
  readonly name: string
  run(payload: Payload): Promise<void>
  readonly cron?: string
}

/** What a task's payload is made of. */
export type JobPayload = Readonly<Record<string, unknown>>

/**
 * Adds a job in the verb's transaction: it runs only when that commits. A `key` makes a second one with the same key
 * replace the first as long as it waits. Failed runs are repeated with growing delay, 25 times unless told.
 */
export async function addJob(
  tx: Tx | Database,
  task: string,
  payload: JobPayload,
  options: { key?: string; runAt?: Date; attempts?: number } = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(${task}, payload => ${JSON.stringify(payload)}::json, run_at => ${options.runAt ?? null}::timestamptz,
    max_attempts => ${options.attempts ?? 25}::int, job_key => ${options.key ?? null}::text)`.execute(tx)
}

/** Starts working off jobs; `stop` waits for those under way. */
export async function startJobs(options: {
  pool: pg.Pool
  tasks: readonly Task[]
  log: Logger
}): Promise<{ stop(): Promise<void> }> {
  // Loaded here, when the portal answers already.
  const { Logger: JobLogger, parseCronItems, run } = await import('graphile-worker')
  const runner = await run({
    pgPool: options.pool,
    concurrency: 4,
    noHandleSignals: true,
    pollInterval: 2_000,
    taskList: Object.fromEntries(options.tasks.map((task) => [task.name, (payload: unknown) => task.run(payload)])),
    parsedCronItems: parseCronItems(
      options.tasks.flatMap(({ name, cron }) => (cron ? [{ task: name, match: cron, identifier: name }] : [])),
    ),
    logger: new JobLogger(() => quietly(options.log)),
  })
  runner.promise.catch((failure: unknown) => options.log.error({ err: failure }, 'the job runner stopped'))
  return { stop: () => runner.stop().catch(() => undefined) }
}

function quietly(log: Logger): ReturnType<ConstructorParameters<typeof WorkerLogger>[0]> {
  return (level, message) => {
    if (level === 'error') log.error({ jobs: true }, message)
    else if (level === 'warning') log.warn({ jobs: true }, message)
    else log.trace({ jobs: true }, message)
  }
}
