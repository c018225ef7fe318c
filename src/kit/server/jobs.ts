import { EventEmitter, setMaxListeners } from 'node:events'
import type { JobHelpers, Runner, WorkerEvents, Logger as WorkerLogger } from 'graphile-worker'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Database } from './database.ts'
import { addJob, defineJob, type Task } from './job.ts'
import type { Signal } from './live/wakeups.ts'
import { NotifiedPool, type WokenPool, wakeWorkers } from './wake-workers.ts'

/** Jobs at once: of the portal itself, and of each outside system. */
const WORKERS = { own: 4, outside: 2 }
const SEEN_EVERY_MS = 5_000
const REACHED_EVERY_MS = 1_000
/** A worker asks for jobs this often on its own; it is woken when there are some. */
const ASK_EVERY_MS = 60_000
/** The jobs of a worker without a sign of life for this long go to others. */
const GONE = '20 seconds'
/** The errors of the pool when all its connections stayed in use for too long, or the server took too long to answer. */
const NOT_IN_TIME = ['timeout exceeded when trying to connect', 'Connection terminated due to connection timeout']

/** Starts the workers; `stop` waits for the running jobs. */
export async function startJobs(options: {
  pool: pg.Pool
  db: Database
  tasks: readonly Task[]
  wakeups: Pick<Signal, 'listen'>
  log: Logger
}): Promise<{ stop(): Promise<void> }> {
  const { db, tasks, log } = options
  const systems = [...new Set(tasks.map(({ calls }) => calls))]
  const workers: string[] = []
  const pools = new Set<WokenPool>()
  const runners = await Promise.all(
    systems.map((system) =>
      runTasks({ ...options, tasks: tasks.filter(({ calls }) => calls === system) }, workers, pools),
    ),
  )
  const stopWaking = wakeWorkers({
    ...options,
    pools,
    log: (failure) => log.warn({ err: failure }, 'the tasks of ready jobs were not read'),
  })
  const noteAlive = () =>
    sawWorkers(db, workers).catch((failure: unknown) =>
      log.warn({ err: failure }, 'the workers were not noted as alive'),
    )
  await noteAlive()
  for (const { name, atStart } of tasks) if (atStart) await addJob(db, defineJob(name), {}, { key: `${name} at start` })
  const beat = setInterval(() => void noteAlive(), SEEN_EVERY_MS)
  return {
    async stop() {
      await stopWaking()
      await Promise.all(runners.map((runner) => runner.stop().catch(() => undefined)))
      clearInterval(beat)
      await sql`delete from job_workers where worker_id = any(${workers})`.execute(db).catch(() => undefined)
    },
  }
}

/** Runs the tasks of one system; adds the id of its pool of workers to `workers`, and the pool to `pools`. */
async function runTasks(
  { pool, tasks, log }: { pool: pg.Pool; tasks: readonly Task[]; log: Logger },
  workers: string[],
  pools: Set<WokenPool>,
): Promise<Runner> {
  // Loaded here, when the portal already serves requests.
  const { Logger: JobLogger, parseCronItems, run } = await import('graphile-worker')
  const events: WorkerEvents = new EventEmitter()
  const notifiedPool = new NotifiedPool()
  events.on('pool:create', ({ workerPool }) => {
    // Jobs are locked by the pool of their worker.
    workers.push(workerPool.id)
    const wakeablePool = { workers: workerPool, tasks: new Set(tasks.map(({ name }) => name)), notified: notifiedPool }
    pools.add(wakeablePool)
    events.on('pool:gracefulShutdown', () => pools.delete(wakeablePool))
    events.on('pool:forcefulShutdown', () => pools.delete(wakeablePool))
  })
  const runner = await run({
    pgPool: patient(pool, notifiedPool),
    concurrency:
      tasks[0]?.calls === undefined ? WORKERS.own : Math.max(...tasks.map(({ atOnce = WORKERS.outside }) => atOnce)),
    noHandleSignals: true,
    pollInterval: ASK_EVERY_MS,
    events,
    taskList: Object.fromEntries(tasks.map((task) => [task.name, runOf(task, pool)])),
    parsedCronItems: parseCronItems(
      tasks.flatMap(({ name, cron }) => (cron ? [{ task: name, match: cron, identifier: name }] : [])),
    ),
    logger: new JobLogger(() => quietly(log)),
  })
  runner.promise.catch((failure: unknown) => log.error({ err: failure }, 'the job runner stopped'))
  return runner
}

