import type { Feature } from '#kit/server/portal.ts'
import { serveJobs } from './routes.ts'

/** Long work with visible steps. */
export const jobsFeature: Feature = { name: 'jobs', serve: serveJobs }
