import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { bumpListVersions } from './case-collection.ts'

/** Stores when the first clock of each case is due; null for a case without a running clock. */
export async function storeDueTimes(
  tx: Tx,
  times: readonly { readonly caseId: number; readonly due: string | null }[],
): Promise<void> {
  const { rows } = await sql<{ accountId: number }>`
    update cases c set due_at = coalesce(g.due, 'infinity')
    from jsonb_to_recordset(${JSON.stringify(times)}::jsonb) as g ("caseId" bigint, due timestamptz)
    where c.id = g."caseId" and c.due_at is distinct from coalesce(g.due, 'infinity') returning c.account_id as "accountId"`.execute(
    tx,
  )
  await bumpListVersions(tx, [...new Set(rows.map(({ accountId }) => accountId))])
}
