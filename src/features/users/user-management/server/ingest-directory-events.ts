import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import type { DirectoryEvent } from './directory.ts'
import { recordDirectoryEvents } from './directory-events.ts'

/** Stores the events that a directory pushes, and the time of the push. */
export async function ingestDirectoryEvents(
  tx: Tx,
  provider: string,
  events: readonly DirectoryEvent[],
): Promise<void> {
  await sql`
    insert into directory_polls (provider_id, received_at) values (${provider}, now())
    on conflict (provider_id) do update set received_at = now()`.execute(tx)
  await recordDirectoryEvents(tx, provider, events)
}