/** The SQLSTATE of a failed statement that the runner repeats at once, on another connection. */
const AGAIN = '40001'
/** The end of a connection: the server ends, the network breaks, an administrator ends it. */
const connectionLost = /^(?:57P0[12]|08|ECONN|EPIPE)/

/**
 * The pool as the runner uses it: it waits for a free connection as long as it takes, and a statement whose connection
 * ended is repeated. The runner does not handle an error while it stores the end of a job: the job would stay locked for
 * hours. Repeating it does no harm: it names the worker that locked the job.
 */
function patient(pool: pg.Pool, notifiedPool: NotifiedPool): pg.Pool {
  const connect = async (): Promise<pg.PoolClient> => {
    for (;;) {
      try {
        return repeatable(await pool.connect())
      } catch (failure) {
        if (pool.ending || !(failure instanceof Error && NOT_IN_TIME.includes(failure.message))) throw failure
      }
    }
  }
  return new Proxy(pool, {
    get(target, name) {
      // The connection that listens for new jobs is requested with a callback.
      if (name === 'connect')
        return (then?: (error: undefined, client: object, release: () => void) => void) =>
          then ? then(undefined, notifiedPool, () => undefined) : connect()
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

function repeatable(client: pg.PoolClient): pg.PoolClient {
  const query = async (...queryArguments: [pg.QueryConfig]): Promise<pg.QueryResult> => {
    try {
      return await client.query(...queryArguments)
    } catch (failure) {
      const { code = '', message } = failure as { code?: string; message: string }
      if (!connectionLost.test(code) && !message.startsWith('Connection terminated')) throw failure
      throw Object.assign(new Error(message, { cause: failure }), { code: AGAIN })
    }
  }
  return new Proxy(client, {
    get(target, name) {
      if (name === 'query') return query
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

function runOf(task: Task, pool: pg.Pool): (payload: unknown, helpers: JobHelpers) => Promise<void> {
  return async (payload, { abortSignal }) => {
    // All jobs of a worker share it: it has as many listeners as jobs run at once.
    if (abortSignal) setMaxListeners(0, abortSignal)
    try {
      await task.run(payload, abortSignal)
    } catch (failure) {
      await untilReachable(pool, abortSignal)
      throw failure
    }
  }
}

/** Waits for a database that is away, because the failure of a job is recorded there. */
async function untilReachable(pool: pg.Pool, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const isReachable = await pool.query('select 1').then(
      () => true,
      () => false,
    )
    if (isReachable) return
    await new Promise((resolve) => setTimeout(resolve, REACHED_EVERY_MS))
  }
}

/** Records that these workers are alive, and frees the jobs of those that are not: of a killed or stopped process. */
async function sawWorkers(db: Database, workers: readonly string[]): Promise<void> {
  await sql`insert into job_workers (worker_id) select unnest(${workers}::text[])
    on conflict (worker_id) do update set seen_at = now()`.execute(db)
  await sql`
    with gone as (delete from job_workers where seen_at < now() - ${GONE}::interval returning worker_id)
    select graphile_worker.force_unlock_workers((select coalesce(array_agg(worker_id), '{}') from gone))`.execute(db)
}

function quietly(log: Logger): ReturnType<ConstructorParameters<typeof WorkerLogger>[0]> {
  return (level, message) => {
    if (level === 'error') log.error({ jobs: true }, message)
    // A job holds no connection while it waits for an outside system, so more jobs than connections are right.
    else if (level === 'warning' && !message.includes('smaller than concurrency')) log.warn({ jobs: true }, message)
    else log.trace({ jobs: true }, message)
  }
}
