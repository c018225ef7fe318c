import { sql } from 'kysely'
import { oncePerEvent } from '#kit/server/events/once-per-event.ts'

type ActiveWebhook = {
  readonly id: string
  readonly protocol: string | null
  readonly events: readonly string[]
  readonly owner: string | null
}

/** The active webhooks and subscriptions of the account of an event. */
export const webhooksOfEvent = oncePerEvent(async ({ accountId }, tx) => {
  const { rows } = await sql<ActiveWebhook>`
    select id, protocol, events, owner from webhooks where account_id = ${accountId} and state = 'ACTIVE'`.execute(tx)
  return rows
})
