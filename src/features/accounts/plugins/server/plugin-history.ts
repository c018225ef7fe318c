import { sql } from 'kysely'
import { userEvents } from '#features/users/user-management/contract.ts'
import type { EventHandler } from '#kit/server/events/event-dispatcher.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { accountPluginHistoryRecorded, pluginsRefreshAsked } from '../contract.ts'

/** Notifies the open pages of the user who changed the plugins of an account. */
export function pluginHistoryHandlers(portal: AppContext): EventHandler[] {
  return [pluginsRefreshAsked, userEvents.userPluginSwitched].map(({ name: event }) => ({
    event,
    name: 'account-plugin-history',
    async run({ id, name, subject, subjectId, accountId, actorId, actorName, requestId }, tx) {
      if (actorId === null) return
      const account = await sql<{ name: string }>`select name from accounts where id = ${accountId}`.execute(tx)
      await portal.live.publish(tx, {
        topic: accountPluginHistoryRecorded,
        to: { userId: String(actorId) },
        body: { name, subject, subjectId, account: account.rows[0]?.name ?? null, by: actorName },
        eventId: id,
        requestId,
      })
    },
  }))
}
