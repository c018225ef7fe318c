import { type Database, sqlState, type Tx } from '../database.ts'

const again = new Set(['40001', '40P01'])
const TRIES = 4

/**
 * Runs the work in one transaction; repeats it when PostgreSQL aborted it for a deadlock or a serialization conflict.
 */
export async function inTransaction<Result>(db: Database, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work)
    } catch (failure) {
      if (attempt >= TRIES || !again.has(sqlState(failure) ?? '')) throw failure
    }
  }
}
