import type { Tx } from '#kit/server/database.ts'
import type { Session } from '#kit/server/session.ts'
import { caseScope, withinScope } from './case-scope.ts'
import { statement, within } from './statement.ts'

/** How many cases of the account the session sees, open and closed. */
export async function casesSeenIn(tx: Tx, session: Session, accountId: number): Promise<number> {
  const scope = caseScope(session)
  const [row] = await within(tx)<{ count: number }>(
    statement(
      (bind) =>
        `select count(*) as count from cases c where c.account_id = ${bind(accountId)} and ${withinScope(scope, bind)}`,
    ),
  )
  return row!.count
}
