import { sql } from 'kysely'
import { oncePerEvent } from '#kit/server/events/once-per-event.ts'

type Receiver = {
  readonly id: string
  readonly protocol: string | null
  readonly events: readonly string[]
  readonly owner: string | null
}

/** The webhooks and subscriptions of the account of an event. Messages of a paused one wait until it is resumed. */
export const webhooksOfEvent = oncePerEvent(async ({ accountId }, tx) => {
  const { rows } = await sql<Receiver>`
    select id, protocol, events, owner from webhooks where account_id = ${accountId}`.execute(tx)
  return rows
})
