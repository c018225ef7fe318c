import type { Database, Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { accountProblems } from '../contract.ts'
import { type CountedUse, type ReachedPeriod, takeUse } from './limits.ts'

/** Counts one use in the current day or month of the account; 429 where its limit is used up. */
export async function requireUse(db: Database | Tx, accountId: number, use: CountedUse): Promise<void> {
  const reachedPeriod = await takeUse(db, accountId, use)
  if (reachedPeriod) rejectUse(reachedPeriod)
}

/** 429 with the seconds until the next period. */
export function rejectUse({ seconds, ...facts }: ReachedPeriod): never {
  return throwProblem(accountProblems['period-limit-reached'], facts, { headers: { 'retry-after': String(seconds) } })
}
