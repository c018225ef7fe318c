import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { metricProblems, readMonitoring } from './metric.ts'

/** Why a sample was not stored. */
export const RejectionReason = z.enum([
  'too-old',
  'too-far-ahead',
  'different-value',
  'foreign-deployment',
  'native-histogram',
  'too-many-series',
  'invalid-labels',
])
export type RejectionReason = z.output<typeof RejectionReason>

/** What is calculated from the samples of each deployment by itself. */
export const DeploymentJob = z.enum(['uptime', 'outages', 'insights', 'watermarks', 'inventory'])
export type DeploymentJob = z.output<typeof DeploymentJob>

/** What a deployment has sent. */
export const IngestState = z.object({
  /** Samples stored. */
  samples: z.int(),
  series: z.int(),
  /** The time of the newest sample; null before the first. */
  newest: z.nullable(z.iso.datetime()),
  /** Rejected samples since the first, by reason. */
  rejections: z.array(
    z.object({
      reason: RejectionReason,
      samples: z.int(),
      /** The series of one of them; empty where it is not known. */
      example: z.string(),
      last: z.iso.datetime(),
    }),
  ),
  /** What could not be calculated, and is tried again. */
  failures: z.array(
    z.object({
      job: DeploymentJob,
      /** Null where it is a fault of the portal. */
      reason: z.nullable(z.string()),
      since: z.iso.datetime(),
    }),
  ),
})
export type IngestState = z.output<typeof IngestState>

export const readIngestState = endpoint({
  tag: 'Metrics',
  guard: readMonitoring,
  name: 'readIngestState',
  method: 'GET',
  url: '/api/plugins/analytics/deployments/{id}/ingest',
  summary: 'See which samples a deployment has sent, and which were rejected',
  params: z.strictObject({ id: z.string().check(z.regex(/^\d{1,15}$/)) }),
  reply: IngestState,
  problems: [metricProblems['deployment-not-found']],
})
