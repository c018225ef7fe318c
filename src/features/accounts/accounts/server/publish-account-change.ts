import { type EventHandler, on } from '#kit/server/events/event-handler.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { accountChanged, accountEvents } from '../contract.ts'

/** Notifies pages that show an account of its change. */
export function publishAccountChange(portal: AppContext): EventHandler[] {
  return [
    on(Object.values(accountEvents), 'tell-accounts', async ({ id, accountId, requestId }, tx) => {
      const account = await tx.selectFrom('accounts').select('name').where('id', '=', accountId).executeTakeFirst()
      if (!account) return
      const body = { id: String(accountId), name: account.name }
      await portal.live.publish(tx, { topic: accountChanged, account: account.name, body, eventId: id, requestId })
    }),
  ]
}
