import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'

/** Raises the version of the account's collection of cases, so that cached lists in browsers are stale. */
export async function bumpListVersion(tx: Tx, accountId: number): Promise<void> {
  await sql`update case_list_versions set version = version + 1, updated_at = now() where account_id = ${accountId}`.execute(
    tx,
  )
}

/** The same for several accounts in one statement, locked in their order, so that two transactions never deadlock. */
export async function bumpListVersions(tx: Tx, accountIds: readonly number[]): Promise<void> {
  await sql`
    update case_list_versions v set version = v.version + 1, updated_at = now()
    from (select account_id from case_list_versions where account_id = any(${accountIds}::bigint[]) order by account_id for update) l
    where v.account_id = l.account_id`.execute(tx)
}
