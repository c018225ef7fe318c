import { type Insertable, sql } from 'kysely'
import type { RoleGrants } from '#database/schema.generated.ts'
import type { Tx } from '#kit/server/database.ts'

/** Grants a role; false when the user has it already. */
export async function insertRoleGrant(tx: Tx, values: Insertable<RoleGrants>): Promise<boolean> {
  const row = await tx
    .insertInto('role_grants')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** What to revoke: one role of a user (`accountId` null = everywhere), all of a user, or all in an account. */
type GrantsToRevoke =
  | { readonly userId: number; readonly role: string; readonly accountId: number | null }
  | { readonly userId: number }
  | { readonly accountId: number }

/** Revokes roles; false when there were none. */
export async function deleteRoleGrants(tx: Tx, selection: GrantsToRevoke): Promise<boolean> {
  const { role } = { role: undefined, ...selection }
  const { rows } = await sql`
    delete from role_grants where ${'userId' in selection ? sql`user_id = ${selection.userId}` : sql`true`}
      and ${role === undefined ? sql`true` : sql`role = ${role}`}
      and ${'accountId' in selection ? sql`account_id is not distinct from ${selection.accountId}::bigint` : sql`true`} returning 1`.execute(
    tx,
  )
  return rows.length > 0
}
