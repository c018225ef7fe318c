import { sql } from 'kysely'
import { accountIn } from '#features/accounts/accounts/server/index.ts'
import { readSort } from '#kit/contract/hal.ts'
import { directionOf } from '#kit/server/list/find-page.ts'
import { halPage, halSinglePage } from '#kit/server/list/hal-list.ts'
import type { Feature } from '#kit/server/portal.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import { visibleAccounts } from '#kit/server/visible.ts'
import {
  accountPluginHistoryRecorded,
  listPluginConfigurations,
  listPlugins,
  pluginNames,
  pluginsChanged,
  pluginsRefreshAsked,
  readPlugins,
  refreshAccountPlugins,
  refreshPlugins,
} from '../contract.ts'
import { aggregatedPlugins } from './aggregated-plugins.ts'
import { pluginHistoryHandlers } from './plugin-history.ts'
import { findConfigurations, findPlugins, type SystemNames } from './plugin-store.ts'
import { refreshTask, startRefresh } from './refresh-plugins.ts'

const columns = { accountName: sql`a.name`, name: sql`p.name` }

/** The tools of accounts: which exist, their system (`systems` are the names), and their last result. */
export function pluginsFeature(systems: SystemNames): Feature {
  return {
    name: 'plugins',
    settings: [aggregatedPlugins],
    serve(portal) {
      const { db } = portal

      serve(portal, listPlugins, async (call) => {
        const { id } = await accountIn(db, call.session, { name: call.query.accountName, permission: readPlugins })
        const details = await findPlugins(db, visibleAccounts(call.session, readPlugins), {
          accountId: id,
          systems,
          aggregated: portal.settings.valueOf(aggregatedPlugins),
        })
        return halSinglePage(call, 'details', details)
      })

      serve(portal, listPluginConfigurations, async (call) => {
        const { page, size, sort } = call.query
        const scope = visibleAccounts(call.session, readPlugins)
        const by = readSort<keyof typeof columns>(sort, { field: 'accountName', descending: false })
        const order = sql.join(by.map(({ field, descending }) => sql`${columns[field]} ${directionOf(descending)}`))
        return halPage(call, 'configurations', await findConfigurations(db, scope, { page, size, order }))
      })

      registerCommand(portal, refreshAccountPlugins, async ({ tx, session, query, record }) => {
        const { accountName, pluginName, force = false } = query
        const names = pluginName ? [pluginName] : pluginNames
        const account =
          accountName === undefined
            ? null
            : await accountIn(tx, session, { name: accountName, permission: refreshPlugins })
        const accountId = account?.id ?? null
        const job = await startRefresh(tx, { accountId, names, force, ownerId: session.userId })
        await record(pluginsRefreshAsked, { subject: accountId, account: accountId, data: { plugins: names, job } })
        return { job: String(job) }
      })
    },
    topics: [accountPluginHistoryRecorded, pluginsChanged],
    eventHandlers: pluginHistoryHandlers,
    tasks: (portal) => [refreshTask(portal)],
  }
}

export { pluginHistoryOf } from './plugin-history.ts'
export { pluginsByAccount } from './plugins-by-account.ts'
