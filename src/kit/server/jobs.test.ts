import { sql } from 'kysely'
import type pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { testDatabase } from '#test/database.ts'
import { type Connections, openDatabase } from './database.ts'
import { addJob, defineJob, type Task, taskOf } from './job.ts'
import { startJobs } from './jobs.ts'
import { postgresWakeups } from './live/postgres-wakeups.ts'
import type { Signal } from './live/wakeups.ts'

const STALLS = defineJob('stalls', { n: z.number() })
let database: Awaited<ReturnType<typeof testDatabase>>
let connections: Connections
let wakeups: Signal
let jobs: Awaited<ReturnType<typeof startJobs>>
const ran: string[] = []
let release = () => {}

beforeAll(async () => {
  database = await testDatabase()
  connections = openDatabase(database.url, { size: 20 })
  const stalled = new Promise<void>((resolve) => {
    release = resolve
  })
  const tasks: Task[] = [
    taskOf(STALLS, { calls: 'a system that does not respond', run: () => stalled }),
    taskOf(defineJob('mails'), { calls: 'mail', run: async () => void ran.push('mails') }),
    taskOf(defineJob('works'), { run: async () => void ran.push('works') }),
    taskOf(defineJob('left'), { run: async () => void ran.push('left') }),
  ]
  wakeups = postgresWakeups(database.url, () => undefined)
  jobs = await startJobs({ ...connections, wakeups, tasks, log: pino({ level: 'silent' }) })
})
afterAll(async () => {
  release()
  await jobs.stop()
  await wakeups.close()
  await connections.close()
  await database.drop()
})

test('jobs that wait for an outside system block neither the jobs of another one nor those of the portal', async () => {
  const { db } = connections
  for (let n = 0; n < 10; n += 1) await addJob(db, STALLS, { n })
  await addJob(db, defineJob('mails'), {})
  await addJob(db, defineJob('works'), {})
  await expect.poll(() => ran.toSorted()).toEqual(['mails', 'works'])
  // Each running job is locked by a worker whose sign of life is recorded, else no other would take it over.
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from job_workers w where w.worker_id = j.locked_by) as known
    from graphile_worker.jobs j where j.locked_by is not null`.execute(db)
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.every(({ known }) => known)).toBe(true)
})

test('the job of a killed process goes to another within a minute', async () => {
  const { db } = connections
  const began = Date.now()
  await db.transaction().execute(async (tx) => {
    await addJob(tx, defineJob('left'), {})
    await sql`update graphile_worker._private_jobs set attempts = 1, locked_by = 'worker-killed', locked_at = now()
      where task_id = (select id from graphile_worker._private_tasks where identifier = 'left')`.execute(tx)
    await sql`insert into job_workers values ('worker-killed', now())`.execute(tx)
  })
  await expect.poll(() => ran).toContain('left')
  expect(Date.now() - began).toBeLessThan(60_000)
})

test('the end of a job is stored although no connection was free for too long', async () => {
  const busy = openDatabase(database.url, { size: 1 })
  busy.pool.options.connectionTimeoutMillis = 100
  let free: (() => void) | undefined
  const last = defineJob('takes the last connection')
  const tasks: Task[] = [
    taskOf(last, {
      async run() {
        const client = await busy.pool.connect()
        free = () => client.release()
      },
    }),
  ]
  const own = await startJobs({ ...busy, wakeups, tasks, log: pino({ level: 'silent' }) })
  const left = async () => {
    const { rows } = await sql`select 1 from graphile_worker.jobs where task_identifier = ${last.name}`.execute(
      connections.db,
    )
    return rows.length
  }
  await addJob(connections.db, last, {})
  await expect.poll(() => free).toBeDefined()
  // Connections are given in turn: what the runner asked for before has failed by then.
  for (let tries = 0; tries < 3; tries += 1) await expect(busy.pool.query('select 1')).rejects.toThrow('timeout')
  expect(await left()).toBe(1)
  free!()
  await expect.poll(left).toBe(0)
  await own.stop()
  await busy.close()
})

test('the failure of a job is stored although the connection ends while it is stored', async () => {
  const { pool } = connections
  let ended = 0
  const breakingOnce = (client: pg.PoolClient) => ({
    release: () => client.release(),
    async query(config: pg.QueryConfig) {
      if (!config.text?.includes('last_error = ') || ended > 0) return client.query(config)
      ended += 1
      throw Object.assign(new Error('terminating connection'), { code: '57P01' })
    },
  })
  const breaking = new Proxy(pool, {
    get(target, name) {
      if (name === 'connect') return async () => breakingOnce(await target.connect())
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const job = defineJob('fails while the connection ends')
  const run = () => Promise.reject(new Error('it failed'))
  const own = await startJobs({
    ...{ db: connections.db, pool: breaking, wakeups, log: pino({ level: 'silent' }) },
    tasks: [taskOf(job, { calls: 'ending', run })],
  })
  await addJob(connections.db, job, {})
  const stored = async () => {
    const { rows } = await sql<{ error: string }>`
      select last_error as error from graphile_worker.jobs where task_identifier = ${job.name} and locked_by is null`.execute(
      connections.db,
    )
    return rows[0]?.error
  }
  await expect.poll(stored).toBe('it failed')
  expect(ended).toBe(1)
  await own.stop()
})
