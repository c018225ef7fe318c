import * as z from 'zod/mini'
import { trackerEditions, trackerSystems, trackerTargets } from './tracker-enums.ts'

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
