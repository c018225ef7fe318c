import * as z from 'zod/mini'
import { accountName, accountProblems } from '#features/accounts/accounts/contract.ts'
import { AuditMessage } from '#features/platform/audit/contract.ts'
import { ConnectionState, pluginPorts } from '#features/platform/connections/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { defineEvent } from '#kit/contract/event.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { topic } from '#kit/contract/topic.ts'
import { readPlugins, refreshPlugins } from './contract/plugin-permissions.ts'

export { pluginPorts as pluginNames } from '#features/platform/connections/contract.ts'
export { readPlugins, refreshPlugins }

/**
 * Issue tracker, service desk, wiki, chat, incident alerting, analytics, scanner, CRM, file sharing, container
 * registry.
 */
export const PluginName = z.enum(pluginPorts)
export type PluginName = z.output<typeof PluginName>

/** A tool of an account, and the system behind it: `embedded` is the portal itself. */
const Plugin = {
  name: PluginName,
  accountName: z.string(),
  accountId: z.string(),
  state: ConnectionState,
  system: z.nullable(z.string()),
}
export const PluginConfiguration = z.object(Plugin)
export type PluginConfiguration = z.output<typeof PluginConfiguration>

/** The same with its last result: how many items of the account it holds. */
export const PluginDetails = z.object({
  ...Plugin,
  /** Open cases of the issue tracker, delivered releases of file sharing. */
  items: z.nullable(z.int()),
  refreshedAt: z.nullable(z.iso.datetime()),
  /** The connection to the system behind it, without its settings; null for the portal itself. */
  connection: z.nullable(
    z.object({
      id: z.string(),
      /** Its name for users. */
      systemName: z.string(),
      failing: z.boolean(),
      /** Too many calls failed: none are made, and messages wait. */
      disconnectedSince: z.nullable(z.iso.datetime()),
      lastSuccess: z.nullable(z.iso.datetime()),
      waiting: z.int(),
      failed: z.int(),
    }),
  ),
  /** Of the visible children of a federated parent in all, for the plugins that the portal aggregates. */
  children: z.nullable(
    z.object({
      accounts: z.int(),
      items: z.nullable(z.int()),
      failing: z.int(),
      waiting: z.int(),
      failed: z.int(),
    }),
  ),
  /** The job that queries it now, or failed to. */
  job: z.nullable(z.object({ id: z.string(), state: z.string(), error: z.nullable(z.string()) })),
})
export type PluginDetails = z.output<typeof PluginDetails>

export const pluginsRefreshAsked = defineEvent('account.plugins-refresh-requested', {
  audience: 'account',
  text: 'refreshed the tools',
  data: { plugins: z.array(PluginName), job: z.int() },
})

/** The plugin whose state changed, with the new state in lower case and as it is. */
const pluginState = {
  plugin: z.optional(PluginName),
  pluginStatus: z.optional(z.string()),
  newValue: z.optional(z.string()),
}
/** A change to an account's plugins by the user was recorded; open pages refetch. */
export const accountPluginHistoryRecorded = topic({
  destination: '/user/topic/audit/server/account-plugin-history',
  summary: 'The plugins of an account changed',
  guard: readPlugins,
  message: z.extend(AuditMessage, pluginState),
})

/** The state of plugins of an account changed; null is all accounts. */
export const pluginsChanged = topic({
  destination: '/topic/plugins',
  summary: 'The plugins of a visible account changed',
  guard: readPlugins,
  message: z.object({ account: z.nullable(z.string()), ...pluginState }),
})

const plugins = { tag: 'Plugins' } as const
const noAccount = accountProblems['account-not-found']

export const listPlugins = endpoint({
  ...plugins,
  guard: readPlugins,
  name: 'listPlugins',
  method: 'GET',
  url: '/api/accounts/plugin',
  summary: 'List the tools of an account, including tools that are not installed',
  query: z.strictObject({ accountName }),
  reply: halList('details', PluginDetails),
  problems: [noAccount],
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
  /** The job that runs the refresh (`GET /api/jobs/{id}`). */
  reply: z.object({ job: z.string() }),
  problems: [noAccount],
})
