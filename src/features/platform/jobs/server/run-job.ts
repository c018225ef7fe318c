import { sql } from 'kysely'
import type { DataOf, DataShape } from '#kit/contract/event.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import type { DataInput } from '#kit/server/events/event.ts'
import { defineJob, type Task, taskOf } from '#kit/server/job.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { JobStep } from '../contract.ts'
import { type JobKind, queueRun, runOf } from './job-kind.ts'

/** Thrown by a step that cannot continue, with a message for users; other errors are shown without details. */
export class StepFailed extends Error {}

/** A step of a job. It may run again after a crash, so it must not repeat what it did already. */
export type Step<Input> = { readonly name: string; run(input: Input): Promise<void> }

type StartedJob<Input> = { readonly steps: JobStep[]; readonly input: Input }

/** A job without progress for this long is taken over. */
const ABANDONED = '20 seconds'
const BEAT_MS = 5_000
const UNTOLD = 'Something went wrong on our side. The log has the details.'

/** Creates a job in the transaction of the command that needs it; it starts after the commit. */
export async function startJob<Shape extends DataShape>(
  tx: Tx,
  job: {
    kind: JobKind<Shape>
    ownerId: number
    accountId?: number
    steps: readonly string[]
    input: DataInput<Shape>
  },
): Promise<number> {
  const steps = job.steps.map((name) => ({ name, state: 'QUEUED', error: null, attempts: 0 }))
  const { id } = await tx
    .insertInto('jobs')
    .values({
      kind: job.kind.name,
      owner_id: job.ownerId,
      account_id: job.accountId ?? null,
      steps: JSON.stringify(steps),
      input: JSON.stringify(job.input),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await queueRun(tx, { id, kind: job.kind.name })
  return id
}

/** The background task that runs the jobs of a kind, step by step; `onMove` is called after each change. */
export function jobTask<Shape extends DataShape>(
  { db, log }: AppContext,
  { name: kind }: JobKind<Shape>,
  steps: readonly Step<DataOf<Shape>>[],
  onMove: (input: DataOf<Shape>) => Promise<void>,
): Task {
  return taskOf(runOf(kind), {
    async run({ jobId }) {
      const job = await claim<DataOf<Shape>>(db, jobId)
      if (!job) return
      const beat = setInterval(() => void touch(db, jobId).catch(() => undefined), BEAT_MS)
      try {
        for (const [place, step] of job.steps.entries()) {
          if (step.state === 'DONE') continue
          await mark(db, jobId, place, { ...step, state: 'IN_PROGRESS', attempts: step.attempts + 1 })
          await onMove(job.input)
          const error = await attempt(steps.find(({ name }) => name === step.name)!, job.input)
          const state = error === null ? 'DONE' : 'FAILED'
          await mark(db, jobId, place, { ...step, state, error, attempts: step.attempts + 1 })
          if (error !== null) {
            await finish(db, jobId, 'FAILED', error)
            return await onMove(job.input)
          }
        }
        await finish(db, jobId, 'DONE', null)
        await onMove(job.input)
      } finally {
        clearInterval(beat)
      }
    },
  })

  async function attempt(step: Step<DataOf<Shape>>, input: DataOf<Shape>): Promise<string | null> {
    try {
      await step.run(input)
      return null
    } catch (failure) {
      if (failure instanceof StepFailed) return failure.message
      log.error({ err: failure, kind, step: step.name }, 'a step of a job failed')
      return UNTOLD
    }
  }
}

/** Requeues jobs whose process has died: the queue alone would wait for hours. */
export function recoverStaleJobsTask({ db }: AppContext): Task {
  return taskOf(defineJob('jobs.rescue'), {
    cron: '* * * * *',
    async run() {
      const { rows } = await sql<{ id: number; kind: string }>`
        select id, kind from jobs where state in ('QUEUED', 'IN_PROGRESS') and updated_at < now() - ${ABANDONED}::interval`.execute(
        db,
      )
      for (const { id, kind } of rows) await queueRun(db, { id, kind })
    },
  })
}

/** The job, claimed by this process; undefined when it is over or another process runs it. */
async function claim<Input>(db: Database, id: number): Promise<StartedJob<Input> | undefined> {
  const { rows } = await sql<StartedJob<Input>>`
    update jobs set state = 'IN_PROGRESS', attempts = attempts + 1, updated_at = now(), version = version + 1
    where id = ${id} and (state = 'QUEUED' or (state = 'IN_PROGRESS' and updated_at < now() - ${ABANDONED}::interval))
    returning steps, input`.execute(db)
  return rows[0]
}

async function mark(db: Database, id: number, place: number, step: JobStep): Promise<void> {
  await sql`update jobs set steps = jsonb_set(steps, ${`{${place}}`}::text[], ${JSON.stringify(step)}::jsonb), updated_at = now(),
    version = version + 1 where id = ${id}`.execute(db)
}

async function touch(db: Database, id: number): Promise<void> {
  await sql`update jobs set updated_at = now() where id = ${id} and state = 'IN_PROGRESS'`.execute(db)
}

async function finish(db: Database, id: number, state: 'DONE' | 'FAILED', error: string | null): Promise<void> {
  await sql`update jobs set state = ${state}, error = ${error}, updated_at = now(), version = version + 1 where id = ${id}`.execute(
    db,
  )
}
