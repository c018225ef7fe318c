import * as z from 'zod/mini'
import { accountProblems } from '#features/accounts/accounts/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList, ListLinks, Page } from '#kit/contract/hal.ts'
import { granularities, insightProblems, readInsights } from './insight.ts'
import { GraphSeries, HeatMapRow, Insight, InsightCard } from './insight-shapes.ts'

const insights = {
  tag: 'Insights',
  guard: readInsights,
  method: 'GET',
  problems: [accountProblems['account-not-found']],
} as const
const text = z.string().check(z.maxLength(200))
const account = z.string().check(z.maxLength(32))
const granularity = z.enum(granularities)
const time = z.optional(z.iso.datetime())
const range = { from: time, to: time }
const heat = {
  account,
  granularity: z.optional(granularity),
  /** The name of an insight that is drawn as a heat map; the offline modems unless given. */
  insight: z.optional(text),
  deployment: z.optional(text),
  ...range,
}

export const readInsightCards = endpoint({
  ...insights,
  name: 'readInsightCards',
  url: '/api/insights/cards',
  summary: 'List the insights of an account with their newest values and the points of the last 24 hours',
  query: z.strictObject({ account, granularity: z.optional(granularity), deployment: z.optional(text) }),
  reply: halList('cards', InsightCard),
})
export const readInsightGraph = endpoint({
  ...insights,
  name: 'readInsightGraph',
  url: '/api/insights/graph',
  summary:
    'Read the lines of the insights of a category and type over time; empty unless category, type, deployment, account and granularity are set. `series` limits it to one insight',
  query: z.strictObject({
    account: z.optional(account),
    granularity: z.optional(granularity),
    category: z.optional(text),
    type: z.optional(text),
    deployment: z.optional(text),
    series: z.optional(text),
    ...range,
  }),
  reply: halList('graph', GraphSeries),
})
export const readHeatMap = endpoint({
  ...insights,
  name: 'readHeatMap',
  url: '/api/insights/heatmap',
  summary: 'Read a heat map by cluster: the worst value of each step',
  query: z.strictObject(heat),
  reply: halList('heatmap', HeatMapRow),
  problems: [accountProblems['account-not-found'], insightProblems['insight-not-found']],
})
export const readClusterHeatMap = endpoint({
  ...insights,
  name: 'readClusterHeatMap',
  url: '/api/insights/heatmap/cluster',
  summary: 'Read a heat map by segment of the clusters; above 200 segments by core',
  query: z.strictObject({
    ...heat,
    cluster: z.optional(text),
    ccap: z.optional(text),
    /** Only these segments. */
    segments: z.optional(z.array(text).check(z.maxLength(500))),
  }),
  reply: halList('heatmap', HeatMapRow),
  problems: [accountProblems['account-not-found'], insightProblems['insight-not-found']],
})
export const readSegmentHeatMap = endpoint({
  ...insights,
  name: 'readSegmentHeatMap',
  url: '/api/insights/heatmap/cluster/{segment}',
  summary: 'Read a heat map by MAC domain of one segment',
  params: z.strictObject({ segment: text }),
  query: z.strictObject(heat),
  reply: halList('heatmap', HeatMapRow),
  problems: [accountProblems['account-not-found'], insightProblems['insight-not-found']],
})

/** A row of an insight's grid: a value for each of its columns. */
const GridRow = z.record(z.string(), z.nullable(z.union([z.string(), z.number()])))

export const readInsight = endpoint({
  ...insights,
  name: 'readInsight',
  url: '/api/insights/{name}',
  summary: 'Read the newest values of an insight, one row per object; the rows are named after the insight',
  params: z.strictObject({ name: z.string().check(z.regex(/^[a-z0-9-]{1,60}$/)) }),
  query: z.strictObject({ account, granularity: z.optional(granularity), deployment: z.optional(text) }),
  reply: z.object({
    insight: Insight,
    _embedded: z.record(z.string(), z.array(GridRow)),
    page: Page,
    lastUpdateTime: z.nullable(z.iso.datetime()),
    _links: ListLinks,
  }),
  problems: [accountProblems['account-not-found'], insightProblems['insight-not-found']],
})
