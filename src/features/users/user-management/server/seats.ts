import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { quotaRejections } from '#kit/server/request-metrics.ts'
import { managedUserProblems } from '../contract.ts'

/** Whether `users u` takes a seat where they belong: people of customers who can come in, or could again. */
const takesSeat = sql`not u.is_vendor and u.erased_at is null and u.state not in ('deprovisioned', 'approvedForDeletion')`

const seated = (accountId: number) => sql`
  from users u where ${takesSeat}
    and u.id in (select g.user_id from role_grants g where g.account_id = ${accountId})`

/** Seats of an account: taken ones, and how many there are (null = no limit, or none agreed). */
export async function seatsOf(db: Database | Tx, accountId: number): Promise<{ used: number; limit: number | null }> {
  const { rows } = await sql<{ used: number; limit: number | null }>`
    select count(*) as used, (select max_users from account_seats where account_id = ${accountId}) as "limit" ${seated(accountId)}`.execute(
    db,
  )
  return rows[0]!
}

/** The seats of every account that may be seen, or of the one that is named. */
export async function everySeats(db: Database, visible: 'all' | readonly number[], account?: string) {
  const { rows } = await sql<{ account: string; accountId: string; used: number; limit: number | null }>`
    select a.name as account, a.id::text as "accountId", count(distinct u.id) as used, s.max_users as "limit"
    from accounts a left join account_seats s on s.account_id = a.id left join role_grants g on g.account_id = a.id
      left join users u on u.id = g.user_id and ${takesSeat}
    where a.deleted_at is null and ${visible === 'all' ? sql`true` : sql`a.id = any(${visible}::bigint[])`}
      and ${account === undefined ? sql`true` : sql`a.name = ${account}`}
    group by a.id, s.max_users order by a.name`.execute(db)
  return rows
}

/** Refuses when no seat of the account is free; asked before anything is written. */
export async function requireFreeSeat(tx: Tx, accountId: number): Promise<void> {
  const { used, limit } = await seatsOf(tx, accountId)
  if (limit === null || used < limit) return
  const { display_name: account } = await tx
    .selectFrom('accounts')
    .select('display_name')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  rejectForSeats(limit, account)
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
  if (!capped || capped.max_users === null) return
  const { used } = await seatsOf(tx, accountId)
  if (used > capped.max_users) rejectForSeats(capped.max_users, capped.display_name)
}

function rejectForSeats(limit: number, account: string): never {
  quotaRejections.inc({ quota: 'users' })
  throwProblem(managedUserProblems['seats-taken'], { limit, account })
}
