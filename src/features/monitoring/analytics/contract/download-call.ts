import * as z from 'zod/mini'
import { readAnalytics } from '#features/monitoring/metrics/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { oneLine } from '#kit/contract/one-line.ts'
import { analyticsProblems } from './analytics.ts'

export const downloadFromAnalytics = endpoint({
  tag: 'Analytics',
  guard: readAnalytics,
  name: 'downloadFromAnalytics',
  method: 'POST',
  url: '/api/plugins/analytics/link/download-url',
  summary: 'Download a file from the analytics of an account; only addresses of its deployments are called',
  body: z.strictObject({ account: oneLine(100), url: z.string().check(z.minLength(1), z.maxLength(2000)) }),
  media: { produces: 'application/octet-stream' },
  limit: { count: 30, seconds: 60 },
  problems: [analyticsProblems['analytics-account-not-found'], analyticsProblems['download-address-blocked']],
})
