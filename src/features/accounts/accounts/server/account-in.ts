import { sql } from 'kysely'
import type { Permission } from '#kit/contract/permission.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { Session } from '#kit/server/session.ts'
import { visibleIn } from '#kit/server/visible.ts'
import { accountProblems } from '../contract.ts'

/** An account as the rows of other features refer to it. */
export type NamedAccount = {
  readonly id: number
  readonly name: string
  readonly displayName: string
  readonly timeZone: string
}

/**
 * The account of this name in which the caller has the permission; 404 for any other, whether it exists or not. `lock`
 * keeps it as it is until the transaction ends, and makes concurrent commands on it wait.
 */
export async function accountIn(
  db: Database | Tx,
  session: Session,
  {
    name,
    permission,
    lock = false,
  }: { readonly name: string; readonly permission: Permission; readonly lock?: boolean },
): Promise<NamedAccount> {
  const { rows } = await sql<NamedAccount>`
    select id, name, display_name as "displayName", time_zone as "timeZone" from accounts
    where name = ${name} and deleted_at is null and ${visibleIn(session, permission, 'id')}
    ${lock ? sql`for no key update` : sql``}`.execute(db)
  return rows[0] ?? throwProblem(accountProblems['account-not-found'], { name })
}
