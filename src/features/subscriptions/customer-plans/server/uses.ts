import { sql } from 'kysely'
import {
  MAX_API_CALLS,
  MAX_BYTES,
  MAX_DEPLOYMENTS,
  MAX_DOWNLOADS,
  MAX_USERS,
} from '#features/accounts/accounts/contract.ts'
import { everySeats } from '#features/accounts/accounts/server/index.ts'
import type { Database } from '#kit/server/database.ts'

/** The current use of each limit by its name. */
export type Uses = Readonly<Record<string, number>>

type Row = { id: number; bytes: number; deployments: number; downloads: number; calls: number }

/** How much of their limits accounts use: of a period what was used since it began. */
export async function usesOf(db: Database, accountIds: readonly number[]): Promise<Map<number, Uses>> {
  const [seats, { rows }] = await Promise.all([
    everySeats(db, accountIds),
    sql<Row>`
      select a.id, s.used as bytes, (select count(*) from deployments d where d.account_id = a.id) as deployments,
        ${usedSince(MAX_DOWNLOADS, 'month')} as downloads, ${usedSince(MAX_API_CALLS, 'day')} as calls
      from accounts a join account_storage s on s.account_id = a.id where a.id = any(${accountIds}::bigint[])`.execute(
      db,
    ),
  ])
  const seatsByAccount = new Map(seats.map(({ accountId, used }) => [Number(accountId), used]))
  return new Map(
    rows.map(({ id, bytes, deployments, downloads, calls }) => [
      id,
      {
        [MAX_USERS]: seatsByAccount.get(id) ?? 0,
        [MAX_BYTES]: bytes,
        [MAX_DEPLOYMENTS]: deployments,
        [MAX_DOWNLOADS]: downloads,
        [MAX_API_CALLS]: calls,
      },
    ]),
  )
}

function usedSince(facet: string, period: 'day' | 'month') {
  return sql<number>`coalesce((select c.used from facet_uses c where c.account_id = a.id and c.facet = ${facet}
    and c.period_start = date_trunc(${period}, now() at time zone a.time_zone)::date), 0)`
}
