import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import type { SlaPlan } from '../contract.ts'
import { computeSoon } from './compute-clocks.ts'

/** Marks the clocks of open cases to be computed again: those of an account, or of all accounts with a plan. */
export async function markClocks(
  tx: Tx,
  of: { accountId: number } | { plan: SlaPlan; priority: string },
): Promise<void> {
  const which =
    'accountId' in of
      ? sql`k.account_id = ${of.accountId}`
      : sql`c.priority = ${of.priority} and coalesce((select plan from sla_hours h where h.account_id = k.account_id), 'ESSENTIALS') = ${of.plan}`
  await sql`update case_clocks k set next_at = '-infinity' from cases c where c.id = k.case_id and c.is_open and ${which}`.execute(
    tx,
  )
  await computeSoon(tx)
}
