import { sql } from 'kysely'
import { accountIn } from '#features/accounts/accounts/server/index.ts'
import { type Database, sqlState, type Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import type { Session } from '#kit/server/session.ts'
import { overviewProblems, readOverview } from '../contract.ts'

const SECONDS = 30
const CANCELLED = '57014'

/** Reads the overview in a transaction with its own time limit; a longer one is 408 with the next step. */
export async function withTimeLimit<Result>(db: Database, read: (tx: Tx) => Promise<Result>): Promise<Result> {
  try {
    return await inTransaction(db, async (tx) => {
      await sql`select set_config('statement_timeout', ${`${SECONDS}s`}, true), set_config('transaction_read_only', 'on', true)`.execute(
        tx,
      )
      return read(tx)
    })
  } catch (failure) {
    if (sqlState(failure) === CANCELLED) throwProblem(overviewProblems['overview-too-slow'])
    throw failure
  }
}

/** The id of an account whose overview the session sees, else 404. */
export async function accountIdOf(db: Database, session: Session, name: string | undefined) {
  if (name === undefined) return undefined
  return (await accountIn(db, session, { name, permission: readOverview })).id
}
