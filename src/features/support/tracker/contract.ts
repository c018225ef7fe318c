import * as z from 'zod/mini'
import { accountName, accountProblems } from '#features/accounts/accounts/contract.ts'
import { connectionProblems } from '#features/platform/connections/contract.ts'
import { CaseStatus, seeInternal } from '#features/support/case-access/contract.ts'
import { configureTracker, switchService } from '#features/support/rnd-projects/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { changesTo, defineEvent } from '#kit/contract/event.ts'
import { halList } from '#kit/contract/hal.ts'
import { problems } from '#kit/contract/problem.ts'
import {
  mappedFields,
  mappedPriorities,
  mappedTypes,
  TrackerConfig,
  TrackerOptions,
  TrackerPlugin,
  TrackerSample,
  TrackerTarget,
  trackerEditions,
  trackerSystems,
} from './contract/tracker.ts'

export {
  type MappedField,
  mappedFields,
  mappedPriorities,
  mappedTypes,
  TrackerConfig,
  TrackerOptions,
  TrackerPlugin,
  TrackerSample,
  TrackerSync,
  type TrackerSystemName,
  type TrackerTarget,
  trackerTargets,
} from './contract/tracker.ts'

export const trackerProblems = problems({
  'tracker-not-connected': {
    status: 409,
    text: '{system} is not connected for {account}. Connect it first: enter its address and login.',
  },
  'tracker-project-missing': { status: 409, text: 'No project is set for {account} in {system}. Choose one first.' },
  'tracker-sync-running': { status: 409, text: 'A sync of {account} is running already.' },
})

/** The tracker of an account was set up: `data.changes` has the changed settings. */
export const trackerConfigured = defineEvent('account.tracker-configured', {
  audience: 'vendor',
  text: 'changed the tracker settings',
  data: {
    changes: changesTo({
      accountId: z.int(),
      account: z.string(),
      system: z.enum(trackerSystems),
      projectKey: z.string(),
      projectLabel: z.string(),
      interval: z.int(),
      statusMap: z.record(z.string(), z.string()),
      fieldMap: z.strictObject({
        account: z.optional(z.string()),
        crmId: z.optional(z.string()),
        product: z.optional(z.string()),
        reporter: z.optional(z.string()),
        productVersion: z.optional(z.string()),
        contact: z.optional(z.string()),
        deployment: z.optional(z.string()),
        caseKey: z.optional(z.string()),
      }),
      priorityMap: z.strictObject({
        LOW: z.optional(z.string()),
        MEDIUM: z.optional(z.string()),
        HIGH: z.optional(z.string()),
        CRITICAL: z.optional(z.string()),
      }),
      typeMap: z.strictObject({
        CASE: z.optional(z.string()),
        OUTAGE: z.optional(z.string()),
        RMA: z.optional(z.string()),
      }),
    }),
  },
})
/** The cases of an account are kept in step with another system: `data.changes.target`. */
export const trackerSwitched = defineEvent('account.tracker-switched', {
  audience: 'vendor',
  text: 'switched the tracker of the cases',
  data: { changes: changesTo({ target: TrackerTarget }) },
})
export const trackerReloadStarted = defineEvent('account.tracker-reload-started', {
  audience: 'vendor',
  text: 'started a sync with the tracker',
  data: { job: z.int(), target: TrackerTarget },
})

const tag = 'Trackers'
const jira = '/api/plugins/jira'
const ofAccount = z.strictObject({ account: accountName })
const ofAccounts = z.strictObject({ account: z.optional(accountName) })
const noAccount = accountProblems['account-not-found']

const projectKey = z.string().check(z.regex(/^[A-Z][A-Z0-9_]{1,19}$/))
const projectLabel = z.string().check(z.maxLength(100), z.regex(/^(?=\P{Cc}*[^\p{Cc}\s])\P{Cc}+$/u))
const mappedName = z.string().check(z.maxLength(100), z.regex(/^\P{Cc}*$/u))
const mapping = {
  /** The name that each status of a case has in the tracker; without one its kind decides. */
  statusMap: z.optional(z.partialRecord(CaseStatus, mappedName)),
  /** The id of the tracker's field for a field of a case. */
  fieldMap: z.optional(
    z.partialRecord(z.enum(mappedFields), z.string().check(z.regex(/^(customfield_\d{1,10}|[a-z]\w{0,39})?$/))),
  ),
  /** The name of each priority, and of the issue type for each type of case; usual names without one. */
  priorityMap: z.optional(z.partialRecord(z.enum(mappedPriorities), mappedName)),
  typeMap: z.optional(z.partialRecord(z.enum(mappedTypes), mappedName)),
}
/** Parts call it with project key, label and system alone; the rest connects the tracker. */
const settings = {
  ...mapping,
  projectKey,
  projectLabel,
  targetSystem: z.optional(TrackerTarget),
  url: z.optional(z.string().check(z.maxLength(2_000))),
  username: z.optional(z.string().check(z.maxLength(320))),
  /** The API token, or a personal token of a data center. */
  secret: z.optional(z.string().check(z.minLength(1), z.maxLength(2_000))),
  interval: z.optional(z.int().check(z.minimum(30), z.maximum(86_400))),
}

