import { sql } from 'kysely'
import { recordCircuit } from '#features/platform/connections/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import { noUser, recordEvent } from '#kit/server/events/event.ts'
import { sendWaitingMessages } from '#kit/server/outbox/connection-messages.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { userEvents } from '../contract.ts'
import { connectionId } from './update-directory.ts'

/**
 * Records that requests to a directory pause because it fails too often, or that it is back: then it gets the missed
 * messages at once. Of several processes that notice it one records it.
 */
export async function recordCircuitState(db: Database, provider: string, isOpen: boolean): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rows } = await sql`
      insert into directory_polls as d (provider_id, unstable_since) values (${provider}, case when ${isOpen} then now() end)
      on conflict (provider_id) do update set unstable_since = excluded.unstable_since
        where (d.unstable_since is null) <> (excluded.unstable_since is null) returning unstable_since`.execute(tx)
    if (rows.length === 0) return
    await recordCircuit(tx, connectionId(provider), isOpen)
    await recordEvent(tx, isOpen ? userEvents.directoryFailing : userEvents.directoryBack, noUser, {
      subject: provider,
    })
    if (!isOpen) await sendWaitingMessages(tx, connectionId(provider))
  })
}
