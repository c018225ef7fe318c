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

/** A case with an event that its clocks depend on; one that is imported was loaded with its case. */
type MarkedCase = { readonly key: string; readonly imported: boolean }

/** Marks the clocks of cases; of imported ones those of open cases and those that there are. */
export async function markCases(tx: Tx, cases: readonly MarkedCase[]): Promise<void> {
  const newKeys = cases.filter(({ imported }) => !imported).map(({ key }) => key)
  await sql`
    insert into case_clocks as k (case_id, account_id) select id, account_id from cases c
    where key = any(${[...new Set(cases.map(({ key }) => key))]}::text[])
      and (is_open or key = any(${newKeys}::text[]) or exists (select 1 from case_clocks o where o.case_id = c.id))
    on conflict (case_id) do update set next_at = '-infinity'`.execute(tx)
  if (newKeys.length > 0) await computeSoon(tx)
}
