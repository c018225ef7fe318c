import * as z from 'zod/mini'
import { everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { accountName, accountProblems } from '#features/accounts/accounts/contract.ts'
import { AuditMessage } from '#features/platform/audit/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { defineEvent } from '#kit/contract/event.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { permission } from '#kit/contract/permission.ts'
import { topic } from '#kit/contract/topic.ts'

/** Ask the tools anew what they know of a person or an account. */
export const refreshPlugins = permission('plugin:refresh', roles('ADMIN', 'CENTRAL', 'HARMONIC_CSM'))
/** See which tools an account has, and how they do; never a secret. */
export const readPlugins = permission('plugin:read', everyVendorRole, roles('MANAGER', 'USER'))

/** Issue tracker, service desk, wiki, chat, incident alerting, analytics, scanner, CRM, file sharing, container registry. */
export const pluginNames = [
  'jira',
  'jsm',
  'confluence',
  'slack',
  'opsgenie',
  'analytics',
  'sonar',
  'salesforce',
  'box',
  'registry',
] as const
export const PluginName = z.enum(pluginNames)
export type PluginName = z.output<typeof PluginName>

/** The states of part 1 §4. */
export const PluginState = z.enum(['NOT_INSTALLED', 'INSTALLED', 'STARTED', 'FINISHED', 'STOPPED'])

/** A tool of an account, and the system that does the work: `embedded` is the portal itself. */
const Plugin = {
  name: PluginName,
  accountName: z.string(),
  accountId: z.string(),
  state: PluginState,
  system: z.nullable(z.enum(['embedded'])),
}
export const PluginConfiguration = z.object(Plugin)
export type PluginConfiguration = z.output<typeof PluginConfiguration>

/** The same with what it said when it was last asked: how much of the account's it holds. */
export const PluginDetails = z.object({
  ...Plugin,
  /** Open cases of the issue tracker, delivered releases of file sharing. */
  items: z.nullable(z.int()),
  refreshedAt: z.nullable(z.iso.datetime()),
  /** The job that asks it just now, or failed at it. */
  job: z.nullable(z.object({ id: z.string(), state: z.string(), error: z.nullable(z.string()) })),
})
export type PluginDetails = z.output<typeof PluginDetails>

export const pluginsRefreshAsked = defineEvent(
  'account.plugins-refresh-requested',
  'account',
  'account.plugins-refresh-asked',
)

/** What the user did to the plugins of an account was recorded; open pages refetch. */
export const accountPluginHistoryRecorded = topic({
  destination: '/user/topic/audit/server/account-plugin-history',
  summary: 'The plugins of an account changed',
  guard: readPlugins,
  message: AuditMessage,
})

const plugins = { tag: 'Plugins' } as const
const missing = accountProblems['account-not-found']

export const listPlugins = endpoint({
  ...plugins,
  guard: readPlugins,
  name: 'listPlugins',
  method: 'GET',
  url: '/api/accounts/plugin',
  summary: 'List the tools of an account, including tools that are not installed',
  query: z.strictObject({ accountName }),
  reply: halList('details', PluginDetails),
  problems: [missing],
})

export const listPluginConfigurations = endpoint({
  ...plugins,
  guard: readPlugins,
  name: 'listPluginConfigurations',
  method: 'GET',
  url: '/api/accounts/plugins/configurations',
  summary: 'List all installed tools of the visible accounts',
  query: listQuery(['accountName', 'name'], {}, { maximum: 20_000 }),
  reply: halList('configurations', PluginConfiguration),
  problems: [],
})

export const refreshAccountPlugins = endpoint({
  ...plugins,
  guard: refreshPlugins,
  name: 'refreshAccountPlugins',
  method: 'POST',
  url: '/api/accounts/plugin/refresh',
  summary: 'Refresh the tools of one or all accounts; without `force` only those last refreshed over ten minutes ago',
  query: z.strictObject({
    accountName: z.optional(accountName),
    pluginName: z.optional(PluginName),
    force: z.optional(z.boolean()),
  }),
  /** The job that does it (`GET /api/jobs/{id}`). */
  reply: z.object({ job: z.string() }),
  problems: [missing],
})
