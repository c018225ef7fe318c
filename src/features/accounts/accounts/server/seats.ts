import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { inAccounts } from '#kit/server/visible.ts'
import { MAX_USERS } from '../contract.ts'
import { effectiveLimit } from './facet-overrides.ts'

/** Whether `users u` takes a seat in their accounts: customer users who can sign in, or could again. */
const takesSeat = sql`not u.is_vendor and u.erased_at is null and u.state not in ('deprovisioned', 'approvedForDeletion')`

const usersWithSeat = (accountId: number) => sql`
  from users u where ${takesSeat}
    and u.id in (select g.user_id from role_grants g where g.account_id = ${accountId})`

/** Seats of an account: taken, and available in all (null = no limit, or none set). */
export async function seatsOf(db: Database | Tx, accountId: number): Promise<{ used: number; limit: number | null }> {
  const { rows } = await sql<{ used: number; limit: number | null }>`
    select count(*) as used, ${effectiveLimit(accountId, MAX_USERS)} as "limit" ${usersWithSeat(accountId)}`.execute(db)
  return rows[0]!
}

/** The names of the users beyond the first `seats` of each account, in the order in which they were added; at most 20 each. */
export async function usersBeyond(
  db: Database,
  seatLimits: readonly { readonly accountId: number; readonly seats: number }[],
): Promise<Map<number, string[]>> {
  const { rows } = await sql<{ accountId: number; names: string[] }>`
    select w."accountId", o.names from jsonb_to_recordset(${JSON.stringify(seatLimits)}::jsonb) as w("accountId" bigint, seats bigint)
      cross join lateral (select coalesce(array_agg(full_name order by id), '{}') as names from (
        select u.id, u.full_name from users u where ${takesSeat}
          and u.id in (select g.user_id from role_grants g where g.account_id = w."accountId")
        order by u.id offset w.seats limit 20) beyond) o`.execute(db)
  return new Map(rows.map(({ accountId, names }) => [Number(accountId), names]))
}

/** The seats of every visible account, or of the given one. */
export async function everySeats(db: Database, visible: 'all' | readonly number[], account?: string) {
  const { rows } = await sql<{ account: string; accountId: string; used: number; limit: number | null }>`
    select a.name as account, a.id::text as "accountId", count(distinct u.id) as used,
      ${effectiveLimit(sql`a.id`, MAX_USERS)} as "limit"
    from accounts a left join role_grants g on g.account_id = a.id
      left join users u on u.id = g.user_id and ${takesSeat}
    where a.deleted_at is null and ${inAccounts(visible, 'a.id')}
      and ${account === undefined ? sql`true` : sql`a.name = ${account}`}
    group by a.id order by a.name`.execute(db)
  return rows
}
