import type { Feature } from '#kit/server/portal.ts'
import { serveJobs } from './routes.ts'
import { rescueTask } from './run-job.ts'

/** Long work with visible steps. */
export const jobsFeature: Feature = { name: 'jobs', serve: serveJobs, tasks: (portal) => [rescueTask(portal)] }

export { queueAgain } from './job-store.ts'
export { jobTask, type Step, StepFailed, startJob } from './run-job.ts'
