import { type AccountQuery, findAccountIn, type NamedAccount } from '#features/access/scope/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { Session } from '#kit/server/session.ts'
import { accountProblems } from '../contract.ts'

/**
 * The account in which the caller has the permission; 404 for any other, whether it exists or not. What it takes is what
 * `findAccountIn` takes.
 */
export async function accountIn<Also = object>(
  db: Database | Tx,
  session: Session,
  query: AccountQuery<Also>,
): Promise<NamedAccount & Also> {
  const account = await findAccountIn(db, session, query)
  return account ?? throwProblem(accountProblems['account-not-found'], { name: query.name ?? query.idOrName ?? '' })
}
