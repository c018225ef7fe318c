import * as z from 'zod/mini'
import { CaseStatus } from '#features/support/case-access/contract.ts'

/** Where the cases of an account are kept: the portal alone, or in step with a tracker. */
export const trackerTargets = ['embedded', 'jira', 'jsm'] as const
export type TrackerTarget = (typeof trackerTargets)[number]
/** The ports of outside trackers. */
export const trackerSystems = ['jira', 'jsm'] as const
export type TrackerSystemName = (typeof trackerSystems)[number]
/** Jira as a service of Atlassian, or in a data center of one's own. */
export const trackerEditions = ['cloud', 'data-center'] as const

/** Fields of a case that are written into a custom field of the tracker's issue. */
export const mappedFields = [
  'caseKey',
  'account',
  'reporter',
  'product',
  'productVersion',
  'deployment',
  'contact',
  'crmId',
] as const
export type MappedField = (typeof mappedFields)[number]

/** Types and priorities of cases, which have a name in the tracker each. */
export const mappedTypes = ['CASE', 'OUTAGE', 'RMA'] as const
export const mappedPriorities = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const

export const TrackerTarget = z.enum(trackerTargets)

/** The first sync of an account with its tracker. */
export const TrackerSync = z.object({
  /** The job, whose steps `GET /api/jobs/{id}` has. */
  job: z.nullable(z.string()),
  state: z.enum(['QUEUED', 'IN_PROGRESS', 'DONE', 'FAILED']),
  error: z.nullable(z.string()),
  /** Issues in the project, those read, and the cases made of them. */
  total: z.nullable(z.int()),
  read: z.int(),
  created: z.int(),
  startedAt: z.iso.datetime(),
  finishedAt: z.nullable(z.iso.datetime()),
})
export type TrackerSync = z.output<typeof TrackerSync>

/** The settings of an account's tracker, without its secret. */
export const TrackerConfig = z.object({
  account: z.string(),
  system: z.enum(trackerSystems),
  projectKey: z.string(),
  projectLabel: z.string(),
  /** What the cases of the account are kept in step with now. */
  targetSystem: TrackerTarget,
  /** The connection with its address and login; null until there is one. */
  connection: z.nullable(z.string()),
  edition: z.nullable(z.enum(trackerEditions)),
  url: z.nullable(z.string()),
  username: z.nullable(z.string()),
  secretSet: z.boolean(),
  /** Seconds between two polls. */
  interval: z.int(),
  statusMap: z.record(z.string(), z.string()),
  fieldMap: z.record(z.string(), z.string()),
  priorityMap: z.record(z.string(), z.string()),
  typeMap: z.record(z.string(), z.string()),
  lastPoll: z.nullable(z.iso.datetime()),
  sync: z.nullable(TrackerSync),
  version: z.int(),
})
export type TrackerConfig = z.output<typeof TrackerConfig>

/** The trackers of an account, and which of them holds its cases. */
export const TrackerPlugin = z.object({
  account: z.string(),
  accountDisplayName: z.string(),
  target: TrackerTarget,
  configs: z.array(TrackerConfig),
  /** Messages that wait, of how many cases, and those that failed. */
  waiting: z.int(),
  waitingCases: z.int(),
  failed: z.int(),
  version: z.int(),
})
export type TrackerPlugin = z.output<typeof TrackerPlugin>

/** What a tracker has for the mapping of a project, by the login of the connection. */
export const TrackerOptions = z.object({
  projects: z.array(z.object({ key: z.string(), name: z.string() })),
  /** Of the project; empty without one. */
  statuses: z.array(z.string()),
  issueTypes: z.array(z.string()),
  priorities: z.array(z.string()),
  /** Fields that hold a text. */
  fields: z.array(z.object({ id: z.string(), name: z.string() })),
})
export type TrackerOptions = z.output<typeof TrackerOptions>

/** The issue of a project that changed last, as the case that a mapping makes of it. */
export const TrackerSample = z.object({
  /** Null for a project without an issue. */
  sample: z.nullable(
    z.object({
      key: z.string(),
      /** The case that it is already. */
      caseKey: z.nullable(z.string()),
      subject: z.string(),
      account: z.string(),
      status: CaseStatus,
      priority: z.enum(mappedPriorities),
      type: z.enum(mappedTypes),
      /** The same in the tracker's words. */
      there: z.object({ status: z.string(), priority: z.string(), type: z.string() }),
    }),
  ),
  /** Mapped names of statuses that the project does not have. */
  unknownStatuses: z.array(z.string()),
})
export type TrackerSample = z.output<typeof TrackerSample>
