import { sql } from 'kysely'
import { lockSubscription, seatsOf } from '#features/accounts/accounts/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { quotaRejections } from '#kit/server/request-metrics.ts'
import { managedUserProblems } from '../contract.ts'

/** Rejects when no seat of the account is free; checked before anything is written. */
export async function requireFreeSeat(tx: Tx, accountId: number): Promise<void> {
  const seats = await seatsOf(tx, accountId)
  if (seats.limit !== null && seats.used >= seats.limit) await rejectForSeats(tx, accountId, seats)
}

/**
 * Rejects when the account has more users than seats; checked after the role was granted, in its transaction.
 * Concurrent grants in the account, and changes of its limit, wait, so that the last seat is taken once.
 */
export async function requireSeat(tx: Tx, accountId: number): Promise<void> {
  await lockSubscription(tx, accountId)
  const seats = await seatsOf(tx, accountId)
  if (seats.limit !== null && seats.used > seats.limit)
    await rejectForSeats(tx, accountId, { ...seats, used: seats.used - 1 })
}

async function rejectForSeats(
  tx: Tx,
  accountId: number,
  seats: { used: number; limit: number | null },
): Promise<never> {
  const { rows } = await sql<{ account: string; contact: string }>`
    select a.display_name as account, coalesce(m.full_name, 'your customer success manager') as contact
    from accounts a left join users m on m.id = a.csm_id where a.id = ${accountId}`.execute(tx)
  quotaRejections.inc({ quota: 'users' })
  throwProblem(managedUserProblems['seats-taken'], { ...rows[0]!, used: seats.used, limit: seats.limit ?? 0 })
}
