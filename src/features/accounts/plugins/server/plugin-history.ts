import { sql } from 'kysely'
import {
  connectionChanged,
  connectionCreated,
  connectionDeleted,
  connectionDisconnected,
  connectionReconnected,
  connectionResumed,
  connectionStarted,
  connectionStopped,
} from '#features/platform/connections/contract.ts'
import type { EventType } from '#kit/contract/event.ts'
import type { Tx } from '#kit/server/database.ts'
import type { RecordedEvent } from '#kit/server/events/event.ts'
import { type EventHandler, on } from '#kit/server/events/event-handler.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { accountPluginHistoryRecorded, PluginName, pluginsChanged, pluginsRefreshAsked } from '../contract.ts'

const ofConnections = [
  connectionCreated,
  connectionChanged,
  connectionDeleted,
  connectionStarted,
  connectionStopped,
  connectionResumed,
  connectionDisconnected,
  connectionReconnected,
]

/** Notifies the user who changed the plugins of an account, and every open page that shows their state. */
export function pluginHistoryHandlers(portal: AppContext): EventHandler[] {
  return [...pluginHistoryOf(portal, [pluginsRefreshAsked, ...ofConnections]), ...stateHandlers(portal)]
}

/** Notifies the user who caused one of the events; also for events of other features about plugins. */
export function pluginHistoryOf(portal: AppContext, events: readonly EventType[]): EventHandler[] {
  return [
    on(events, 'account-plugin-history', async (event: RecordedEvent, tx: Tx) => {
      const { id, name, subject, subjectId, actorId, actorName, requestId } = event
      if (actorId === null) return
      const account = await accountName(tx, event)
      await portal.live.publish(tx, {
        topic: accountPluginHistoryRecorded,
        to: { userId: String(actorId) },
        body: { name, subject, subjectId, account, by: actorName, ...pluginOf(event) },
        eventId: id,
        requestId,
      })
    }),
  ]
}

function stateHandlers(portal: AppContext): EventHandler[] {
  return [
    on(ofConnections, 'plugin-states', async (event: RecordedEvent, tx: Tx) => {
      const state = pluginOf(event)
      if (!state.plugin) return
      const account = await accountName(tx, event)
      await portal.live.publish(tx, { topic: pluginsChanged, account: account ?? '*', body: { account, ...state } })
    }),
  ]
}

async function accountName(tx: Tx, { accountId }: RecordedEvent): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`select name from accounts where id = ${accountId}`.execute(tx)
  return rows[0]?.name ?? null
}

function pluginOf({ data }: RecordedEvent): { plugin?: PluginName; pluginStatus?: string; newValue?: string } {
  const plugin = PluginName.safeParse(data.plugin)
  if (!plugin.success) return {}
  return { plugin: plugin.data, pluginStatus: String(data.pluginStatus), newValue: String(data.newValue) }
}