export const listTrackerPlugins = endpoint({
  tag,
  guard: seeInternal,
  name: 'listTrackerPlugins',
  method: 'GET',
  url: `${jira}/plugin/configs`,
  summary: 'List which system the cases of accounts are kept in step with, and the settings of each',
  query: ofAccounts,
  reply: halList('configs', TrackerPlugin),
  problems: [noAccount],
})
export const switchTracker = endpoint({
  tag,
  guard: switchService,
  name: 'switchTracker',
  method: 'PATCH',
  url: `${jira}/plugin/configs/{account}/{target}`,
  summary: 'Keep the cases of an account in step with another system; no case, comment or key is lost',
  params: z.strictObject({ account: accountName, target: TrackerTarget }),
  reply: TrackerPlugin,
  problems: [noAccount],
})
export const configureJira = endpoint({
  tag,
  guard: configureTracker,
  forbiddenWhileImpersonating: true,
  name: 'configureJira',
  method: 'POST',
  url: `${jira}/configs`,
  summary: 'Set the project of an account in Jira, its mapping, and how to reach it',
  query: ofAccount,
  body: z.strictObject({ ...settings, edition: z.optional(z.enum(trackerEditions)) }),
  reply: TrackerConfig,
  problems: [noAccount],
})
export const listServiceDesks = endpoint({
  tag,
  guard: seeInternal,
  name: 'listServiceDesks',
  method: 'GET',
  url: '/api/plugins/jsm/configs',
  summary: 'List the projects of accounts in Jira Service Management',
  query: ofAccounts,
  reply: halList('configs', TrackerConfig),
  problems: [noAccount],
})
export const configureServiceDesk = endpoint({
  tag,
  guard: configureTracker,
  forbiddenWhileImpersonating: true,
  name: 'configureServiceDesk',
  method: 'POST',
  url: '/api/plugins/jsm/configs',
  summary: 'Set the project of an account in Jira Service Management, its mapping, and how to reach it',
  query: ofAccount,
  body: z.strictObject(settings),
  reply: TrackerConfig,
  problems: [noAccount],
})
const outsideProblems = [
  noAccount,
  trackerProblems['tracker-not-connected'],
  connectionProblems['connection-timeout'],
  connectionProblems['connection-test-failed'],
] as const
export const listTrackerOptions = endpoint({
  tag,
  guard: configureTracker,
  name: 'listTrackerOptions',
  method: 'GET',
  url: `${jira}/configs/options`,
  summary: 'List what a connected tracker has for a mapping: projects, statuses, priorities, issue types, fields',
  limit: { count: 60, seconds: 60 },
  query: z.strictObject({ account: accountName, system: z.enum(trackerSystems), projectKey: z.optional(projectKey) }),
  reply: TrackerOptions,
  problems: outsideProblems,
})
export const testTrackerMapping = endpoint({
  tag,
  guard: configureTracker,
  name: 'testTrackerMapping',
  method: 'POST',
  url: `${jira}/configs/sample`,
  summary: 'Read one issue of a project as the case that a mapping makes of it; nothing is saved',
  limit: { count: 30, seconds: 60 },
  query: ofAccount,
  body: z.strictObject({ ...mapping, system: z.enum(trackerSystems), projectKey }),
  reply: TrackerSample,
  problems: outsideProblems,
})
export const reloadIssues = endpoint({
  tag,
  guard: configureTracker,
  name: 'reloadIssues',
  method: 'POST',
  url: `${jira}/issues/reload`,
  summary: 'Read all issues of the project of an account again; a job with counts; no user is notified',
  status: 202,
  limit: { count: 10, seconds: 60 },
  query: ofAccount,
  reply: z.object({ job: z.string() }),
  problems: [...outsideProblems, trackerProblems['tracker-project-missing'], trackerProblems['tracker-sync-running']],
})
