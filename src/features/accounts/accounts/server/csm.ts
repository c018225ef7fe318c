import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { throwFieldProblem } from '#kit/server/http-problem.ts'
import type { UserRef } from '../contract.ts'
import { type StoredAccount, withVersionBump } from './stored-account.ts'

const canBe = sql`u.state = 'active' and exists (select 1 from role_grants g where g.user_id = u.id and g.role = 'HARMONIC_CSM')`

/** Users who can be the customer-success manager of an account. */
export async function findCsms(db: Database): Promise<UserRef[]> {
  const { rows } = await sql<UserRef>`
    select u.id::text as id, u.email as username, u.full_name as "fullName" from users u
    where ${canBe} order by u.full_name collate "und-x-icu", u.id limit 500`.execute(db)
  return rows
}

/** Sets the customer-success manager, or removes it (null). Returns false when nothing changes. */
export async function setCsm(tx: Tx, account: StoredAccount, csmId: number | null): Promise<boolean> {
  if (account.csmId === csmId) return false
  if (csmId !== null) {
    const { rows } = await sql`select 1 from users u where u.id = ${csmId} and ${canBe}`.execute(tx)
    if (rows.length === 0) throwFieldProblem('csm', 'is not an active customer-success manager')
  }
  await tx
    .updateTable('accounts')
    .set({ csm_id: csmId, ...withVersionBump })
    .where('id', '=', account.id)
    .execute()
  return true
}
