import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import type { States } from './evaluated.ts'

/**
 * Claims a minute of deployments: of several processes one evaluates each. Returns the states before, of those that were
 * not claimed already. Rows are claimed in order, so that two processes do not wait for each other.
 */
export async function claimMinute(db: Database, ids: readonly number[], minute: number): Promise<Map<number, States>> {
  const { rows } = await sql<{ id: number; states: States }>`
    insert into insight_states as s (deployment_id, claimed_minute)
    select id, ${minute} from deployments where id = any(${ids}::bigint[]) order by id
    on conflict (deployment_id) do update set claimed_minute = excluded.claimed_minute where s.claimed_minute < excluded.claimed_minute
    returning deployment_id as id, states`.execute(db)
  return new Map(rows.map(({ id, states }) => [id, states]))
}

/** Locks the rows that are still claimed: a process that was slower than a minute finds the others claimed by the next. */
export async function lockClaimed(tx: Tx, ids: readonly number[], minute: number): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select deployment_id as id from insight_states
    where deployment_id = any(${ids}::bigint[]) and claimed_minute = ${minute} order by deployment_id for update`.execute(
    tx,
  )
  return new Set(rows.map(({ id }) => id))
}
