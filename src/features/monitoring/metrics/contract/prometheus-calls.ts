import * as z from 'zod/mini'
import { accountProblems } from '#features/accounts/accounts/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { readAnalytics } from './metric.ts'

const text = z.optional(z.string().check(z.maxLength(10_000)))
const short = z.optional(z.string().check(z.maxLength(100)))
/** Not a list, so that no selector is split at its commas. */
const selectors = z.optional(
  z.union([z.string().check(z.maxLength(10_000)), z.array(z.string().check(z.maxLength(10_000)))]),
)
const span = { start: short, end: short, limit: short }
/** Needed by users who can see several accounts. */
const account = { account: short }

const prometheus = {
  tag: 'Prometheus API',
  guard: readAnalytics,
  method: 'GET',
  media: { produces: 'application/json' },
  problems: [accountProblems['account-not-found']],
  // A page of twenty panels, read again every five seconds, asks half as often.
  limit: { count: 1_200, seconds: 60 },
} as const
const url = '/api/prometheus/api/v1'

export const queryInstant = endpoint({
  ...prometheus,
  name: 'queryInstant',
  url: `${url}/query`,
  summary: "Evaluate a query at one time, in the form of Prometheus' HTTP API",
  query: z.strictObject({ ...account, query: text, time: short, timeout: short, limit: short }),
})

export const queryRange = endpoint({
  ...prometheus,
  name: 'queryRange',
  url: `${url}/query_range`,
  summary: "Evaluate a query at each step of a range, in the form of Prometheus' HTTP API",
  query: z.strictObject({ ...account, ...span, query: text, step: short, timeout: short }),
})

export const findSeries = endpoint({
  ...prometheus,
  name: 'findSeries',
  url: `${url}/series`,
  summary: "List the series that match, in the form of Prometheus' HTTP API",
  query: z.strictObject({ ...account, ...span, 'match[]': selectors }),
})

export const listLabels = endpoint({
  ...prometheus,
  name: 'listLabels',
  url: `${url}/labels`,
  summary: "List the names of labels, in the form of Prometheus' HTTP API",
  query: z.strictObject({ ...account, ...span, 'match[]': selectors }),
})

export const listLabelValues = endpoint({
  ...prometheus,
  name: 'listLabelValues',
  url: `${url}/label/{name}/values`,
  summary: "List the values of a label, in the form of Prometheus' HTTP API",
  params: z.strictObject({ name: z.string().check(z.regex(/^[a-zA-Z_][a-zA-Z0-9_]{0,200}$/)) }),
  query: z.strictObject({ ...account, ...span, 'match[]': selectors }),
})
