import { sql } from 'kysely'
import { accountProblems } from '#features/accounts/accounts/contract.ts'
import { type Database, sqlState, type Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import type { Session } from '#kit/server/session.ts'
import { visibleIn } from '#kit/server/visible.ts'
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
  const { rows } = await sql<{ id: number }>`
    select id from accounts where name = ${name} and deleted_at is null
      and ${visibleIn(session, readOverview, 'id')}`.execute(db)
  return rows[0]?.id ?? throwProblem(accountProblems['account-not-found'], { name })
}
