import { endpoint } from '#kit/contract/endpoint.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { metricProblems } from './metric.ts'

/** Requests per deployment in a minute, at most. */
export const INGEST_LIMIT = { count: 1_200, seconds: 60 }

export const ingestMetrics = endpoint({
  tag: 'Metrics',
  guard: 'anyone',
  name: 'ingestMetrics',
  method: 'POST',
  url: '/api/ingest/metrics',
  summary:
    'Send samples with the token of a deployment (Authorization: Bearer): OpenMetrics, Prometheus text, JSON or Prometheus remote-write. Stored samples are stored even when others are rejected with 400',
  media: { consumes: 'application/openmetrics-text' },
  problems: [
    metricProblems['deployment-token-invalid'],
    metricProblems['deployment-token-without-maker'],
    metricProblems['samples-rejected'],
    kitProblems['payload-too-large'],
    kitProblems['media-type-unsupported'],
    kitProblems['too-many-requests'],
    kitProblems['temporarily-unavailable'],
  ],
})
