import { MAX_USERS } from '#features/accounts/accounts/contract.ts'
import { limitBelow, limitExceeded, type ReachedLimit, seatsOf } from '#features/accounts/accounts/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { managedUserProblems } from '../contract.ts'

/** Rejects when no seat of the account is free; checked before anything is written. */
export async function requireFreeSeat(tx: Tx, accountId: number): Promise<void> {
  const { used } = await seatsOf(tx, accountId)
  rejectAt(await limitBelow(tx, accountId, { facet: MAX_USERS, count: used + 1, added: 1 }))
}

/**
 * Rejects when the account has more users than seats; checked after the role was granted, in its transaction.
 * Concurrent grants in the account, and changes of its limit, wait, so that the last seat is taken once.
 */
export async function requireSeat(tx: Tx, accountId: number): Promise<void> {
  const used = async () => (await seatsOf(tx, accountId)).used
  rejectAt(await limitExceeded(tx, accountId, { facet: MAX_USERS, used }))
}

function rejectAt(reached: ReachedLimit | undefined): void {
  if (!reached) return
  throwProblem(managedUserProblems['seats-taken'], reached)
}
