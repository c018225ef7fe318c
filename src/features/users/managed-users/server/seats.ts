import { MAX_USERS } from '#features/accounts/accounts/contract.ts'
import { limitExceeded, seatsOf } from '#features/accounts/accounts/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { managedUserProblems } from '../contract.ts'

/** Rejects when no seat of the account is free; checked before anything is written. */
export async function requireFreeSeat(tx: Tx, accountId: number): Promise<void> {
  const usedWithOneMore = async () => (await seatsOf(tx, accountId)).used + 1
  rejectAt(await limitExceeded(tx, accountId, { facet: MAX_USERS, used: usedWithOneMore }))
}

/**
 * Rejects when the account has more users than seats; checked after the role was granted, in its transaction.
 * Concurrent grants in the account, and changes of its limit, wait, so that the last seat is taken once.
 */
export async function requireSeat(tx: Tx, accountId: number): Promise<void> {
  const usedSeats = async () => (await seatsOf(tx, accountId)).used
  rejectAt(await limitExceeded(tx, accountId, { facet: MAX_USERS, used: usedSeats, lock: tx }))
}

function rejectAt(reachedLimit: Awaited<ReturnType<typeof limitExceeded>>): void {
  if (reachedLimit) throwProblem(managedUserProblems['seats-taken'], reachedLimit)
}
