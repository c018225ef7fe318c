import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { refuse } from '#kit/server/refusal.ts'
import { managedUserProblems } from '../contract.ts'

/** People who take a seat of the account: those of its own who can come in, or could again. */
const seated = (accountId: number) => sql`
  from users u where not u.is_vendor and u.erased_at is null and u.state not in ('deprovisioned', 'approvedForDeletion')
    and u.id in (select g.user_id from role_grants g where g.account_id = ${accountId})`

/** Seats of an account: taken ones, and how many there are (null = no limit). */
export async function seatsOf(db: Database | Tx, accountId: number): Promise<{ used: number; limit: number | null }> {
  const { rows } = await sql<{ used: number; limit: number | null }>`
    select count(*) as used, (select max_users from account_seats where account_id = ${accountId}) as "limit" ${seated(accountId)}`.execute(
    db,
  )
  return rows[0]!
}

/**
 * Refuses when the account has more people than seats; asked after the role was given, in its transaction. Whoever
 * gives roles in the account at the same time waits, so that the last seat is taken once.
 */
export async function requireSeat(tx: Tx, accountId: number): Promise<void> {
  const capped = await tx
    .selectFrom('account_seats as s')
    .innerJoin('accounts as a', 'a.id', 's.account_id')
    .select(['s.max_users', 'a.display_name'])
    .where('s.account_id', '=', accountId)
    .forUpdate('s')
    .executeTakeFirst()
  if (!capped) return
  const { used } = await seatsOf(tx, accountId)
  if (used > capped.max_users)
    refuse(managedUserProblems['seats-taken'], { limit: capped.max_users, account: capped.display_name })
}
