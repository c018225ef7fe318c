import * as z from 'zod/mini'
import { accountProblems } from '#features/accounts/accounts/contract.ts'
import { MonitoringState } from '#features/monitoring/analytics/contract.ts'
import { readAnalytics } from '#features/monitoring/metrics/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'

const count = z.nullable(z.number())

export const readAccountHealth = endpoint({
  tag: 'Monitoring',
  guard: readAnalytics,
  name: 'readAccountHealth',
  method: 'GET',
  url: '/api/accounts/{id}/health',
  summary:
    'Read the health of an account: state of monitoring, modems, open outages, open findings, uptime of 24 hours',
  params: z.strictObject({ id: z.string().check(z.regex(/^\d{1,15}$/)) }),
  reply: z.object({
    account: z.string(),
    /** Null for an account without deployments. */
    state: z.nullable(MonitoringState),
    online: count,
    known: count,
    outages: z.int(),
    /** Findings that are open and not acknowledged. */
    findings: z.object({ critical: z.int(), warning: z.int() }),
    newest: z.nullable(z.iso.datetime()),
    /** Percent of the last 24 hours; null where less than half of the minutes were measured. */
    uptime: z.nullable(z.string()),
    measuredMinutes: z.int(),
    readAt: z.iso.datetime(),
  }),
  problems: [accountProblems['account-not-found']],
})
