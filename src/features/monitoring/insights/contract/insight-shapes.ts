import * as z from 'zod/mini'
import { UserRef } from '#features/accounts/accounts/contract.ts'
import { findingStates, insightStates, insightViews, severities } from './insight.ts'

/** A category or a type: the two groupings of insights. */
export const Grouping = z.object({
  id: z.string(),
  displayName: z.string(),
  color: z.string(),
  priority: z.int(),
  version: z.int(),
})
export type Grouping = z.output<typeof Grouping>

const NamedReference = z.object({ id: z.string(), displayName: z.string() })

/** A limit; the sense defines which side is bad, and for how many minutes it has to be. */
export const Threshold = z.object({
  sense: z.enum(['above', 'below']),
  warn: z.number(),
  crit: z.number(),
  forMinutes: z.int(),
})
export type Threshold = z.output<typeof Threshold>

/** A column of an insight's grid. */
export const GridColumn = z.object({
  header_name: z.string(),
  field: z.string(),
  url_field: z.nullable(z.string()),
  type: z.string(),
  primary: z.boolean(),
})
export type GridColumn = z.output<typeof GridColumn>

const insight = {
  name: z.string(),
  displayName: z.string(),
  category: NamedReference,
  type: NamedReference,
  view: z.enum(insightViews),
  /** The color of its category. */
  color: z.string(),
  priority: z.int(),
  /** `percent` is a ratio: 0.03 is 3 %. */
  unit: z.string(),
  threshold: z.nullable(Threshold),
  why: z.string(),
  next: z.string(),
  granularities: z.array(z.string()),
  grid: z.array(GridColumn),
}
/** An insight as the catalogue has it. */
export const Insight = z.object(insight)
export type Insight = z.output<typeof Insight>

const labels = z.record(z.string(), z.string())
/** A time in milliseconds and the value there; null = missing. */
const point = z.tuple([z.int(), z.nullable(z.number())])

/** An insight with its newest value in the deployments of an account: the worst of them. */
export const InsightCard = z.object({
  ...insight,
  state: z.enum(insightStates),
  value: z.nullable(z.number()),
  /** The deployment and the object of that value; null while it is missing. */
  deployment: z.nullable(z.string()),
  object: z.nullable(z.string()),
  /** Objects beyond a limit. */
  beyond: z.int(),
  /** Findings that are open or acknowledged. */
  findings: z.int(),
  evaluatedAt: z.nullable(z.iso.datetime()),
  points: z.array(point),
})
export type InsightCard = z.output<typeof InsightCard>

/** A line of a graph. */
export const GraphSeries = z.object({
  insight: z.string(),
  name: z.string(),
  labels,
  points: z.array(point),
})
export type GraphSeries = z.output<typeof GraphSeries>

/** A row of a heat map: the worst value in each step from `from` on; null = missing. */
export const HeatMapRow = z.object({
  name: z.string(),
  labels,
  deployment: z.string(),
  from: z.int(),
  step: z.int(),
  values: z.array(z.nullable(z.number())),
})
export type HeatMapRow = z.output<typeof HeatMapRow>

/** An insight of an object beyond its limit. */
export const Finding = z.object({
  id: z.string(),
  account: z.string(),
  deployment: NamedReference,
  insight: z.string(),
  insightName: z.string(),
  category: z.string(),
  type: z.string(),
  color: z.string(),
  unit: z.string(),
  threshold: Threshold,
  object: z.string(),
  labels,
  state: z.enum(findingStates),
  severity: z.enum(severities),
  value: z.number(),
  worst: z.number(),
  openedAt: z.iso.datetime(),
  clearedAt: z.nullable(z.iso.datetime()),
  acknowledgement: z.nullable(
    z.object({
      by: z.nullable(UserRef),
      at: z.iso.datetime(),
      reason: z.string(),
      until: z.iso.datetime(),
    }),
  ),
  caseKey: z.nullable(z.string()),
  version: z.int(),
})
export type Finding = z.output<typeof Finding>

/** Something that happened in the account in the 24 hours before a finding was opened. */
export const FindingChange = z.object({
  kind: z.enum(['outage', 'finding', 'release', 'maintenance']),
  title: z.string(),
  at: z.iso.datetime(),
  until: z.nullable(z.iso.datetime()),
  /** The key of an outage's case, or the id of the finding, release or event. */
  ref: z.string(),
})
export type FindingChange = z.output<typeof FindingChange>

/** A finding with its insight and what happened before. */
export const FindingDetail = z.extend(Finding, { definition: Insight, changes: z.array(FindingChange) })
export type FindingDetail = z.output<typeof FindingDetail>
