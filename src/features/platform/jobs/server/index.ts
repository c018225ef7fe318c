import type { Feature } from '#kit/server/portal.ts'
import { serveJobs } from './routes.ts'
import { recoverStaleJobsTask } from './run-job.ts'

/** Long work with visible steps. */
export const jobsFeature: Feature = {
  name: 'jobs',
  serve: serveJobs,
  tasks: (portal) => [recoverStaleJobsTask(portal)],
}

export { defineJobKind } from './job-kind.ts'
export { requeueJob } from './job-store.ts'
export { jobTask, type Step, StepFailed, startJob } from './run-job.ts'
