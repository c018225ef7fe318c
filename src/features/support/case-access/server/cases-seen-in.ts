import type { Tx } from '#kit/server/database.ts'
import type { Session } from '#kit/server/session.ts'
import { buildSql, within } from '#kit/server/statement.ts'
import { caseScope, scopeCondition } from './case-scope.ts'

/** The number of the account's cases that the session sees, open and closed. */
export async function casesSeenIn(tx: Tx, session: Session, accountId: number): Promise<number> {
  const scope = caseScope(session)
  const [row] = await within(tx)<{ count: number }>(
    buildSql(
      (bind) =>
        `select count(*) as count from cases c where c.account_id = ${bind(accountId)} and ${scopeCondition(scope, bind)}`,
    ),
  )
  return row!.count
}
