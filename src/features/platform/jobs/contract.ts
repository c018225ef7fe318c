import * as z from 'zod/mini'
import { roles } from '#features/access/roles/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { defineEvent } from '#kit/contract/event.ts'
import { permission } from '#kit/contract/permission.ts'
import { problems } from '#kit/contract/problem.ts'

/** See and retry jobs of other users. */
export const operateJobs = permission('job:retry', 'Retry failed jobs', roles('ADMIN', 'CENTRAL'))

export const jobProblems = problems({
  'job-not-found': { status: 404, text: 'This job was not found, or you do not have permission to see it.' },
  'job-not-failed': { status: 409, text: 'Only a failed job can be retried. This job is {state}.' },
})

export const JobState = z.enum(['QUEUED', 'IN_PROGRESS', 'DONE', 'FAILED'])

/** One step of a job; a failed one has the reason. */
export const JobStep = z.object({ name: z.string(), state: JobState, error: z.nullable(z.string()), attempts: z.int() })
export type JobStep = z.output<typeof JobStep>

/** Long work that a user watches: its steps, and its failure. */
export const Job = z.object({
  id: z.string(),
  kind: z.string(),
  state: JobState,
  steps: z.array(JobStep),
  error: z.nullable(z.string()),
  attempts: z.int(),
  created: z.iso.datetime(),
  updated: z.iso.datetime(),
  version: z.int(),
})
export type Job = z.output<typeof Job>

const byId = z.strictObject({ id: z.string().check(z.regex(/^\d{1,15}$/)) })

export const readJob = endpoint({
  tag: 'Jobs',
  guard: 'signed-in',
  name: 'readJob',
  method: 'GET',
  url: '/api/jobs/{id}',
  summary: 'Read a job with its steps; for its owner or an operator',
  params: byId,
  reply: Job,
  problems: [jobProblems['job-not-found']],
})
export const retryJob = endpoint({
  tag: 'Jobs',
  guard: 'signed-in',
  name: 'retryJob',
  method: 'POST',
  url: '/api/jobs/{id}/retry',
  summary: 'Retry from the failed step',
  params: byId,
  reply: Job,
  problems: [jobProblems['job-not-found'], jobProblems['job-not-failed']],
})

export const jobRetried = defineEvent('job.retried', {
  audience: 'person',
  text: 'retried a job',
  data: { kind: z.string() },
})
