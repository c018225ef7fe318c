import * as z from 'zod/mini'
import type { DataShape } from '#kit/contract/event.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { addJob, defineJob } from '#kit/server/job.ts'

/** A kind of job with visible steps: its name, and the members of the input that its steps share. */
export type JobKind<Shape extends DataShape = DataShape> = { readonly name: string; readonly input: Shape }

/** Declares a kind of job with visible steps. */
export function defineJobKind<const Shape extends DataShape>(name: string, input: Shape): JobKind<Shape> {
  return { name, input }
}

/** What runs the jobs of a kind, by its name as it is stored. */
export function runOf(kind: string) {
  return defineJob(kind, { jobId: z.number() })
}

/** Queues a job to be run, or run further. */
export function queueRun(tx: Tx | Database, { id, kind }: { id: number; kind: string }): Promise<void> {
  return addJob(tx, runOf(kind), { jobId: id }, { key: `job ${id}` })
}
