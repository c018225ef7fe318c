import * as z from 'zod/mini'
import { everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { analyticsProblems, configureMonitoring } from '#features/monitoring/analytics/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { oneLine } from '#kit/contract/one-line.ts'
import { permission } from '#kit/contract/permission.ts'
import { problems } from '#kit/contract/problem.ts'
import { decisionKinds } from './decision-kinds.ts'

/** See the outages that the detector found, and its decisions. */
export const readDetector = permission(
  'sonar:read',
  'See automated outages and the decisions of the detector',
  everyVendorRole,
  roles('MANAGER', 'USER', 'FIELDTECH'),
)

export const detectorProblems = problems({
  'scanner-config-not-found': {
    status: 404,
    text: 'The account {account} has no scanner configuration. Save one first.',
  },
  'scanner-segment-not-found': {
    status: 404,
    text: 'The segment was not found, or you do not have permission to see it.',
  },
  'scanner-not-reached': {
    status: 422,
    text: 'Could not connect to the scanner (check its settings): no deployment of {account} has sent modem counts in the last {minutes} minutes.',
  },
})

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

const account = oneLine(100)
const url = '/api/plugins/sonar'
const unknownAccount = analyticsProblems['analytics-account-not-found']
const tag = 'Scanner'

export const listAutomatedOutages = endpoint({
  tag: 'Monitoring',
  guard: readDetector,
  name: 'listAutomatedOutages',
  method: 'GET',
  url: '/api/plugins/jira/outages/automated',
  summary: 'List the outages that the detector found in an account, newest first',
  query: listQuery(['start'], { account, open: z.optional(z.boolean()) }),
  reply: halList('outages', AutomatedOutage),
  problems: [unknownAccount],
})
export const listDetectorDecisions = endpoint({
  tag,
  guard: readDetector,
  name: 'listDetectorDecisions',
  method: 'GET',
  url: `${url}/decisions`,
  summary: 'List the decisions of the detector in an account with the numbers that led to them, newest first',
  query: listQuery(['at'], {
    account,
    from: z.optional(z.iso.datetime()),
    to: z.optional(z.iso.datetime()),
    decision: z.optional(z.array(z.enum(decisionKinds))),
  }),
  reply: halList('decisions', DetectorDecision),
  problems: [unknownAccount],
})
export const readDetectorState = endpoint({
  tag,
  guard: readDetector,
  name: 'readDetectorState',
  method: 'GET',
  url: `${url}/state`,
  summary: 'Read when the detector last judged an account, and how many segments',
  query: z.strictObject({ account }),
  reply: z.object({
    on: z.boolean(),
    segments: z.int(),
    outages: z.int(),
    judgedAt: z.nullable(z.iso.datetime()),
    milliseconds: z.int(),
  }),
  problems: [unknownAccount],
})
export const readSegment = endpoint({
  tag,
  guard: readDetector,
  name: 'readDetectorSegment',
  method: 'GET',
  url: `${url}/segments`,
  summary: 'Read the modems up in a segment, or in a cluster, minute by minute; a minute without a sample is left out',
  query: z.strictObject({
    account,
    deployment: z.string().check(z.regex(/^\d{1,15}$/)),
    cluster: oneLine(200),
    segment: z.optional(oneLine(300)),
    from: z.iso.datetime(),
    to: z.iso.datetime(),
  }),
  reply: z.object({ points: z.array(z.tuple([z.iso.datetime(), z.number()])) }),
  problems: [unknownAccount, detectorProblems['scanner-segment-not-found']],
})
export const listScannerConfigs = endpoint({
  tag,
  guard: readDetector,
  name: 'listScannerConfigs',
  method: 'GET',
  url: `${url}/configs`,
  summary: 'Read the scanner configuration of an account; an empty list while the detector is off',
  query: z.strictObject({ account }),
  reply: halList('configs', ScannerConfig),
  problems: [unknownAccount],
})
export const saveScannerConfig = endpoint({
  tag,
  guard: configureMonitoring,
  name: 'saveScannerConfig',
  method: 'POST',
  url: `${url}/configs`,
  forbiddenWhileImpersonating: true,
  summary: 'Save the scanner configuration of an account; the first one turns the detector on',
  query: z.strictObject({ account }),
  body: z.strictObject({
    projectKey: z.optional(oneLine(100)),
    projectLabel: z.optional(oneLine(100)),
    collectionWindow: z.optional(detectorFields.collectionWindow),
    cascadeWindow: z.optional(detectorFields.cascadeWindow),
    minModems: z.optional(detectorFields.minModems),
    minShare: z.optional(detectorFields.minShare),
    alertThreshold: z.optional(detectorFields.alertThreshold),
  }),
  reply: ScannerConfig,
  problems: [unknownAccount],
})
export const testScanner = endpoint({
  tag,
  guard: configureMonitoring,
  name: 'testScanner',
  method: 'GET',
  url: `${url}/outages/test`,
  limit: { count: 30, seconds: 60 },
  summary: 'Test whether the scanner of an account gets modem counts',
  query: z.strictObject({ account }),
  reply: z.object({ ok: z.literal(true), text: z.string(), deployments: z.int(), segments: z.int() }),
  problems: [unknownAccount, detectorProblems['scanner-config-not-found'], detectorProblems['scanner-not-reached']],
})

const SimulationResult = z.object({
  outages: z.int(),
  alerts: z.int(),
  minutes: z.int(),
  starts: z.array(z.iso.datetime()),
})
export const simulateScanner = endpoint({
  tag,
  guard: configureMonitoring,
  name: 'simulateScanner',
  method: 'POST',
  url: `${url}/simulate`,
  limit: { count: 20, seconds: 60 },
  summary: 'Judge past samples of an account by other settings, beside the ones in force; nothing is stored',
  query: z.strictObject({ account }),
  body: z.strictObject({
    from: z.iso.datetime(),
    to: z.iso.datetime(),
    collectionWindow: z.optional(detectorFields.collectionWindow),
    cascadeWindow: z.optional(detectorFields.cascadeWindow),
    minModems: z.optional(detectorFields.minModems),
    minShare: z.optional(detectorFields.minShare),
    alertThreshold: z.optional(detectorFields.alertThreshold),
  }),
  reply: z.object({
    deployments: z.int(),
    /** With the settings in force. */
    did: SimulationResult,
    would: SimulationResult,
  }),
  problems: [unknownAccount],
})
