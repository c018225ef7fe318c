import * as z from 'zod/mini'
import { manageDeployments } from '#features/monitoring/metrics/contract.ts'
import { ConnectionState } from '#features/platform/connections/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList } from '#kit/contract/hal.ts'
import { oneLine } from '#kit/contract/one-line.ts'
import { analyticsProblems, configureMonitoring } from './analytics.ts'

const url = '/api/plugins/analytics/configs'
const account = oneLine(100)
const opsName = oneLine(100).check(z.minLength(1))
const login = {
  url: z.string().check(z.minLength(1), z.maxLength(2000)),
  username: oneLine(100).check(z.minLength(1)),
  password: z.optional(z.string().check(z.minLength(1), z.maxLength(500), z.regex(/^[^\p{Cc}]*$/u))),
}
const failures = [
  analyticsProblems['no-analytics-connection'],
  analyticsProblems['analytics-login-failed'],
  analyticsProblems['analytics-ops-name-not-found'],
  analyticsProblems['analytics-information-not-retrieved'],
]

/** The analytics connection of an account; the password is never read back. */
export const AnalyticsConfig = z.object({
  id: z.string(),
  account: z.string(),
  url: z.string(),
  username: z.string(),
  passwordSet: z.boolean(),
  state: ConnectionState,
  lastSuccess: z.nullable(z.iso.datetime()),
  lastFailure: z.nullable(z.string()),
})
export type AnalyticsConfig = z.output<typeof AnalyticsConfig>

/** Which parts of a connection responded, and in what time. */
export const AnalyticsTest = z.object({
  ok: z.literal(true),
  text: z.string(),
  tested: z.array(z.enum(['url', 'login', 'ops_name'])),
  durationMs: z.int(),
})

const test = {
  tag: 'Analytics',
  url: `${url}/test`,
  limit: { count: 30, seconds: 60 },
  reply: AnalyticsTest,
} as const

export const testAnalyticsLogin = endpoint({
  ...test,
  guard: manageDeployments,
  name: 'testAnalyticsLogin',
  method: 'POST',
  forbiddenWhileImpersonating: true,
  summary: 'Test an address and login before they are saved; an error names `url`, `login` or `ops_name`',
  body: z.strictObject({
    ...login,
    ops_name: z.optional(opsName),
    version: z.optional(z.union([z.literal(1), z.literal(4)])),
    /** The deployment whose stored password is used where none is given; its address must be the stored one. */
    deployment: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
  }),
  problems: failures,
})
export const testAnalyticsConfig = endpoint({
  ...test,
  guard: configureMonitoring,
  name: 'testAnalyticsConfig',
  method: 'GET',
  summary: 'Test the saved analytics connection of an account; an error names `url`, `login` or `ops_name`',
  query: z.strictObject({
    account,
    ops_name: z.optional(opsName),
    version: z._default(z.optional(z.enum(['1', '4'])), '4'),
  }),
  problems: [
    ...failures,
    analyticsProblems['analytics-config-not-found'],
    analyticsProblems['analytics-account-not-found'],
  ],
})
export const listAnalyticsConfigs = endpoint({
  tag: 'Analytics',
  guard: configureMonitoring,
  name: 'listAnalyticsConfigs',
  method: 'GET',
  url: `${url}/analytics/`,
  summary: 'Read the analytics connection of an account; without an account those of all',
  query: z.strictObject({ account: z.optional(account) }),
  reply: halList('configs', AnalyticsConfig),
  problems: [],
})
export const saveAnalyticsConfig = endpoint({
  tag: 'Analytics',
  guard: configureMonitoring,
  name: 'saveAnalyticsConfig',
  method: 'POST',
  url: `${url}/analytics/`,
  forbiddenWhileImpersonating: true,
  summary: 'Save the analytics connection of an account; a password that is not given is kept while the address stays',
  query: z.strictObject({ account }),
  body: z.strictObject(login),
  reply: AnalyticsConfig,
  problems: [analyticsProblems['analytics-account-not-found']],
})
