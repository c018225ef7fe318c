import { sql } from 'kysely'
import { readableCase } from '#features/support/case-access/server/index.ts'
import type { CommandContext } from '#kit/server/serve/request-context.ts'
import type { markCaseRead } from '../contract.ts'

/**
 * Stores that the caller has read the case; only the caller's own lists become stale. Without an event: the case did
 * not change.
 */
export async function markRead({ tx, session, query }: CommandContext<typeof markCaseRead>): Promise<undefined> {
  const { id } = await readableCase(tx, session, query.issueKey)
  await sql`
    with seen as (
      insert into case_reads (user_id, case_id, seen_at) values (${session.userId}, ${id}, clock_timestamp())
      on conflict (user_id, case_id) do update set seen_at = excluded.seen_at
    )
    insert into case_readers as reader (user_id) values (${session.userId})
    on conflict (user_id) do update set version = reader.version + 1`.execute(tx)
}
