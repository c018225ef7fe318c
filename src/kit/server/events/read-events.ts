import { sql } from 'kysely'
import type { Tx } from '../database.ts'
import { eventOf } from './append-to-chain.ts'
import { type ChainedRow, chainedColumns } from './chain.ts'
import type { RecordedEvent } from './event.ts'

/** Recorded events by their ids, the oldest first. */
export async function readEvents(tx: Tx, ids: readonly number[]): Promise<RecordedEvent[]> {
  const { rows } = await sql<ChainedRow>`
    select ${sql.raw(chainedColumns)} from events where id = any(${ids}::bigint[]) order by id`.execute(tx)
  return rows.map(eventOf)
}
