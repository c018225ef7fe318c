import * as z from 'zod/mini'
import { decisionKinds } from './decision-kinds.ts'

const integer = (minimum: number, maximum: number) => z.int().check(z.minimum(minimum), z.maximum(maximum))
/** The rules that an account may set: windows in minutes, the share in percent. */
export const detectorFields = {
  collectionWindow: integer(1, 30),
  cascadeWindow: integer(0, 120),
  minModems: integer(1, 100_000),
  minShare: integer(1, 100),
  alertThreshold: integer(1, 10_000_000),
}

/** The scanner configuration of an account. The detector judges accounts that have one. */
export const ScannerConfig = z.object({
  ...detectorFields,
  account: z.string(),
  projectKey: z.string(),
  projectLabel: z.string(),
  updated: z.iso.datetime(),
  version: z.int(),
})
export type ScannerConfig = z.output<typeof ScannerConfig>

const count = z.int()
const at = z.iso.datetime()
const figure = z.nullable(z.number())

/** An outage that the detector found. */
export const AutomatedOutage = z.object({
  id: z.string(),
  account: z.string(),
  deployment: z.object({ id: z.string(), name: z.string() }),
  scope: z.enum(['segment', 'cluster']),
  cluster: z.string(),
  segments: z.array(z.string()),
  start: at,
  /** The last good sample before a gap: the start is then estimated. */
  lastGood: z.nullable(at),
  detected: at,
  end: z.nullable(at),
  /** Whole minutes; until now while it is open. */
  outageTime: count,
  totalCmsAffected: count,
  modemMinutes: count,
  alerted: z.nullable(at),
  /** The case; null without one, and for users who may not read cases. */
  caseKey: z.nullable(z.string()),
})
export type AutomatedOutage = z.output<typeof AutomatedOutage>

/** A decision with the numbers that led to it. */
export const DetectorDecision = z.object({
  id: z.string(),
  at,
  kind: z.enum(decisionKinds),
  rule: z.enum(['segment', 'cluster']),
  deployment: z.object({ id: z.string(), name: z.string() }),
  cluster: z.string(),
  /** Null where it is about several segments. */
  segment: z.nullable(z.string()),
  segments: count,
  outageId: z.nullable(z.string()),
  caseKey: z.nullable(z.string()),
  value: figure,
  baseline: figure,
  limit: figure,
  run: count,
  needed: count,
  settings: z.object({
    collectionWindow: count,
    cascadeWindow: count,
    minModems: count,
    minShare: count,
  }),
})
export type DetectorDecision = z.output<typeof DetectorDecision>
