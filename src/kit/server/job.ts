import { sql } from 'kysely'
import type { DataOf, DataShape } from '#kit/contract/event.ts'
import type { Database, Tx } from './database.ts'
import type { DataInput } from './events/event.ts'

/** A kind of background work: its name, and the members of what its task is given. */
export type JobType<Shape extends DataShape = DataShape> = { readonly name: string; readonly payload: Shape }

/** Declares a job; one without members is often run by the clock alone. */
export function defineJob<const Shape extends DataShape = Record<never, never>>(
  name: string,
  payload: Shape = {} as Shape,
): JobType<Shape> {
  return { name, payload }
}

/**
 * Adds a job in the command's transaction: it runs only when that commits. A second job with the same `key` replaces
 * the first as long as that waits. Jobs of the same `queue` run one after the other. Failed runs are repeated with
 * growing delay, 25 times by default. A lower `priority` runs first.
 */
export async function addJob<Shape extends DataShape>(
  tx: Tx | Database,
  { name }: JobType<Shape>,
  payload: DataInput<Shape>,
  options: { key?: string; queue?: string | undefined; runAt?: Date; attempts?: number; priority?: number } = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, payload => ${JSON.stringify(payload)}::json, run_at => ${options.runAt ?? null}::timestamptz,
    queue_name => ${options.queue ?? null}::text, max_attempts => ${options.attempts ?? 25}::int, job_key => ${options.key ?? null}::text,
    priority => ${options.priority ?? 0}::int)`.execute(tx)
}

/** How and when a task is run. */
type Schedule = {
  /**
   * The outside system that it calls. The jobs of one system have their own workers, so that jobs that wait for it
   * block no others.
   */
  readonly calls?: string
  /** Jobs of that system at once in each process, 2 by default. */
  readonly atOnce?: number
}
/** The clock gives no data. */
type ByClock = {
  readonly cron?: string
  /** It also runs once when a process starts. */
  readonly atStart?: boolean
}

/** What a feature does about the jobs of one name; `taskOf` makes it. */
export type Task = Schedule &
  ByClock & {
    readonly name: string
    /** The members of what it is given. */
    readonly payload: DataShape
    readonly run: (payload: unknown, stopping?: AbortSignal) => Promise<void>
  }

/**
 * The task of a job: run at least once for each, so it must be idempotent. `stopping` is aborted when the process has
 * been asked to end for five seconds: what can be left is left then.
 */
export function taskOf<Shape extends DataShape>(
  { name, payload }: JobType<Shape>,
  task: Schedule &
    (Record<never, never> extends DataOf<Shape> ? ByClock : { readonly [Member in keyof ByClock]?: never }) & {
      run(payload: DataOf<Shape>, stopping?: AbortSignal): Promise<void>
    },
): Task {
  // `addJob` takes no other payload for it.
  return { ...task, name, payload, run: task.run as Task['run'] }
}
