import { sql } from 'kysely'
import { accountProblems } from '#features/accounts/accounts/contract.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { Session } from '#kit/server/session.ts'
import { inAccounts, visibleAccounts } from '#kit/server/visible.ts'
import { manageRegistryAccess } from '../contract.ts'

/** The account of this name if the session manages its registry access, else 404. */
export async function accessibleAccount(
  db: Database | Tx,
  session: Session,
  name: string,
): Promise<{ id: number; name: string }> {
  const accounts = visibleAccounts(session, manageRegistryAccess)
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from accounts where name = ${name} and deleted_at is null
      and ${inAccounts(accounts, 'id')}`.execute(db)
  return rows[0] ?? throwProblem(accountProblems['account-not-found'], { name })
}
