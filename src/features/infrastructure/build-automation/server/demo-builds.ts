import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'

/** A build of the demo that has ended; returns its id. */
export async function insertDemoBuild(
  tx: Tx,
  build: {
    readonly accountId: number
    readonly parameters: Readonly<Record<string, string>>
    readonly number: number
    readonly log: string
    readonly error: string | null
    readonly hoursAgo: number
  },
): Promise<number> {
  const { accountId, parameters, number, log, error, hoursAgo } = build
  const after = (seconds: number) =>
    sql`now() - ${hoursAgo} * interval '1 hour' + ${seconds}::double precision * interval '1 second'`
  const { rows } = await sql<{ id: number }>`
    insert into builds (account_id, parameters, state, queue_item, number, error, log, log_offset, created_at, queued_at, started_at, ended_at)
    values (${accountId}, ${JSON.stringify(parameters)}::jsonb, ${error === null ? 'SUCCEEDED' : 'FAILED'}, ${number + 6_871}, ${number}, ${error},
      ${log}, ${log.length}, ${after(0)}, ${after(1)}, ${after(4)}, ${after(62)}) returning id`.execute(tx)
  return rows[0]!.id
}
