import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { bumpListVersion } from './case-collection.ts'

/**
 * Makes an ordinary case an outage: critical, in progress. Returns the previous case; undefined when it is one already.
 */
export async function markOutage(tx: Tx, id: number) {
  const { rows } = await sql<{ key: string; accountId: number; internal: boolean; status: string; priority: string }>`
    update cases c set type = 'OUTAGE', priority = 'CRITICAL', status = case when c.status in ('NEW', 'OPEN') then 'IN_PROGRESS' else c.status end,
      version = c.version + 1, updated_at = clock_timestamp()
    from (select id, status, priority from cases where id = ${id} for update) was
    where c.id = was.id and c.type = 'CASE' returning c.key, c.account_id as "accountId", c.internal, was.status, was.priority`.execute(
    tx,
  )
  if (rows[0]) await bumpListVersion(tx, rows[0].accountId)
  return rows[0]
}
